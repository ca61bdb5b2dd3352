/** Numbers for people: counts with their noun, and shares in percent. */

const small = ['no', 'one', 'two', 'three'];

/** Writes a count with its noun, for instance `1 cause` and `3 causes`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${nounFor(count, noun)}`;
}

/** Returns a noun in the number that a count asks for. */
export function nounFor(count: number, noun: string): string {
  if (count === 1) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Writes a small number as a word. */
export function numberWord(count: number): string {
  return small[count] ?? String(count);
}

/** Converts a decimal from 0 to 1 to whole percent; only what is certain is 100, only what is impossible 0. */
export function percentOf(decimal: number): number {
  if (!(decimal > 0)) return 0;
  if (decimal >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(decimal * 100)));
}

/** Writes a decimal from 0 to 1 as percent, for instance `81 %`; what rounds to nothing is `under 1 %`. */
export function percentWord(decimal: number): string {
  return decimal > 0 && decimal < 0.005 ? 'under 1 %' : `${percentOf(decimal)} %`;
}
