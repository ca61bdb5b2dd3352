/**
 * The other reading of a text, for tokens of signs (`***`, emoji), also with one letter or digit among them (`A+`): its
 * signs one after the other. Blanks are left out. A letter by itself beside a sign is kept; words part what stands around
 * them.
 */
import { type FoldedCharacter, knownCharacter } from './fold-character.ts';
import type { NormalPiece } from './normalize-text.ts';
import { ATTACHED, kinds, TEXT_END } from './unit-mark.ts';

const BLANK = /\s/;
/** A unit that no sign has. */
const PARTING = 0xfffe;
const ROOM = 64;

/** What the character beside one is; `blank` at the beginning and the end. */
type Beside = 'blank' | 'sign' | 'letter';

/** Reads the signs of a text from a place on until it ends or the piece is full; returns where it stopped. */
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

/** Signs make no words, so one may begin and end everywhere. */
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

/** Tells what is at a place. */
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
