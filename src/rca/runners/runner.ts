/**
 * A test runner as data: how its command is recognised, how some of its tests are selected, and how it is made to leave
 * a report in a file of ours, by its own flags and environment and with nothing added to the repository.
 */
import type { FailedTest } from '../intake/reading/failed-test.ts';

/** Reads the files that tell which runner a command stands for, below the directory it runs in. */
export type Manifests = {
  /** The text of a file, or null where there is none; paths are relative, with `/`. */
  read(path: string): string | null;
};

/** The formats that results are read from; of a command that says nothing but its exit code, there are none. */
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

/** A file or folder with results; with `inModules`, there may be one of that path in every folder below as well. */
export type ResultPlace = { readonly path: string; readonly inModules?: true };

/** A command line that is ready to run. */
export type PlannedCommand = {
  readonly words: readonly string[];
  /** Set over the environment of the user. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Where the results will be: a file or folder, or what the command prints. A relative path lies in the directory of
   * the run; what an earlier run left there is to be removed first.
   */
  readonly results: {
    readonly format: ResultFormat;
    readonly from: ResultPlace | 'stdout' | 'stderr' | 'output';
  };
};

/** A command whose runner is known. */
export type RecognisedRunner = {
  readonly name: string;
  /** Plans a run of some tests, or of all that the command runs; `out` is a folder of ours that exists. */
  plan(request: { readonly tests: readonly TestName[] | 'all'; readonly out: string }): PlannedCommand;
};

/** One test in the results of a run. */
export type TestResult = TestName & {
  readonly status: 'passed' | 'failed' | 'skipped';
  /** What a failed one said. */
  readonly failure?: {
    readonly kind: 'failure' | 'error';
    readonly type?: string;
    readonly message: string;
    readonly stack: string;
  };
};

/** A test as a report names it: enough for a runner to select it, and to find it again in another report. */
export type TestName = Pick<FailedTest, 'suitePath' | 'name' | 'className' | 'file'>;

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
