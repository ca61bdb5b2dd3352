/**
 * A figure over cases with its uncertainty. Cases of one project resemble each other, so intervals come from
 * resampling whole projects, and each figure is also given with every project counting equally.
 */

/** The value of one case. */
export type Sample = { readonly project: string; readonly value: number };

/** A mean and its 95 % interval; null if too little was measured. */
export type Estimate = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** A figure over cases, and over projects. */
export type Figure = Estimate & {
  readonly cases: number;
  readonly projects: number;
  /** Every project counts equally. */
  readonly by_project: Estimate;
};

const DRAWS = 2_000;
const SEED = 20_260_101;
const TAIL = 0.025;

/** Computes a figure; the order of the samples does not matter. */
export function clusteredFigure(samples: readonly Sample[]): Figure {
  const clusters = [...Map.groupBy(samples, ({ project }) => project)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, own]) => ({ sum: sumOf(own.map(({ value }) => value)), cases: own.length }));
  const draws = clusters.length < 2 ? [] : drawAgain(clusters);
  return {
    ...estimate(pooled(clusters), draws.map(pooled)),
    cases: samples.length,
    projects: clusters.length,
    by_project: estimate(evenly(clusters), draws.map(evenly)),
  };
}

type Cluster = { readonly sum: number; readonly cases: number };

function pooled(clusters: readonly Cluster[]): number {
  return sumOf(clusters.map(({ sum }) => sum)) / sumOf(clusters.map(({ cases }) => cases));
}

function evenly(clusters: readonly Cluster[]): number {
  return sumOf(clusters.map(({ sum, cases }) => sum / cases)) / clusters.length;
}

function estimate(value: number, draws: readonly number[]): Estimate {
  if (Number.isNaN(value)) return { value: null, low: null, high: null };
  const sorted = draws.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return { value: rounded(value), low: rounded(at(TAIL) ?? null), high: rounded(at(1 - TAIL) ?? null) };
}

/** Resamples the projects with replacement, from a generator with a fixed seed. */
function drawAgain(clusters: readonly Cluster[]): readonly (readonly Cluster[])[] {
  const next = createGenerator(SEED);
  return Array.from({ length: DRAWS }, () =>
    clusters.map(() => clusters[Math.floor(next() * clusters.length)] as Cluster),
  );
}

/** A small generator (mulberry32): the same numbers from 0 to 1 on every machine. */
function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sums from the smallest value up, so that the order of cases does not affect the last digits. */
function sumOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right).reduce((sum, value) => sum + value, 0);
}

/** Rounds to four places, like every decimal of a report. */
export function rounded<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Math.round(value * 10_000) / 10_000) as Value;
}
