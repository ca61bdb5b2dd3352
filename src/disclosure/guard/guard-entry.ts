/** What a guard is built from: the tokens of each locked item, made into patterns with all their forms. */
import {
  type FormBuffer,
  LONGEST_FORM,
  TELLING_CHARACTERS,
  textForms,
  visitByteForms,
} from './encoded-forms.ts';
import {
  addPattern,
  createIndex,
  type FingerprintIndex,
  LONGEST_BOUNDED,
  sealIndex,
} from './fingerprint-index.ts';
import { normalizeSymbolsInto } from './normalize-symbols.ts';
import { createPiece, normalizeInto, normalizeShapesInto } from './normalize-text.ts';
import type { TextForm } from './number-forms.ts';
import { demands } from './pattern-demands.ts';
import { appendUnits, createStream, resetStream } from './text-stream.ts';
import { visitParts } from './token-parts.ts';
import { unescapedTokens } from './unescape-text.ts';
import { LONGEST_WINDOW, ROLLED_UNITS } from './unit-hash.ts';

/** The tokens of one locked item, under the name by which a leak of them is reported. */
export type GuardEntry = {
  readonly handle: string;
  /** Found wherever they are, long ones inside of words, too. */
  readonly tokens: readonly string[];
  /** Found as words by themselves only. */
  readonly words?: readonly string[];
  /** Texts within the tokens that everyone may know, such as the handle of something open: no part of a token is one. */
  readonly quoted?: readonly string[];
  /** Ids, which are looked for as they are written, without encoded forms. */
  readonly ids?: readonly string[];
};

/** The patterns of some entries: of letters and digits, of what escapes in tokens leave, and of tokens that have neither. */
export type GuardIndexes = {
  readonly letters: FingerprintIndex;
  readonly undoneLetters: FingerprintIndex;
  readonly symbols: FingerprintIndex;
  /** How many entries there is something to look for of. */
  readonly covered: number;
};

/** From this many characters on, a token is found inside of words, too. */
const WHOLE_TOKEN_CHARACTERS = 6;

const DIGEST = /:([0-9a-f]{16,})$/i;
/** So many digits of an id tell it; the longer beginning is for ids among ids, where short patterns are passed over. */
const SHORTENED_DIGITS = [12, 16];

/** From so many units on, an encoded form is evidence in parts and amid other text, too. */
const LONG_FORM = 12;
const LONG_TEXT_FORM = 32;
/** A number in other digits is evidence from so many on. */
const TELLING_NUMBER = 4;
/** So is one behind the sign of its base, such as `0x3e8`. */
const TELLING_BASED = 5;

/** Builds the indexes of entries, whose owners are their positions. */
export function buildIndexes(entries: readonly GuardEntry[]): GuardIndexes {
  const [letters, undoneLetters, symbols] = [createIndex(), createIndex(), createIndex()];
  // Tokens come before the forms of any other token, so that what stands there plainly names the hit.
  const covered = new Set<number>();
  const isAdded = (token: string, owner: number, asked: number): boolean =>
    hasOneLetter(token)
      ? addSymbols(symbols, token.replace(/\s/g, ''), owner, demands.loose)
      : addLetters(letters, token, owner, asked) || addSymbols(symbols, token, owner, demands.none);
  for (const [owner, { tokens, words = [], ids = [] }] of entries.entries()) {
    for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);
    for (const word of words) if (isAdded(word, owner, demands.wordEdges)) covered.add(owner);
    for (const id of ids.flatMap(shortened)) if (isAdded(id, owner, demands.none)) covered.add(owner);
  }
  const owners = firstOwners(entries);
  for (const [token, owner] of owners)
    for (const part of withoutQuotes(token, entries[owner]?.quoted)) addParts(letters, part, owner);
  for (const [token, owner] of owners) addForms(letters, token, owner);
  for (const [token, owner] of owners) addShapes(letters, token, owner);
  for (const [token, owner] of owners) addUndone(undoneLetters, token, entries[owner] as GuardEntry, owner);
  for (const index of [letters, undoneLetters, symbols]) sealIndex(index);
  return { letters, undoneLetters, symbols, covered: covered.size };
}

/** Returns each token once, with whom it belongs to first. */
function firstOwners(entries: readonly GuardEntry[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const [owner, { tokens, words = [] }] of entries.entries()) {
    for (const token of [...tokens, ...words]) if (!owners.has(token)) owners.set(token, owner);
  }
  return owners;
}

/** Returns what is left of a token beside what it quotes. */
function withoutQuotes(token: string, quoted: readonly string[] = []): readonly string[] {
  return quoted.reduce<readonly string[]>((rest, text) => rest.flatMap((part) => part.split(text)), [token]);
}

/** Adds the parts of a long token. */
function addParts(letters: FingerprintIndex, token: string, owner: number): void {
  visitParts(token, (stream, part) =>
    addPattern(letters, stream, { ...part, owner, isBounded: false, asked: demands.none }),
  );
}

