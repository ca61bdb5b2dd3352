// Learns a map from convergence to confidence: bins of equal size, made monotone by pooling neighbours that disagree.
// Judged on projects that were left out of the learning.

import { type ConfidenceMap, HIGHEST_CONFIDENCE, suspectConfidences } from '../src/rca/confidence/index.ts';

/** A case whose cause is known: how settled its ranking was, in basis points, and the rank of the first right file. */
export interface FitRecord {
  readonly project: string;
  readonly convergence: number;
  /** 1 is the best; null where no suspect was right. */
  readonly rank: number | null;
}

/** How the confidences of cases compare with what came true. */
export interface Reliability {
  readonly cases: number;
  /** The mean square of confidence less outcome, for the first suspect. */
  readonly brier: number;
  /** Cases by their confidence, in tenths: how many, the mean confidence, and the share that was right. */
  readonly bins: readonly { readonly cases: number; readonly confidence: number; readonly right: number }[];
}

interface Pool {
  readonly cases: number;
  readonly hits: number;
  readonly convergence: number;
}

const MOST_BINS = 6;
const RANKS = 10;
const ONE = 10_000;

/** Learns the knots and shares from cases. */
export function fitConfidenceMap(records: readonly FitRecord[]): Pick<ConfidenceMap, 'knots' | 'shares'> {
  const pools = poolUntil(toPools(records), (left, right) => rateOf(left) < rateOf(right));
  const knots = pools.map((pool) => ({ convergence: pool.convergence, first: rateOf(pool) }));
  return { knots, shares: fitShares(records) };
}

/** Predicts every case by a map learned without its project. */
export function judgeLeavingProjectsOut(records: readonly FitRecord[]): Reliability {
  const projects = [...new Set(records.map(({ project }) => project))];
  const predictions = projects.flatMap((left) => {
    const map = {
      name: '',
      origin: '',
      ...fitConfidenceMap(records.filter(({ project }) => project !== left)),
    };
    return records
      .filter(({ project }) => project === left)
      .map(({ convergence, rank }) => ({
        confidence: suspectConfidences({ convergence, count: 1 }, map)[0] ?? 0,
        isRight: rank === 1,
      }));
  });
  return reliabilityOf(predictions);
}

/** Compares confidences with outcomes. */
export function reliabilityOf(
  predictions: readonly { readonly confidence: number; readonly isRight: boolean }[],
): Reliability {
  const tenths = Map.groupBy(predictions, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  const bins = [...tenths]
    .sort(([left], [right]) => left - right)
    .map(([, group]) => ({
      cases: group.length,
      confidence: mean(group.map(({ confidence }) => confidence)),
      right: mean(group.map(({ isRight }) => Number(isRight))),
    }));
  const squares = predictions.map(({ confidence, isRight }) => (confidence - Number(isRight)) ** 2);
  return { cases: predictions.length, brier: mean(squares), bins };
}

/** Cuts the cases, in order of convergence, into few bins of about equal size; a ranking that nothing settles is alone. */
function toPools(records: readonly FitRecord[]): readonly Pool[] {
  const settled = records
    .filter(({ convergence }) => convergence > 0)
    .sort((left, right) => left.convergence - right.convergence);
  const levels = Map.groupBy(settled, ({ convergence }) => convergence);
  const bins = new Map<number, FitRecord[]>();
  let before = 0;
  for (const level of levels.values()) {
    const bin = Math.floor((before * MOST_BINS) / settled.length);
    bins.set(bin, [...(bins.get(bin) ?? []), ...level]);
    before += level.length;
  }
  const unsettled = records.filter(({ convergence }) => convergence === 0);
  return [unsettled, ...bins.values()].filter((bin) => bin.length > 0).map(toPool);
}

function toPool(records: readonly FitRecord[]): Pool {
  return {
    cases: records.length,
    hits: records.filter(({ rank }) => rank === 1).length,
    convergence: Math.round(mean(records.map(({ convergence }) => convergence))),
  };
}

/** Joins neighbours until each stands in order to the next. */
function poolUntil(pools: readonly Pool[], isInOrder: (left: Pool, right: Pool) => boolean): readonly Pool[] {
  const joined: Pool[] = [];
  for (const pool of pools) {
    let last = pool;
    for (let top = joined.at(-1); top !== undefined && !isInOrder(top, last); top = joined.at(-1)) {
      last = join(top, last);
      joined.pop();
    }
    joined.push(last);
  }
  return joined;
}

function join(left: Pool, right: Pool): Pool {
  const cases = left.cases + right.cases;
  const convergence = (left.convergence * left.cases + right.convergence * right.cases) / Math.max(1, cases);
  return { cases, hits: left.hits + right.hits, convergence: Math.round(convergence) };
}

/** One hit and one miss more than were seen, so that a few cases never make a certainty. */
function rateOf({ cases, hits }: Pool): number {
  return Math.min(HIGHEST_CONFIDENCE, Math.round((ONE * (hits + 1)) / (cases + 2)));
}

/** Where the first is wrong, how often each further rank is the first right one; never rising. */
function fitShares(records: readonly FitRecord[]): readonly number[] {
  const missed = records.filter(({ rank }) => rank !== 1);
  const counts = Array.from({ length: RANKS - 1 }, (_, index) => ({
    cases: 1,
    hits: missed.filter(({ rank }) => rank === index + 2).length,
    convergence: 0,
  }));
  const mostHits = (pool: Pool) => pool.hits / pool.cases;
  return poolUntil(counts, (left, right) => mostHits(left) > mostHits(right)).flatMap((pool) =>
    Array.from({ length: pool.cases }, () => Math.floor((ONE * mostHits(pool)) / Math.max(1, missed.length))),
  );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
