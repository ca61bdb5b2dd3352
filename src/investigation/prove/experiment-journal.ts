/**
 * The record of experiments: each run of some tests on one state is a frame, which is looked up before
 * anything is run again.
 */
import { type SecretScanner, screenText } from '../../context/index.ts';
import {
  assertInvariant,
  type CanonicalValue,
  canonicalText,
  type FrameId,
  PenumbraError,
  parseCanonical,
  sha256,
  taggedHash,
} from '../../kernel/index.ts';
import { currentFrames, type Ledger, putFrames, readFrames, type Subject } from '../../ledger/index.ts';
import type { KeptCoverage, TestName, TestResult, TestRunRecord } from '../../rca/index.ts';
import type { TestCommand } from './test-command.ts';
import { screenTestNames } from './test-names.ts';

/** A test as seen in a run of all tests. */
export type MetTest = TestName & Pick<TestResult, 'status'>;

/**
 * The result of one run: how the requested tests ended, which tests the command ran, or also which lines ran.
 */
export type KeptRecord =
  | TestRunRecord
  | { readonly kind: 'all'; readonly met: readonly MetTest[] }
  /** For a run that timed out, the budget it was part of. */
  | ((TestRunRecord | { readonly kind: 'all'; readonly met: readonly MetTest[] }) & {
      readonly budgetMs: number;
    })
  | { readonly kind: 'traced'; readonly lines: KeptCoverage; readonly run: TestRunRecord };

/**
 * What is run on a state: some tests, or everything the command runs; optionally traced to see which lines
 * execute.
 */
export type Experiment = {
  readonly state: string;
  readonly tests: readonly TestName[] | 'all';
  readonly isTraced?: true;
};

/** A recorded run; the attempts of one experiment count from 0. */
export type KeptRun = Experiment & {
  readonly frame: FrameId;
  readonly attempt: number;
  readonly record: KeptRecord;
};

/** Stores experiments, and is read before they are run. */
export type ExperimentJournal = {
  /** Returns the runs of an experiment in the order of their attempts. */
  read(experiment: Experiment): Promise<readonly KeptRun[]>;
  keep(experiment: Experiment, run: Pick<KeptRun, 'attempt' | 'record'>): Promise<KeptRun>;
};

/** What two runs must share, besides state and tests, to be repetitions of each other. */
export type ExperimentSetting = {
  readonly command: TestCommand;
  readonly build: readonly string[];
  readonly environmentDigest: string;
  /** Keeps secrets in the command and in test names out of the record. */
  readonly scanner: SecretScanner;
};

/** The type of an experiment's frame. */
export const EXPERIMENT_TYPE = 'experiment';

/** Opens the journal of a ledger for one command in one environment. */
export function openJournal(
  ledger: Ledger,
  { command, build, environmentDigest, scanner }: ExperimentSetting,
): ExperimentJournal {
  const subjectOf = ({ state, tests, isTraced }: Experiment): Subject => ({
    kind: 'experiment',
    id: taggedHash('penumbra/experiment/2', {
      state,
      command: [...command.words],
      runner: command.runner.name,
      folder: command.folder,
      build: [...build],
      tests: tests as unknown as CanonicalValue,
      environment: environmentDigest,
      ...(isTraced && { isTraced }),
    }),
  });
  const screened = (experiment: Experiment): Experiment => {
    const { tests } = experiment;
    return tests === 'all' ? experiment : { ...experiment, tests: screenTestNames(scanner, tests) };
  };
  return {
    read: async (experiment) => {
      const frames = await currentFrames(ledger, subjectOf(screened(experiment)));
      return inOrder(frames.flatMap(keptRun));
    },
    keep: async (asked, { attempt, record: made }) => {
      const experiment = screened(asked);
      const { state } = experiment;
      const text = screenText(scanner, command.text);
      // INVARIANT (no raw name on record): the code that runs tests masks their names first; this is the last
      // gate.
      const record = made.kind === 'all' ? { ...made, met: screenTestNames(scanner, made.met) } : made;
      const [kept] = await putFrames(ledger, [
        {
          subject: subjectOf(experiment),
          type: EXPERIMENT_TYPE,
          agent: 'laboratory',
          basis: { inputs: [{ external: { name: `tree ${state}`, value: sha256(state) } }] },
          content: canonicalText({
            class: 'executed',
            ...(experiment as unknown as Record<string, CanonicalValue>),
            command: text,
            environment: environmentDigest,
            attempt,
            record: record as unknown as CanonicalValue,
          }),
        },
      ]);
      assertInvariant(kept !== undefined, 'a frame that was put has an id');
      return { ...experiment, attempt, record, frame: kept.frameId };
    },
  };
}

/** Reads runs by their frames; frames that are not experiments or have lost their content are left out. */
export async function readRuns(ledger: Ledger, frames: readonly FrameId[]): Promise<readonly KeptRun[]> {
  const found = await readFrames(ledger.store, frames);
  return found.filter(({ frame }) => frame?.type === EXPERIMENT_TYPE).flatMap(keptRun);
}

/** Makes a read-only journal of the given recorded runs, as if there were no others. */
export function replayJournal(runs: readonly KeptRun[]): ExperimentJournal {
  const keyOf = ({ state, tests, isTraced }: Experiment) =>
    canonicalText({ state, tests: tests as unknown as CanonicalValue, isTraced: isTraced ?? false });
  const byExperiment = Map.groupBy(runs, keyOf);
  return {
    read: async (experiment) => inOrder(byExperiment.get(keyOf(experiment)) ?? []),
    keep: () => Promise.reject(new PenumbraError('internal', 'a replay keeps nothing')),
  };
}

/** Two processes may have made the same attempt. */
function inOrder(runs: readonly KeptRun[]): readonly KeptRun[] {
  return runs.toSorted((left, right) => left.attempt - right.attempt || (left.frame < right.frame ? -1 : 1));
}

function keptRun({
  id,
  content,
}: {
  readonly id: FrameId;
  readonly content: Uint8Array | null;
}): readonly KeptRun[] {
  if (content === null) return [];
  const { state, tests, isTraced, attempt, record } = parseCanonical(content) as unknown as KeptRun;
  return [{ frame: id, state, tests, attempt, record, ...(isTraced && { isTraced }) }];
}

/** The name of a test, without its status. */
export function nameOf({ suitePath, name, className, file }: TestName): TestName {
  return {
    suitePath,
    name,
    ...(className !== undefined && { className }),
    ...(file !== undefined && { file }),
  };
}
