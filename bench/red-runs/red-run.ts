/** One red run as it is kept: a line of `runs/<owner>+<name>.jsonl.gz`. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CommitMeta } from './git-store.ts';
import { folderName, type Language } from './recipe.ts';

/** A commit on top of the base: one of the real history, or one of our own with its patch. */
export type HistoryStep = { readonly real: string } | ({ readonly patch: string } & CommitMeta);

/** How the history and the work tree of a case are laid out. */
export interface CaseHistory {
  /** A commit of the real repository; everything before it is real. */
  readonly base: string;
  /**
   * Oldest first. A real commit keeps its message, author and date; its tree is its own with all patches of the steps
   * before it.
   */
  readonly steps: readonly HistoryStep[];
  /** Which of the steps brought the fault; null where none did. */
  readonly faultStep: number | null;
  /** Changes that are staged, and on top of them those that are not. */
  readonly staged: string;
  readonly unstaged: string;
}

/** What `gold/<id>.json` says besides what the layout adds. */
export interface RunGold {
  readonly fixed_files: readonly string[];
  readonly fixed_methods?: readonly { readonly file: string; readonly method: string }[];
  /** Lines of the faulty file. */
  readonly lines?: readonly number[];
}

/** A red run with everything a case needs. */
export interface RedRun {
  readonly id: string;
  readonly repository: string;
  readonly project: string;
  readonly revision: string;
  readonly language: Language;
  readonly world: 'change' | 'latent';
  readonly placement: 'uncommitted' | 'last' | 'back';
  /** How many commits lie on top of the one that brought the fault. */
  readonly distance: number;
  readonly operator: string;
  readonly kind: 'product_bug' | 'test_bug' | 'environment' | 'flaky';
  readonly gold: RunGold;
  readonly history: CaseHistory;
  /** How many tests failed because of the fault. */
  readonly failures: number;
  /** The JUnit XML of the run. */
  readonly report: string;
}

/** The file that keeps the runs of a repository. */
function runsFile(repository: string): string {
  return join(import.meta.dirname, 'runs', `${folderName(repository)}.jsonl.gz`);
}

/** Reads the runs of a repository; none if there is no file yet. */
export function readRuns(repository: string): RedRun[] {
  const file = runsFile(repository);
  if (!existsSync(file)) return [];
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RedRun);
}

/** Writes the runs of a repository in the order of their ids; a reader never meets half a file. */
export function writeRuns(repository: string, runs: readonly RedRun[]): void {
  const file = runsFile(repository);
  mkdirSync(dirname(file), { recursive: true });
  const ordered = [...runs].sort((left, right) => (left.id < right.id ? -1 : 1));
  const text = ordered.map((run) => `${JSON.stringify(run)}\n`).join('');
  writeFileSync(`${file}.part`, gzipSync(text, { level: 9 }));
  renameSync(`${file}.part`, file);
}
