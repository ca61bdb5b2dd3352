/**
 * How strongly running a line goes with failing: Ochiai over the runs of single tests, in whole numbers. What failing
 * tests run and passing ones do not is suspect; what all of them run, such as lines of an import, is not.
 */
import type { SourceSymbol } from '../../context/index.ts';
import { symbolAt } from '../changes/enclosing-symbol.ts';
import { FULL } from '../evidence/evidence-features.ts';
import type { Coverage } from './coverage.ts';

/** The coverage of single tests, one for each run. */
export type TestRuns = { readonly failing: readonly Coverage[]; readonly passing: readonly Coverage[] };

/** How suspect files, symbols and lines are, from 0 to 1000; what no failing test ran is left out. */
export type Spectrum = {
  /** A file is as suspect as its most suspect line. */
  readonly files: ReadonlyMap<string, number>;
  /** By path, then by the name of the innermost symbol around the line. */
  readonly symbols: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, number>>;
};

/** Returns the spectrum of runs; `symbolsOf` returns the symbols of a file in their order, where they are known. */
export function spectrumOf(
  { failing, passing }: TestRuns,
  symbolsOf: (path: string) => readonly SourceSymbol[] = () => [],
): Spectrum {
  const failed = countRuns(failing);
  const passed = countRuns(passing);
  const files = new Map<string, number>();
  const symbols = new Map<string, Map<string, number>>();
  const lines = new Map<string, Map<number, number>>();
  for (const [path, counts] of failed) {
    const known = symbolsOf(path);
    const byLine = new Map<number, number>();
    const bySymbol = new Map<string, number>();
    for (const [line, count] of counts) {
      const score = ochiai({
        failed: count,
        failing: failing.length,
        passed: passed.get(path)?.get(line) ?? 0,
      });
      byLine.set(line, score);
      files.set(path, Math.max(files.get(path) ?? 0, score));
      const name = symbolAt(known, line, line)?.name;
      if (name !== undefined) bySymbol.set(name, Math.max(bySymbol.get(name) ?? 0, score));
    }
    lines.set(path, byLine);
    if (bySymbol.size > 0) symbols.set(path, bySymbol);
  }
  return { files, symbols, lines };
}

/**
 * Returns the coefficient of Ochiai, from 0 to 1000 and rounded down: the failing runs that ran a line, over the root
 * of all failing runs times all runs that ran it.
 */
export function ochiai({
  failed,
  failing,
  passed,
}: {
  readonly failed: number;
  readonly failing: number;
  readonly passed: number;
}): number {
  if (failed === 0) return 0;
  const square = (BigInt(FULL * failed) * BigInt(FULL * failed)) / BigInt(failing * (failed + passed));
  return Number(squareRoot(square));
}

function countRuns(runs: readonly Coverage[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  for (const coverage of runs) {
    for (const [path, { ran }] of coverage) {
      const byLine = counts.get(path) ?? new Map<number, number>();
      for (const line of ran) byLine.set(line, (byLine.get(line) ?? 0) + 1);
      if (byLine.size > 0) counts.set(path, byLine);
    }
  }
  return new Map([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The largest whole number whose square is not larger, by Newton's steps from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = value;
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next;
  return root;
}