/** Adds what a token looks like: a text in which one letter is of another script is read by its looks. */
function addShapes(letters: FingerprintIndex, token: string, owner: number): void {
  readBeginning(normalizeInto, token, LONGEST_WINDOW);
  if (!piece.hasShapes || piece.characters < WHOLE_TOKEN_CHARACTERS) return;
  readBeginning(normalizeShapesInto, token, LONGEST_WINDOW);
  if (piece.characters < WHOLE_TOKEN_CHARACTERS) return;
  addPattern(letters, stream, { length: stream.length, owner, isBounded: false, asked: demands.none });
}

/** Adds what is left of a token where escapes are undone: each of its letters may be escaped, and it may hold some itself. */
function addUndone(letters: FingerprintIndex, token: string, { quoted }: GuardEntry, owner: number): void {
  for (const undone of unescapedTokens(token)) {
    readBeginning(normalizeInto, undone, LONGEST_WINDOW);
    if (piece.characters < TELLING_CHARACTERS) continue;
    addLetters(letters, undone, owner, demands.none);
    for (const part of withoutQuotes(undone, quoted)) addParts(letters, part, owner);
  }
}

/** Returns the beginnings by which an id is quoted. */
function shortened(id: string): readonly string[] {
  const digits = DIGEST.exec(id)?.[1] ?? id;
  return SHORTENED_DIGITS.map((length) => digits.slice(0, length));
}

/** Adds the forms of a token that are long enough to be evidence. */
function addForms(letters: FingerprintIndex, token: string, owner: number): void {
  for (const form of textForms(token)) addTextForm(letters, form, owner);
  visitByteForms(token, (form, minimumCharacters) => {
    if (form.characters < minimumCharacters) return;
    const length = Math.min(form.length, LONGEST_FORM);
    addPattern(letters, form, { length, owner, isBounded: false, asked: askedOf(form) });
  });
}

/** Bytes are written without misreading; a short form in one piece, unless it has symbols of its own. */
function askedOf({ length, symbols }: FormBuffer): number {
  return length < LONG_FORM && symbols === 0 ? demands.strict | demands.solid : demands.strict;
}

const piece = createPiece();
const stream = createStream();

/** Adds the normal form of a text; returns false where it has none. Letters are misread in long words alone. */
function addLetters(index: FingerprintIndex, text: string, owner: number, demanded: number): boolean {
  readBeginning(normalizeInto, text, LONGEST_WINDOW);
  if (piece.characters === 0) return false;
  const isBounded = piece.characters < WHOLE_TOKEN_CHARACTERS;
  const isStrict = isBounded || piece.digits === piece.characters;
  const parted = isBounded && isPartedWord(text) ? demands.parted : demands.none;
  const asked = demanded | parted | (isStrict ? demands.strict : demands.none);
  addPattern(index, stream, { length: stream.length, owner, isBounded, asked });
  return true;
}

/** Words of every sentence. */
const COMMON = new Set(
  `am an as at be by do go he if in is it me my no of on or so to up us we all and any are but can did for had has her
  him his how its may new not now one our out see she the was who why you`.split(/\s+/),
);

/** Tells whether a short token is a common word once nothing parts it any more, as `a.m.` and `U.S.` are. */
function isPartedWord(token: string): boolean {
  const letters = token.match(/\p{L}+/gu) ?? [];
  return letters.length > 1 && COMMON.has(letters.join('').toLowerCase());
}

/** Tells whether a token has one letter or digit, and signs that make it another thing than that: `A+`, `C#`, `5%`. */
function hasOneLetter(token: string): boolean {
  const visible = token.replace(/[\s\p{M}\p{Cf}\p{Cc}]/gu, '');
  return [...visible].length > 1 && visible.match(/[\p{L}\p{N}]/gu)?.length === 1;
}

/** Adds another spelling, if it has enough characters; a long one may end within a word, since its token may go on. */
function addTextForm(index: FingerprintIndex, { text, asked }: TextForm, owner: number): void {
  readBeginning(normalizeInto, text, LONGEST_WINDOW);
  const isNumber = piece.digits === piece.characters;
  const fewest = (asked & demands.solid) !== 0 ? TELLING_BASED : TELLING_CHARACTERS;
  if (piece.characters < (isNumber ? TELLING_NUMBER : fewest)) return;
  const { length } = stream;
  const isLong = length >= LONG_TEXT_FORM;
  const isBounded = length < ROLLED_UNITS;
  addPattern(index, stream, { length, owner, isBounded, asked: isLong ? demands.strict : asked });
}

/** Adds a token of symbols, with at most one letter, which has no other form than itself. */
function addSymbols(index: FingerprintIndex, token: string, owner: number, asked: number): boolean {
  readBeginning(normalizeSymbolsInto, token, LONGEST_BOUNDED);
  if (piece.characters === 0) return false;
  addPattern(index, stream, { length: stream.length, owner, isBounded: true, asked });
  return true;
}

/** Reads the first units of a text into the stream; what stands before them and leaves nothing may be long. */
function readBeginning(normalize: typeof normalizeInto, text: string, longest: number): void {
  resetStream(stream);
  piece.characters = 0;
  piece.digits = 0;
  for (let index = 0; index < text.length && stream.length < longest; ) {
    index = normalize(piece, text, index);
    appendUnits(stream, piece, 0, Math.min(piece.length, longest - stream.length));
  }
}
