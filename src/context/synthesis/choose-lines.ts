/**
 * Chooses the lines of a summary. Sections take turns, each with its best line that still fits, so that a long child
 * does not crowd out the others. A line brings the headings it stands under, which take bytes but are not counted.
 */
import { INDENT } from './indent-text.ts';
import type { SourceLine } from './source-line.ts';

/** A section's lines with their scores, and what the label of each of its frames costs. */
export type LineChoice = {
  readonly lines: readonly SourceLine[];
  readonly scores: readonly number[];
  readonly labelBytes: readonly number[];
};

type Turn = LineChoice & {
  readonly ranked: readonly number[];
  readonly taken: Set<number>;
  readonly frames: Set<number>;
  /** How many lines were taken, apart from headings. */
  told: number;
  next: number;
};

type Room = { readonly maxLines: number; bytesLeft: number };

/** Returns for every section the indexes of the chosen lines, in the order of the source. */
export function chooseLines(
  sections: readonly LineChoice[],
  { maxLines, maxBytes }: { readonly maxLines: number; readonly maxBytes: number },
): number[][] {
  const room: Room = { maxLines, bytesLeft: maxBytes };
  const turns = sections.map((section): Turn => {
    const ranked = rankLines(section);
    return { ...section, ranked, taken: new Set(), frames: new Set(), told: 0, next: 0 };
  });
  let waiting = turns;
  while (waiting.length > 0) waiting = waiting.filter((turn) => takeBest(turn, room));
  return turns.map(({ taken }) => [...taken].sort((left, right) => left - right));
}

function rankLines({ lines, scores }: LineChoice): number[] {
  const scoreOf = (index: number) => scores[index] ?? 0;
  return lines
    .flatMap(({ isTelling }, index) => (isTelling ? [index] : []))
    .sort((left, right) => scoreOf(right) - scoreOf(left) || left - right);
}

/** Takes the best line that fits, and tells whether there was one. */
function takeBest(turn: Turn, room: Room): boolean {
  while (turn.next < turn.ranked.length && turn.told < room.maxLines) {
    const wanted = newLines(turn, turn.ranked[turn.next] ?? 0);
    turn.next++;
    const bytes = costOf(turn, wanted);
    if (bytes > room.bytesLeft) continue;
    room.bytesLeft -= bytes;
    turn.told++;
    for (const index of wanted) {
      turn.taken.add(index);
      turn.frames.add(turn.lines[index]?.frame ?? 0);
    }
    return true;
  }
  return false;
}

/** Returns a line and those of its headings that were not taken yet. */
function newLines({ lines, taken }: Turn, index: number): number[] {
  const wanted: number[] = [];
  for (let at: number | null = index; at !== null && !taken.has(at); at = lines[at]?.heading ?? null)
    wanted.push(at);
  return wanted;
}

function costOf({ lines, frames, labelBytes }: Turn, wanted: readonly number[]): number {
  const frame = lines[wanted[0] ?? 0]?.frame ?? 0;
  const label = frames.has(frame) ? 0 : (labelBytes[frame] ?? 0);
  const lineBytes = (index: number) => INDENT.length + (lines[index]?.bytes ?? 0) + '\n'.length;
  return wanted.reduce((sum, index) => sum + lineBytes(index), label);
}
