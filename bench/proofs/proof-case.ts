/** What came out for one red run, as it is kept in `results.jsonl`. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedRun } from '../red-runs/red-run.ts';
import type { Score } from './score-proof.ts';
import type { PlainSearch } from './search-plainly.ts';

/** The result of one red run. */
export type ProofCase = Pick<
  RedRun,
  'id' | 'repository' | 'language' | 'world' | 'placement' | 'distance' | 'operator' | 'kind'
> & {
  /** That of the first cause that was proven, else of the first; `green` where nothing failed here. */
  readonly outcome: string;
  readonly fault?: string;
  readonly causes: readonly {
    readonly outcome: string;
    readonly runs: number;
    readonly notes: readonly string[];
  }[];
  readonly score: Score;
  /** The files of all that was proven. */
  readonly proven: readonly string[];
  /** Whether the commit is the one that brought the fault; nothing where nothing was proven. */
  readonly isCommitRight: boolean | null;
  /** How often the command was run, the first run of all tests included. */
  readonly runs: number;
  /** How many of them looked again at what was already found. */
  readonly verifyingRuns: number;
  readonly seconds: number;
  /** How much of it the command itself took. */
  readonly testSeconds: number;
  /** Whether files, index, refs, stash and work trees were the same afterwards. */
  readonly isUntouched: boolean;
  /** `git bisect run` and delta debugging. */
  readonly plain?: Omit<PlainSearch, 'units'> & { readonly score: Score };
};

const file = join(import.meta.dirname, 'results.jsonl');

/** Reads all results; none if there is no file yet. */
export function readResults(): readonly ProofCase[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ProofCase);
}

/** Keeps a result in the place of an earlier one of the same red run. */
export function keepResult(result: ProofCase): void {
  const others = readResults().filter(({ id }) => id !== result.id);
  const ordered = [...others, result].sort((left, right) => (left.id < right.id ? -1 : 1));
  writeFileSync(`${file}.part`, ordered.map((each) => `${JSON.stringify(each)}\n`).join(''));
  renameSync(`${file}.part`, file);
}
