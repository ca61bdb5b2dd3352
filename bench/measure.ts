// Measures a row: subject and peer take turns round by round, so that both meet the same machine, and each round
// gives one ratio. The median ratio is the figure; the lowest and highest are its spread.

import type { Contestant, Row } from './row.ts';

/** How long to measure. */
export type Effort = {
  readonly rounds: number;
  /** How much CPU the quicker side of a round takes at least. */
  readonly roundMicroseconds: number;
  /** What the sizes and least repetitions of rows are divided by. */
  readonly shrink: number;
};

/** The middle of several rounds, and how far they lay apart. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** What one size came to; costs are CPU microseconds of one piece of work. */
export type SizeResult = {
  readonly size: number;
  readonly ratio: Spread;
  readonly subject: Spread;
  readonly peer: Spread;
};

/** How the cost grows with the size: 0 not at all, 1 in proportion, 2 with its square. */
export type Exponents = { readonly subject: number; readonly peer: number };

/** What a row came to. */
export type Measurement = { readonly sizes: readonly SizeResult[]; readonly exponent: Exponents };

/** Measures a row at its three sizes. */
export async function measureRow(row: Row, effort: Effort): Promise<Measurement> {
  const sizes: SizeResult[] = [];
  for (const size of row.sizes) sizes.push(await measureSize(row, Math.ceil(size / effort.shrink), effort));
  const exponentOf = (side: 'subject' | 'peer') =>
    growthExponent(sizes.map((result) => ({ size: result.size, cost: result[side].median })));
  return { sizes, exponent: { subject: exponentOf('subject'), peer: exponentOf('peer') } };
}

/** Returns the slope of the least-squares line through (log size, log cost). */
export function growthExponent(points: readonly { readonly size: number; readonly cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = mean(logs.map(({ x }) => x));
  const meanY = mean(logs.map(({ y }) => y));
  const covariance = mean(logs.map(({ x, y }) => (x - meanX) * (y - meanY)));
  return covariance / mean(logs.map(({ x }) => (x - meanX) ** 2));
}

async function measureSize(row: Row, size: number, effort: Effort): Promise<SizeResult> {
  const subject = await row.subject(size);
  const peer = await row.peer(size);
  try {
    const leastTimes = Math.ceil((row.leastTimes ?? 1) / effort.shrink);
    const mostTimes = row.mostTimes ?? Number.POSITIVE_INFINITY;
    const times = await warmUp([subject, peer], { leastTimes, mostTimes }, effort.roundMicroseconds);
    const costs: { readonly subject: number; readonly peer: number }[] = [];
    for (let round = 0; round < Math.min(effort.rounds, row.rounds ?? effort.rounds); round++) {
      // Whoever goes second may find warmer caches, so they go first in turn.
      const [first, second] = round % 2 === 0 ? [subject, peer] : [peer, subject];
      const [a, b] = [(await first.run(times)) / times, (await second.run(times)) / times];
      costs.push(round % 2 === 0 ? { subject: a, peer: b } : { subject: b, peer: a });
    }
    return {
      size,
      ratio: spreadOf(costs.map((cost) => cost.subject / cost.peer)),
      subject: spreadOf(costs.map((cost) => cost.subject)),
      peer: spreadOf(costs.map((cost) => cost.peer)),
    };
  } finally {
    await subject.close?.();
    await peer.close?.();
  }
}

/** Runs both sides until compilers and caches are warm; returns how often a round repeats the work. */
async function warmUp(
  sides: readonly Contestant[],
  { leastTimes, mostTimes }: { readonly leastTimes: number; readonly mostTimes: number },
  roundMicroseconds: number,
): Promise<number> {
  for (let times = leastTimes; ; times *= 2) {
    let quickest = Number.POSITIVE_INFINITY;
    for (const side of sides) quickest = Math.min(quickest, await side.run(times));
    if (quickest >= roundMicroseconds || times * 2 > mostTimes) return times;
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const median = (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
