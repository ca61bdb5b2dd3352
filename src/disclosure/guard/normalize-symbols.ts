/**
 * The second reading of a text, for tokens made of signs (`***`, emoji), possibly with one letter or digit
 * (`A+`). It is the sequence of signs without spaces. A single letter next to a sign is kept; words are
 * separators.
 */
import { type FoldedCharacter, knownCharacter } from './fold-character.ts';
import type { NormalPiece } from './normalize-text.ts';
import { ATTACHED, kinds, TEXT_END } from './unit-mark.ts';

const BLANK = /\s/;
/** A unit that no sign has. */
const PARTING = 0xfffe;
const ROOM = 64;

/** The neighbouring character; `blank` at the start and end of a text. */
type Beside = 'blank' | 'sign' | 'letter';

/**
 * Reads the signs of a text from an offset until the text ends or the piece is full; returns where it
 * stopped.
 */
export function normalizeSymbolsInto(piece: NormalPiece, text: string, from: number): number {
  const limit = piece.units.length - ROOM;
  let index = from;
  if (from === 0) piece.characters = 0;
  piece.length = 0;
  piece.hasEscapes = true;
  let before: Beside = from === 0 ? 'blank' : 'letter';
  while (index < text.length && piece.length < limit) {
    const codePoint = text.codePointAt(index) as number;
    const behind = index + (codePoint > 0xffff ? 2 : 1);
    for (const folded of knownCharacter(codePoint))
      before = appendFolded(piece, folded, before, () => readAt(text, behind));
    index = behind;
  }
  piece.marks[piece.length] = TEXT_END;
  return index;
}

/** Signs do not form words, so a match may start and end anywhere. */
function appendFolded(
  piece: NormalPiece,
  { kind, plain }: FoldedCharacter,
  before: Beside,
  readNext: () => Beside,
): Beside {
  if (kind === kinds.separator) {
    if (BLANK.test(plain)) return 'blank';
    for (let unit = 0; unit < plain.length; unit++) append(piece, plain.charCodeAt(unit), TEXT_END);
    piece.characters++;
    return 'sign';
  }
  if (before === 'letter') return 'letter';
  const next = readNext();
  const isKept = next !== 'letter' && (before === 'sign' || next === 'sign');
  append(piece, isKept ? plain.charCodeAt(0) : PARTING, before === 'sign' ? TEXT_END | ATTACHED : TEXT_END);
  return 'letter';
}

/** Returns the kind of the next visible character. */
function readAt(text: string, from: number): Beside {
  for (let index = from; index < text.length; index++) {
    const [next] = knownCharacter(text.codePointAt(index) as number);
    if (next === undefined) continue;
    if (next.kind !== kinds.separator) return 'letter';
    return BLANK.test(next.plain) ? 'blank' : 'sign';
  }
  return 'blank';
}

function append(piece: NormalPiece, unit: number, mark: number): void {
  piece.marks[piece.length] = mark;
  piece.units[piece.length++] = unit;
}
