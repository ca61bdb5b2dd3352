/**
 * How the tests of a public repository are run: what `repositories.json` says of each. A recipe holds everything that a
 * stranger needs to make the red runs again, and tells which files a fault may go to.
 */
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** The languages that fault operators and harmless edits know. */
export type Language = 'javascript' | 'typescript' | 'python' | 'go' | 'java';

/** One entry of `repositories.json`. Paths are globs from the root of the repository, or folders that end with `/`. */
export interface Recipe {
  /** Owner and name on GitHub. */
  readonly repository: string;
  /** The name that groups its cases; the part after the slash as a rule. */
  readonly project: string;
  readonly language: Language;
  /** The revision that faults are planted in: 40 hexadecimal digits. */
  readonly revision: string;
  /** A shell command, run once in the fresh checkout at the revision: installs what the tests need. */
  readonly prepare: string;
  /**
   * A shell command, run in the checkout for every run; its exit code is not looked at, only its reports. `$RED_RUNS` is
   * the folder of these scripts.
   */
  readonly test: string;
  /** The JUnit XML files that `test` writes; they are deleted before every run. */
  readonly reports: readonly string[];
  /** Sources of the product that the tests exercise. */
  readonly production: readonly string[];
  /** Sources of the tests. */
  readonly tests: readonly string[];
  /** Data that tests read. */
  readonly fixtures?: readonly string[];
  /** Configuration files whose change breaks the test run. */
  readonly configuration?: readonly string[];
  /** Debian packages that must be installed. */
  readonly packages?: readonly string[];
  /** How long one run may take; 120 seconds if absent. */
  readonly timeoutSeconds?: number;
  /** How a person runs the tests, for `penumbra why`; left out where no runner of the project can be run. */
  readonly own?: {
    readonly command: string;
    readonly environment?: Readonly<Record<string, string>>;
  };
  /** Files that the stored snapshot of the repository lacks, left out of every checkout. */
  readonly absent?: readonly string[];
}

/** Reads the recipes that are committed beside this file. */
export function readRecipes(): readonly Recipe[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'repositories.json'), 'utf8')) as Recipe[];
}

/** Finds the recipe of a repository, or throws. */
export function recipeOf(repository: string): Recipe {
  const recipe = readRecipes().find((each) => each.repository === repository);
  if (recipe === undefined) throw new Error(`\`${repository}\` has no entry in repositories.json`);
  return recipe;
}

/** Tells whether a path is meant by one of the patterns. */
export function isAmong(path: string, patterns: readonly string[] = []): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern || matchesGlob(path, pattern),
  );
}

/** Names the mirror and the file of runs of a repository. */
export function folderName(repository: string): string {
  return repository.replace('/', '+');
}
