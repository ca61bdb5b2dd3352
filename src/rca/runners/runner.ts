/**
 * A test runner as data: how its command is recognised, how tests are selected, and how it is made to write a
 * report to a file of ours, using only its own flags and environment and adding nothing to the repository.
 */
import type { FailedTest } from '../intake/reading/failed-test.ts';

/** Reads the files that identify a command's runner, below the directory it runs in. */
export type Manifests = {
  /** The text of a file, or null if it does not exist; paths are relative, with `/`. */
  read(path: string): string | null;
};

/** The formats that results are read from. A command that offers only its exit code has none. */
export type ResultFormat =
  | 'exit-code'
  | 'junit'
  | 'jest-json'
  | 'go-json'
  | 'rspec-json'
  | 'unittest-text'
  | 'cargo-text'
  | 'tap'
  | 'trx';

/** A file or folder with results. With `inModules`, every folder below may have one at that path as well. */
export type ResultPlace = { readonly path: string; readonly inModules?: true };

/** A command line ready to run. */
export type PlannedCommand = {
  readonly words: readonly string[];
  /** Variables set on top of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Where the results will be: a file or folder, or the command's output. A relative path is in the directory
   * of the run; leftovers of an earlier run must be removed first.
   */
  readonly results: {
    readonly format: ResultFormat;
    readonly from: ResultPlace | 'stdout' | 'stderr' | 'output';
  };
};

/** A command whose runner is known. */
export type RecognisedRunner = {
  readonly name: string;
  /** Plans a run of some tests, or of all that the command runs; `out` is an existing folder of ours. */
  plan(request: { readonly tests: readonly TestName[] | 'all'; readonly out: string }): PlannedCommand;
};

/** One test in the results of a run. */
export type TestResult = TestName & {
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The failure, if it failed. */
  readonly failure?: {
    readonly kind: 'failure' | 'error';
    readonly type?: string;
    readonly message: string;
    readonly stack: string;
  };
};

/** A test as named by a report: enough for a runner to select it, and to find it in another report. */
export type TestName = Pick<FailedTest, 'suitePath' | 'name' | 'className' | 'file'>;

/** How a runner is invoked. */
export type Invocation = {
  /** The words after the runner's name that a plan may change. */
  readonly args: readonly string[];
  /** The words before them that a script fixes. */
  readonly fixed: readonly string[];
  /** Whether the words of a plan pass through a shell, in which case only plain ones are safe. */
  readonly isThroughShell: boolean;
  readonly manifests: Manifests;
};

/** A plan without the words before the arguments. */
export type PlannedArguments = Omit<PlannedCommand, 'words'> & { readonly args: readonly string[] };

export type PlanRequest = { readonly tests: readonly TestName[] | 'all'; readonly out: string };

export type RunnerEntry = {
  readonly name: string;
  /** Returns how many leading words name the runner; 0 if they name something else. */
  recognise(words: readonly string[]): number;
  plan(invocation: Invocation, request: PlanRequest): PlannedArguments;
};

/** Returns a reported file as a path below the directory of the run, or null if there is no such file. */
export function findFile(file: string | undefined, manifests: Manifests): string | null {
  if (file === undefined || /\p{Cc}/u.test(file)) return null;
  const parts = file
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return null;
  // A report of another machine or checkout has its own folder prefix.
  for (let start = 0; start < parts.length; start++) {
    const path = parts.slice(start).join('/');
    if (manifests.read(path) !== null) return path.startsWith('-') ? `./${path}` : path;
  }
  return null;
}

/** Returns the files of some tests without duplicates, or null if one is unknown. */
export function findFiles(tests: readonly TestName[], manifests: Manifests): readonly string[] | null {
  const files = tests.map(({ file }) => findFile(file, manifests));
  return files.includes(null) ? null : [...new Set(files.flatMap((file) => file ?? []))];
}

/** Returns the major version of an installed package of Node, or null. */
export function majorVersion(name: string, manifests: Manifests): number | null {
  const version = /"version"\s*:\s*"(\d+)[.]/.exec(manifests.read(`node_modules/${name}/package.json`) ?? '');
  return version === null ? null : Number(version[1]);
}
