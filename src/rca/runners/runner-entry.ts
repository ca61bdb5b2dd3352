/** The form of an entry in the table of runners, and what entries share. */
import type { Manifests, PlannedCommand, TestName } from './runner.ts';

/** How a runner is called. */
export type Invocation = {
  /** The words after the runner's name that a plan may change. */
  readonly args: readonly string[];
  /** The words that a script gives before them; they stay. */
  readonly fixed: readonly string[];
  /** Whether the words of a plan pass through a shell; then only plain ones are safe. */
  readonly isThroughShell: boolean;
  readonly manifests: Manifests;
};

/** A plan without the words before the arguments. */
export type PlannedArguments = Omit<PlannedCommand, 'words'> & { readonly args: readonly string[] };

/** What is to be run. */
export type PlanRequest = { readonly tests: readonly TestName[] | 'all'; readonly out: string };

/** A runner in the table. */
export type RunnerEntry = {
  readonly name: string;
  /** Returns how many words at the beginning name the runner, 0 where they name something else. */
  recognise(words: readonly string[]): number;
  plan(invocation: Invocation, request: PlanRequest): PlannedArguments;
};

/** Returns a file of a report as a path below the directory of the run, or null where there is no such file. */
export function findFile(file: string | undefined, manifests: Manifests): string | null {
  if (file === undefined || /\p{Cc}/u.test(file)) return null;
  const parts = file
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return null;
  // A report of another machine, or of another copy, has its own folders in front.
  for (let start = 0; start < parts.length; start++) {
    const path = parts.slice(start).join('/');
    if (manifests.read(path) !== null) return path.startsWith('-') ? `./${path}` : path;
  }
  return null;
}

/** Returns the files of some tests, each once, or null where one is not known. */
export function findFiles(tests: readonly TestName[], manifests: Manifests): readonly string[] | null {
  const files = tests.map(({ file }) => findFile(file, manifests));
  return files.includes(null) ? null : [...new Set(files.flatMap((file) => file ?? []))];
}

/** Returns the major version of an installed package of Node, or null. */
export function majorVersion(name: string, manifests: Manifests): number | null {
  const version = /"version"\s*:\s*"(\d+)[.]/.exec(manifests.read(`node_modules/${name}/package.json`) ?? '');
  return version === null ? null : Number(version[1]);
}
