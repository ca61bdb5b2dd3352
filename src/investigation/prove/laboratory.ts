/**
 * Runs experiments: the operator's command on scratch states of the repository, within a budget. Every run is
 * recorded, so that none is made twice.
 */
import { join } from 'node:path';
import { tracerOf } from '../../adapters/coverage/index.ts';
import { openCommandRunner } from '../../adapters/exec/index.ts';
import { openScratchPool, openStateSpace } from '../../adapters/git/scratch/index.ts';
import { type SecretScanner, screenText } from '../../context/index.ts';
import {
  assertInvariant,
  type CanonicalValue,
  canonicalText,
  cite,
  compareCodePoints,
  type FrameId,
  PenumbraError,
} from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type Coverage,
  type FailureMark,
  keepCoverage,
  keptCoverage,
  type Observation,
  observationOf,
  ProofStopped,
  type RunTests,
  recordTestRun,
  type StateSpace,
  type TestName,
} from '../../rca/index.ts';
import { digestEnvironment, stampOf } from './experiment-environment.ts';
import {
  type Experiment,
  type KeptRecord,
  type KeptRun,
  type MetTest,
  nameOf,
  openJournal,
  replayJournal,
} from './experiment-journal.ts';
import { createSlotRunner, type SlotOutcome } from './slot-runner.ts';
import type { TestCommand } from './test-command.ts';
import { openTestNames } from './test-names.ts';

/** Options of a laboratory. */
export type LaboratoryOptions = {
  readonly ledger: Ledger;
  readonly scanner: SecretScanner;
  readonly root: string;
  readonly command: TestCommand;
  /** Run on a state before its tests, if they need a build. */
  readonly build?: readonly string[] | undefined;
  readonly budgetMs: number;
  readonly maxRuns?: number | undefined;
  readonly hasNetwork: boolean;
  /** Files that the caller writes at the end; earlier versions of them are not part of the working tree. */
  readonly outputs?: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called before the command runs for the first time; recorded results need no consent. */
  readonly beforeFirstRun?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The runs to answer from instead of the whole ledger; nothing else is run. */
  readonly replays?: readonly KeptRun[] | undefined;
};

/**
 * How tests are run: with `isOnRecord`, only recorded runs are used, and it stops where another run would be
 * needed.
 */
type RunnerOptions = { readonly isOnRecord?: boolean };

/** Runs some tests on states. */
type TestRunner = {
  readonly run: RunTests;
  /** The result of a traced run of the same tests on the working tree; null if none is recorded. */
  traced(): Promise<Observation | null>;
};

/** A place for experiments. */
export type Laboratory = {
  readonly space: StateSpace;
  /** Returns the bytes of a file in a state; undefined if it does not exist. */
  read(state: string, path: string): Uint8Array | undefined;
  /** Screens test names as the report's were screened; tests are requested by such names. */
  screenNamesBy(screenName: (name: string) => string): void;
  /** Returns a runner of these tests on states. */
  runnerOf(tests: readonly TestName[], options?: RunnerOptions): TestRunner;
  /** Runs everything the command runs on the working tree; throws if it cannot be started. */
  runAll(): Promise<SlotOutcome>;
  /** Runs tests on the working tree with a tracer and returns which lines ran; null if that is unknown. */
  cover(tests: readonly TestName[]): Promise<Coverage | null>;
  /** How many commands were actually run. */
  readonly runs: number;
  /**
   * Returns the tests that the command runs on a state, in order, with their status in each of the requested
   * runs.
   */
  meetAll(state: string, options?: { readonly times?: number }): Promise<readonly (readonly MetTest[])[]>;
  /** Repeats a recorded experiment without recording it. */
  repeat(experiment: Experiment): Promise<KeptRecord>;
  /** The remaining budget. */
  remainingMs(): number;
  /** Why a requested run was not made; null if all were. */
  stopReason(): string | null;
  /** The frames of all requested runs. */
  frames(): readonly FrameId[];
  /** Notes for the reader on how the states were made. */
  notes(): readonly string[];
  close(): void;
};

