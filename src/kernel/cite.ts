/**
 * Quotes foreign text for people: in messages, with suggestions for misspelt names, and as terminal-safe
 * JSON.
 */

const LONGEST = 80;
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** Returns a text in backticks, with control characters escaped and long text cut. */
export function cite(text: string): string {
  const head = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `\`${head.replace(CONTROL, escapeUnits)}\``;
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Returns the candidate nearest to a text, or null if none is within a third of its length. */
export function nearest(text: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    // The distance is at least the difference in length, so most candidates can be skipped.
    if (Math.abs(text.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(text, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns ` (did you mean …?)` for the nearest candidate, or an empty string. */
export function didYouMean(text: string, candidates: Iterable<string>): string {
  const suggestion = nearest(text, candidates);
  return suggestion === null ? '' : ` (did you mean \`${suggestion}\`?)`;
}

/** Counts insertions, deletions, replacements and swaps of neighbours between two texts. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let distance = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      current.push(distance);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Supported by Node but not yet typed by TypeScript. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/**
 * Characters that control a terminal or reorder letters. In JSON they can only occur in strings, where an
 * escape is equivalent.
 */
const STEERING = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** Serialises JSON so that it is safe to print in a terminal. */
export function printableJson(document: unknown, indent?: number): string {
  return JSON.stringify(document, writeWhole, indent).replace(STEERING, escapeUnits);
}

/** Serialises integers of any size with all their digits. */
function writeWhole(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(String(value)) : value;
}
