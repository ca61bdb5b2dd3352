/** What a guard is built from: the tokens of each locked item, made into patterns with all their forms. */
import { TELLING_CHARACTERS, textForms, visitByteForms } from './encoded-forms.ts';
import {
  addPattern,
  createIndex,
  type FingerprintIndex,
  LONGEST_BOUNDED,
  sealIndex,
} from './fingerprint-index.ts';
import { type FormBuffer, LONGEST_FORM } from './form-buffer.ts';
import { normalizeSymbolsInto } from './normalize-symbols.ts';
import { createPiece, normalizeInto } from './normalize-text.ts';
import type { TextForm } from './number-forms.ts';
import { demands } from './pattern-demands.ts';
import { appendUnits, createStream, resetStream } from './text-stream.ts';
import { visitParts } from './token-parts.ts';
import { LONGEST_WINDOW, ROLLED_UNITS } from './unit-hash.ts';

/** The tokens of one locked item, under the name by which a leak of them is reported. */
export type GuardEntry = {
  readonly handle: string;
  readonly tokens: readonly string[];
  /** Ids, which are looked for as they are written, without encoded forms. */
  readonly ids?: readonly string[];
};

/** The patterns of some entries: of letters and digits, and of tokens that have neither. */
export type GuardIndexes = { readonly letters: FingerprintIndex; readonly symbols: FingerprintIndex };

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

/** Builds the indexes of entries, whose owners are their positions. */
export function buildIndexes(entries: readonly GuardEntry[]): GuardIndexes {
  const [letters, symbols] = [createIndex(), createIndex()];
  // Tokens come before the forms of any other token, so that what stands there plainly names the hit.
  for (const [owner, { tokens, ids = [] }] of entries.entries()) {
    for (const token of tokens) if (!addLetters(letters, token, owner)) addSymbols(symbols, token, owner);
    for (const id of ids.flatMap(shortened)) addLetters(letters, id, owner);
  }
  const owners = firstOwners(entries);
  for (const [token, owner] of owners) addParts(letters, token, owner);
  for (const [token, owner] of owners) addForms(letters, token, owner);
  return { letters: sealIndex(letters), symbols: sealIndex(symbols) };
}

/** Returns each token once, with whom it belongs to first. */
function firstOwners(entries: readonly GuardEntry[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const [owner, { tokens }] of entries.entries()) {
    for (const token of tokens) if (!owners.has(token)) owners.set(token, owner);
  }
  return owners;
}

/** Adds the parts of a long token. */
function addParts(letters: FingerprintIndex, token: string, owner: number): void {
  visitParts(token, (stream, part) =>
    addPattern(letters, stream, { ...part, owner, isBounded: false, asked: demands.none }),
  );
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
function addLetters(index: FingerprintIndex, text: string, owner: number): boolean {
  readBeginning(normalizeInto, text, LONGEST_WINDOW);
  if (piece.characters === 0) return false;
  const isBounded = piece.characters < WHOLE_TOKEN_CHARACTERS;
  const isStrict = isBounded || piece.digits === piece.characters;
  const asked = isStrict ? demands.strict : demands.none;
  addPattern(index, stream, { length: stream.length, owner, isBounded, asked });
  return true;
}

/** Adds another spelling, if it has enough characters; a long one may end within a word, since its token may go on. */
function addTextForm(index: FingerprintIndex, { text, asked }: TextForm, owner: number): void {
  readBeginning(normalizeInto, text, LONGEST_WINDOW);
  const isNumber = piece.digits === piece.characters;
  if (piece.characters < (isNumber ? TELLING_NUMBER : TELLING_CHARACTERS)) return;
  const { length } = stream;
  const isLong = length >= LONG_TEXT_FORM;
  const isBounded = length < ROLLED_UNITS;
  addPattern(index, stream, { length, owner, isBounded, asked: isLong ? demands.strict : asked });
}

/** Adds a token of symbols, which has no other form than itself and is found wherever it stands. */
function addSymbols(index: FingerprintIndex, token: string, owner: number): void {
  readBeginning(normalizeSymbolsInto, token, LONGEST_BOUNDED);
  if (piece.characters === 0) return;
  addPattern(index, stream, { length: stream.length, owner, isBounded: true, asked: demands.none });
}

/** Reads the first units of a text into the stream; what stands before them and leaves nothing may be long. */
function readBeginning(normalize: typeof normalizeInto, text: string, longest: number): void {
  resetStream(stream);
  piece.characters = 0;
  piece.digits = 0;
  for (let index = 0; index < text.length && stream.length < longest; ) {
    index = normalize(piece, text, index);
    appendUnits(stream, piece, { to: Math.min(piece.length, longest - stream.length), text: 0 });
  }
}
