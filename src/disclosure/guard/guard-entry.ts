/** Builds the pattern indexes of a guard from the tokens of each locked item, in all their forms. */
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

/** The tokens of one locked item and the handle under which a leak is reported. */
export type GuardEntry = {
  readonly handle: string;
  /** Found anywhere; long tokens also inside words. */
  readonly tokens: readonly string[];
  /** Only found as separate words. */
  readonly words?: readonly string[];
  /**
   * Public texts within the tokens, such as the handle of an open item. No part of a token may be one of
   * them.
   */
  readonly quoted?: readonly string[];
  /** Ids, found as written but not in encoded forms. */
  readonly ids?: readonly string[];
};

/**
 * The patterns of all entries: letters and digits, the remains of escapes in tokens, and tokens without
 * letters or digits.
 */
export type GuardIndexes = {
  readonly letters: FingerprintIndex;
  readonly undoneLetters: FingerprintIndex;
  readonly symbols: FingerprintIndex;
  /** The number of entries with at least one pattern. */
  readonly covered: number;
};

/** Tokens of at least this many characters are also found inside words. */
const WHOLE_TOKEN_CHARACTERS = 6;

const DIGEST = /:([0-9a-f]{16,})$/i;
/**
 * The prefix lengths by which an id is recognized. The longer one is for scans of ids, which skip short
 * patterns.
 */
const SHORTENED_DIGITS = [12, 16];

/** Encoded forms of at least this many units also count in pieces and inside other text. */
const LONG_FORM = 12;
const LONG_TEXT_FORM = 32;
/** The minimum length of a number written in another way. */
const TELLING_NUMBER = 4;
/** The minimum length of a number with a base prefix, such as `0x3e8`. */
const TELLING_BASED = 5;

/** Builds the indexes; the owner of a pattern is the position of its entry. */
export function buildIndexes(entries: readonly GuardEntry[]): GuardIndexes {
  const [letters, undoneLetters, symbols] = [createIndex(), createIndex(), createIndex()];
  // Tokens are added before any encoded form, so that a hit is attributed to the token that appears in plain
  // text.
  const covered = new Set<number>();
  const isAdded = (token: string, owner: number, asked: number): boolean =>
    hasOneLetter(token)
      ? addSymbols(symbols, token.replace(/\s/g, ''), owner, demands.loose)
      : addLetters(letters, token, owner, asked) || addSymbols(symbols, token, owner, demands.none);
  for (const [owner, { tokens, words = [], ids = [] }] of entries.entries()) {
    for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);
    for (const word of words) if (isAdded(word, owner, demands.wordEdges)) covered.add(owner);
    for (const id of ids.flatMap(shortened))
      if (isAdded(id, entries.length + owner, demands.none)) covered.add(owner);
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

/** Returns each token once, with its first owner. */
function firstOwners(entries: readonly GuardEntry[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const [owner, { tokens, words = [] }] of entries.entries()) {
    for (const token of [...tokens, ...words]) if (!owners.has(token)) owners.set(token, owner);
  }
  return owners;
}

/** Returns the parts of a token outside of its quoted texts. */
function withoutQuotes(token: string, quoted: readonly string[] = []): readonly string[] {
  return quoted.reduce<readonly string[]>((rest, text) => rest.flatMap((part) => part.split(text)), [token]);
}

/** Adds the parts of a long token. */
function addParts(letters: FingerprintIndex, token: string, owner: number): void {
  visitParts(token, (stream, part) =>
    addPattern(letters, stream, { ...part, owner, isBounded: false, asked: demands.none }),
  );
}

/** Adds the shape of a token. A text is read by shape if one of its letters is from another script. */
function addShapes(letters: FingerprintIndex, token: string, owner: number): void {
  readBeginning(normalizeInto, token, LONGEST_WINDOW);
  if (!piece.hasShapes || piece.characters < WHOLE_TOKEN_CHARACTERS) return;
  readBeginning(normalizeShapesInto, token, LONGEST_WINDOW);
  if (piece.characters < WHOLE_TOKEN_CHARACTERS) return;
  addPattern(letters, stream, { length: stream.length, owner, isBounded: false, asked: demands.none });
}

/**
 * Adds a token as it looks after escapes are undone: the text may escape its letters, and the token may
 * contain escapes itself.
 */
function addUndone(letters: FingerprintIndex, token: string, { quoted }: GuardEntry, owner: number): void {
  for (const undone of unescapedTokens(token)) {
    readBeginning(normalizeInto, undone, LONGEST_WINDOW);
    if (piece.characters < TELLING_CHARACTERS) continue;
    addLetters(letters, undone, owner, demands.none);
    for (const part of withoutQuotes(undone, quoted)) addParts(letters, part, owner);
  }
}

/** Returns the prefixes by which an id may be quoted. */
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

/** Encoded bytes must match without misreading. Short forms without symbols must also be unbroken. */
function askedOf({ length, symbols }: FormBuffer): number {
  return length < LONG_FORM && symbols === 0 ? demands.strict | demands.solid : demands.strict;
}

const piece = createPiece();
const stream = createStream();

/**
 * Adds the normal form of a text, or returns false if that is empty. Misread letters only match in long
 * words.
 */
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

/** Words that occur in almost any sentence. */
const COMMON = new Set(
  `am an as at be by do go he if in is it me my no of on or so to up us we all and any are but can did for had has her
  him his how its may new not now one our out see she the was who why you`.split(/\s+/),
);

/** Returns whether a short token becomes a common word without its punctuation, such as `a.m.` and `U.S.`. */
function isPartedWord(token: string): boolean {
  const letters = token.match(/\p{L}+/gu) ?? [];
  return letters.length > 1 && COMMON.has(letters.join('').toLowerCase());
}

/** Returns whether a token is one letter or digit with signs that change its meaning: `A+`, `C#`, `5%`. */
function hasOneLetter(token: string): boolean {
  const visible = token.replace(/[\s\p{M}\p{Cf}\p{Cc}]/gu, '');
  return [...visible].length > 1 && visible.match(/[\p{L}\p{N}]/gu)?.length === 1;
}

/**
 * Adds another spelling if it has enough characters. A long one may end within a word, because the token may
 * be longer than what was read.
 */
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

/** Adds a token of symbols with at most one letter. It has no other forms. */
function addSymbols(index: FingerprintIndex, token: string, owner: number, asked: number): boolean {
  readBeginning(normalizeSymbolsInto, token, LONGEST_BOUNDED);
  if (piece.characters === 0) return false;
  addPattern(index, stream, { length: stream.length, owner, isBounded: true, asked });
  return true;
}

/** Reads the first units of a text into the stream. Dropped characters before them do not count. */
function readBeginning(normalize: typeof normalizeInto, text: string, longest: number): void {
  resetStream(stream);
  piece.characters = 0;
  piece.digits = 0;
  for (let index = 0; index < text.length && stream.length < longest; ) {
    index = normalize(piece, text, index);
    appendUnits(stream, piece, 0, Math.min(piece.length, longest - stream.length));
  }
}
