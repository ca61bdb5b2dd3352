/** Formats numbers for people: counts with a noun, percentages, sizes and durations. */

const small = ['no', 'one', 'two', 'three'];

/** Formats a count with its noun, for instance `1 cause` and `3 causes`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${nounFor(count, noun)}`;
}

/** Returns the singular or plural of a noun for a count. */
export function nounFor(count: number, noun: string): string {
  if (count === 1) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Formats a small number as a word. */
export function numberWord(count: number): string {
  return small[count] ?? String(count);
}

/** Converts a decimal from 0 to 1 to whole percent; only certainty is 100, only impossibility 0. */
export function percentOf(decimal: number): number {
  if (!(decimal > 0)) return 0;
  if (decimal >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(decimal * 100)));
}

/** Formats a decimal from 0 to 1 as percent, for instance `81 %`; tiny values are `under 1 %`. */
export function percentWord(decimal: number): string {
  return decimal > 0 && decimal < 0.005 ? 'under 1 %' : `${percentOf(decimal)} %`;
}

/** The 97.5th percentile of the normal distribution, for a two-sided interval of 95 %. */
const Z = 1.96;

/** Returns the 95 % Wilson interval of a rate. */
export function rateInterval(hits: number, runs: number): readonly [low: number, high: number] {
  const share = Math.min(1, hits / runs);
  const spread = (Z * Z) / runs;
  const middle = share + spread / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / runs + spread / (4 * runs));
  const bound = (value: number): number => Math.min(1, Math.max(0, value / (1 + spread)));
  return [hits === 0 ? 0 : bound(middle - half), hits >= runs ? 1 : bound(middle + half)];
}

const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1_000;

/** Formats a number of bytes, for instance `812 B` and `3.2 kB`. */
export function sizeWords(bytes: number): string {
  if (bytes < STEP) return `${bytes} B`;
  let [value, unit] = [bytes / STEP, 0];
  // A value that would be shown as 1000.0 uses the next unit.
  while (value >= STEP - 0.05 && unit < units.length - 1) [value, unit] = [value / STEP, unit + 1];
  return `${value.toFixed(1)} ${units[unit]}`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration, for instance `57 min`. */
export function durationWords(durationMs: number): string {
  if (durationMs < MINUTE_MS) return `${Math.max(0, Math.floor(durationMs / SECOND_MS))} s`;
  if (durationMs < HOUR_MS) return `${Math.floor(durationMs / MINUTE_MS)} min`;
  if (durationMs < DAY_MS) return `${Math.floor(durationMs / HOUR_MS)} h`;
  return countOf(Math.floor(durationMs / DAY_MS), 'day');
}