/** Opens a laboratory on the working tree as it is now. */
export function openLaboratory(options: LaboratoryOptions): Laboratory {
  const { ledger, root, command, signal, scanner } = options;
  const names = openTestNames(scanner);
  const space = openStateSpace(root, { leavesOut: options.outputs ?? [] });
  const pool = openScratchPool(space, { isBuilt: options.build !== undefined });
  const runner = openCommandRunner(
    { protects: space.userDirectories, hasNetwork: options.hasNetwork },
    options.environment,
  );
  if (!options.hasNetwork && !runner.isSandboxed) {
    space.close();
    throw new PenumbraError('unsupported-runtime', 'without bubblewrap the network cannot be taken away', {
      hint: 'install bubblewrap, or leave --no-network out',
    });
  }
  const environmentDigest = digestEnvironment(options.environment, {
    isSandboxed: runner.isSandboxed,
    hasNetwork: options.hasNetwork,
    brought: pool.brought
      .filter(({ how }) => how !== 'left-out')
      .map(({ path }) => `${path} ${stampOf(join(root, path))}`),
  });
  const deadlineMs = performance.now() + options.budgetMs;
  const journal =
    options.replays === undefined
      ? openJournal(ledger, { command, build: options.build ?? [], environmentDigest, scanner })
      : replayJournal(options.replays);
  const known = new Map<string, Promise<KeptRun[]>>();
  const notes = new Set(space.notes);
  const frames = new Set<FrameId>();
  let stopReason: string | null = null;
  let runs = 0;

  const remainingMs = () => deadlineMs - performance.now();
  const stopped = (reason: string) => {
    stopReason = reason;
    return new ProofStopped(reason);
  };
  let agreed: Promise<void> | undefined;
  const requireMore = async () => {
    if (signal?.aborted) throw stopped('it was stopped');
    if (remainingMs() <= 0) throw stopped('the time is spent');
    if (options.maxRuns !== undefined && runs >= options.maxRuns) throw stopped('the runs are spent');
    agreed ??= options.beforeFirstRun?.();
    await agreed;
  };

  const slots = createSlotRunner({ ...options, runner, space, remainingMs, stopped });

  const runOn = async (state: string, tests: readonly TestName[] | 'all'): Promise<SlotOutcome> => {
    await requireMore();
    runs += 1;
    return pool.withState(state, (slot) => slots.run(slot, names.toRun(tests)));
  };

  const experimentOf = (state: string, tests: Experiment['tests']) => {
    for (const note of pool.notesOn(state)) notes.add(note);
    return { state, tests };
  };

  /** Returns the recorded runs of an experiment; new runs are appended to the same array. */
  const runsOf = (experiment: Experiment): Promise<KeptRun[]> => {
    const key = canonicalText(experiment as unknown as CanonicalValue);
    const runs = known.get(key) ?? journal.read(experiment).then((found) => [...found]);
    known.set(key, runs);
    return runs;
  };

  /** Returns the recorded run of an experiment, or makes and records it. */
  const runOnce = async (
    experiment: Experiment,
    {
      attempt,
      make,
      isOnRecord = false,
    }: RunnerOptions & { readonly attempt: number; make(): Promise<KeptRecord> },
  ): Promise<KeptRun> => {
    const kept = await runsOf(experiment);
    while (usedOf(kept).length <= attempt) {
      if (isOnRecord) throw new ProofStopped('nobody asked for more');
      // INVARIANT (a replay runs nothing): a run that is not recorded ends the replay, as it ended the proof.
      if (options.replays !== undefined) throw stopped('it is not on record');
      kept.push(await journal.keep(experiment, { attempt: kept.length, record: await make() }));
    }
    return usedOf(kept)[attempt] as KeptRun;
  };

  /**
   * A run that timed out within a smaller budget may finish within this one, and a finished run says more.
   */
  const usedOf = (kept: readonly KeptRun[]): readonly KeptRun[] => {
    if (options.replays !== undefined) return kept;
    const ended = kept.filter(({ record }) => !('budgetMs' in record));
    const isAsLong = ({ record }: KeptRun) => 'budgetMs' in record && record.budgetMs >= options.budgetMs;
    return ended.length > 0 ? ended : kept.filter(isAsLong);
  };

  const wholeExperiment: Experiment = { state: space.workTree, tests: 'all' };
  const runTests = async ({ state, tests }: Experiment): Promise<KeptRecord> =>
    recordOf(tests, masked(tests, await runOn(state, tests)), options);

  /** An outcome under the recorded names of its tests. */
  const masked = (tests: Experiment['tests'], outcome: SlotOutcome): SlotOutcome => ({
    ...outcome,
    results: names.mask(outcome.results, tests),
  });

  const runTraced = async ({ state, tests }: Experiment): Promise<KeptRecord> => {
    assertInvariant(tests !== 'all', 'only some tests are traced');
    await requireMore();
    runs += 1;
    const real = names.toRun(tests);
    const { lines, ...outcome } = await pool.withState(state, (slot) =>
      slots.trace(slot, real === 'all' ? tests : real),
    );
    return { kind: 'traced', lines: keepCoverage(lines), run: recordTestRun(tests, masked(tests, outcome)) };
  };

  /** A traced run is keyed by its set of tests, since a later caller may list them in another order. */
  const tracedExperiment = (tests: readonly TestName[]): Experiment => ({
    state: space.workTree,
    tests: inOneOrder(names.maskNames(tests)),
    isTraced: true,
  });

  const cover = async (tests: readonly TestName[]): Promise<Coverage | null> => {
    if (tracerOf(command.runner.name) === undefined) return null;
    const experiment = tracedExperiment(tests);
    const { record } = await runOnce(experiment, { attempt: 0, make: () => runTraced(experiment) });
    return record.kind === 'traced' && record.lines.length > 0 ? keptCoverage(record.lines) : null;
  };

  const runnerOf: Laboratory['runnerOf'] = (tests, { isOnRecord = false } = {}) => {
    const marks: (FailureMark | undefined)[] = [];
    const traced = async (): Promise<Observation | null> => {
      const experiment = tracedExperiment(tests);
      const [kept] = await runsOf(experiment);
      if (kept?.record.kind !== 'traced' || experiment.tests === 'all') return null;
      const { kind, ends } = kept.record.run;
      frames.add(kept.frame);
      const places = experiment.tests.map((test) => canonicalText(test));
      const inOrder = tests.flatMap((test) => ends[places.indexOf(canonicalText(nameOf(test)))] ?? []);
      return observationOf({ kind, ends: inOrder }, marks);
    };
    const run: RunTests = async (state, { attempt }) => {
      const experiment = experimentOf(state, tests);
      const { frame, record } = await runOnce(experiment, {
        attempt,
        isOnRecord,
        make: () => runTests(experiment),
      });
      assertInvariant('ends' in record, 'some tests were asked for');
      frames.add(frame);
      // A test's way of failing is defined by its first failure on the working tree.
      if (state === space.workTree)
        for (const [index, end] of record.ends.entries())
          if (end.status === 'failed') marks[index] ??= end.mark;
      return observationOf(record, marks);
    };
    return { run, traced };
  };

  return {
    space,
    read: space.read,
    screenNamesBy: names.screenBy,
    runnerOf,
    cover,
    async runAll() {
      const outcome = await runOn(space.workTree, 'all');
      const { isMissing, isUnbuilt, exitCode, output } = outcome;
      const words = isUnbuilt ? (options.build ?? []) : command.words;
      if (isMissing)
        throw new PenumbraError('usage', `there is no program ${cite(words[0] ?? command.text)}`, {
          hint: 'check the name, or give the whole path',
        });
      if (!isUnbuilt && (outcome.results.length === 0 || outcome.hasTimedOut)) return outcome;
      if (!isUnbuilt) {
        const kept = await runsOf(wholeExperiment);
        const record = recordOf('all', masked('all', outcome), options);
        kept.push(await journal.keep(wholeExperiment, { attempt: kept.length, record }));
        return outcome;
      }
      const said = output === '' ? '' : `:\n${screenText(scanner, output)}`;
      throw new PenumbraError(
        'unreadable-input',
        `the build ${cite(words.join(' '))} ended with ${exitCode ?? 'a signal'}${said}`,
        {
          hint: 'make it run by itself first, also with --no-network if that is given; this is what it printed',
        },
      );
    },
    get runs() {
      return runs;
    },
    async meetAll(state, { times = 1 } = {}) {
      const experiment = experimentOf(state, 'all');
      // The newest runs, one of which `why` may have just made.
      const attempt = Math.max(usedOf(await runsOf(experiment)).length, times) - 1;
      await runOnce(experiment, { attempt, make: () => runTests(experiment) });
      return usedOf(await runsOf(experiment))
        .slice(-times)
        .map(({ frame, record }) => {
          assertInvariant(record.kind === 'all', 'all tests were asked for');
          frames.add(frame);
          return record.met;
        });
    },
    repeat: (experiment) => (experiment.isTraced ? runTraced(experiment) : runTests(experiment)),
    remainingMs,
    stopReason: () => stopReason,
    frames: () => [...frames],
    notes: () => [...notes],
    close() {
      try {
        pool.close();
      } finally {
        space.close();
      }
    },
  };
}

function recordOf(
  tests: Experiment['tests'],
  outcome: SlotOutcome,
  { budgetMs }: Pick<LaboratoryOptions, 'budgetMs'>,
): KeptRecord {
  const met = () => outcome.results.map((test) => ({ ...nameOf(test), status: test.status }));
  const record = tests === 'all' ? { kind: 'all' as const, met: met() } : recordTestRun(tests, outcome);
  const isCutOff = record.kind === 'all' ? outcome.hasTimedOut : record.kind === 'timed-out';
  return isCutOff ? { ...record, budgetMs } : record;
}

/** Tests in a canonical order. */
function inOneOrder(tests: readonly TestName[]): readonly TestName[] {
  const named = tests.map((test) => [canonicalText(nameOf(test)), nameOf(test)] as const);
  return named.sort(([left], [right]) => compareCodePoints(left, right)).map(([, test]) => test);
}
