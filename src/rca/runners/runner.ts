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
