/**
 * The other reading of a text, for tokens without a letter or digit (`***`, emoji): only its symbols, one after the
 * other. Blanks are left out, and letters part what stands around them.
 */
import { knownCharacter } from './fold-character.ts';
import type { NormalPiece } from './normalize-text.ts';
import { kinds, TEXT_END } from './unit-mark.ts';

const BLANK = /\s/;
/** A unit that no symbol has. */
const PARTING = 0xfffe;
const ROOM = 64;

/** Reads the symbols of a text from a place on until it ends or the piece is full; returns where it stopped. */
export function normalizeSymbolsInto(piece: NormalPiece, text: string, from: number): number {
  const limit = piece.units.length - ROOM;
  let index = from;
  if (from === 0) piece.characters = 0;
  piece.length = 0;
  piece.hasEscapes = true;
  while (index < text.length && piece.length < limit) {
    const codePoint = text.codePointAt(index) as number;
    for (const { kind, plain } of knownCharacter(codePoint)) {
      if (kind !== kinds.separator) piece.units[piece.length++] = PARTING;
      else if (!BLANK.test(plain)) appendSymbol(piece, plain);
    }
    index += codePoint > 0xffff ? 2 : 1;
  }
  // Symbols make no words, so one may begin and end everywhere.
  piece.marks.fill(TEXT_END, 0, piece.length + 1);
  return index;
}

function appendSymbol(piece: NormalPiece, symbol: string): void {
  piece.characters++;
  for (let unit = 0; unit < symbol.length; unit++) piece.units[piece.length++] = symbol.charCodeAt(unit);
}
