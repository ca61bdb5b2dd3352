/**
 * Where experiments are made: states of the repository on scratch, the operator's command run on them, and every run on
 * record, so that none is made twice. Nothing here chooses a program or a word of its command.
 */
import { createReadStream, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageEnvironment, readTracedCoverage, tracerOf } from '../../adapters/coverage/index.ts';
import { type CommandEnd, openCommandRunner } from '../../adapters/exec/index.ts';
import { openScratchPool, openStateSpace, type ScratchSlot } from '../../adapters/git/index.ts';
import {
  assertInvariant,
  type CanonicalValue,
  canonicalText,
  cite,
  type FrameId,
  PenumbraError,
} from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type CommandOutcome,
  type Coverage,
  type FailureMark,
  keepCoverage,
  keptCoverage,
  type Observation,
  observationOf,
  type PlannedCommand,
  ProofStopped,
  type RunTests,
  readResults,
  recordTestRun,
  type StateSpace,
  type TestName,
  type TestResult,
} from '../../rca/index.ts';
import { digestEnvironment, moveEnvironment, movePaths, stampOf } from './experiment-environment.ts';
import {
  type Experiment,
  type KeptRecord,
  type KeptRun,
  type MetTest,
  nameOf,
  openJournal,
  replayJournal,
} from './experiment-journal.ts';
import type { TestCommand } from './test-command.ts';

/** What a laboratory works with. */
export type LaboratoryOptions = {
  readonly ledger: Ledger;
  readonly root: string;
  readonly command: TestCommand;
  /** Run on a state before its tests, where they need something built. */
  readonly build?: readonly string[] | undefined;
  readonly budgetMs: number;
  readonly maxRuns?: number | undefined;
  readonly hasNetwork: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** The runs to answer from, instead of the whole ledger; then nothing is run that is not among them. */
  readonly replays?: readonly KeptRun[] | undefined;
};

/** How tests are run: `isOnRecord` tells only what is on record, and stops where more would have to be run. */
type RunnerOptions = { readonly isOnRecord?: boolean };

/** A place for experiments. */
export type Laboratory = {
  readonly space: StateSpace;
  readonly isSandboxed: boolean;
  /** Returns what runs these tests on states. */
  runnerOf(tests: readonly TestName[], options?: RunnerOptions): RunTests;
  /** Runs everything that the command runs on the working tree; throws where it cannot be started. */
  runAll(): Promise<CommandOutcome & { readonly output: string }>;
  /** Runs tests on the working tree once more and returns which lines ran; null where that cannot be told. */
  cover(tests: readonly TestName[]): Promise<Coverage | null>;
  /** How many commands were really run. */
  readonly runs: number;
  /** Returns the tests that the command runs on the working tree, in their order, and how each ended. */
  meetAll(): Promise<readonly MetTest[]>;
  /** Makes an experiment that is on record once more, and puts nothing on record. */
  repeat(experiment: Experiment): Promise<KeptRecord>;
  /** How much of the budget is left. */
  remainingMs(): number;
  /** Why something was not run that was asked for; null where everything was. */
  stopReason(): string | null;
  /** The records of all runs that were asked for. */
  frames(): readonly FrameId[];
  /** What a reader should know of how the states were made. */
  notes(): readonly string[];
  close(): void;
};

const MEGABYTE = 1024 * 1024;
const RESULT_BYTES = 128 * MEGABYTE;
const OUTPUT_BYTES = MEGABYTE;
const SHOWN_OUTPUT = 4_000;
/** How many times the longest run so far a run may take, and the least it is granted. */
const TIMES_LONGER = 4;
const LEAST_TIMEOUT_MS = 20_000;
/** Which share of the time that is left a test may take before any run has ended; one that takes longer hangs. */
const FIRST_SHARE = 4;

type RunBounds = {
  readonly planned?: PlannedCommand;
  /** How long it may take where no run has ended yet; the whole time that is left unless given. */
  readonly firstLimitMs?: number;
};

/** Opens a laboratory on the working tree as it is now. */
export function openLaboratory(options: LaboratoryOptions): Laboratory {
  const { ledger, root, command, signal } = options;
  const space = openStateSpace(root);
  const pool = openScratchPool(space, { most: Math.max(1, Math.min(4, availableParallelism() - 1)) });
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
    brought: pool.brought.map(({ path }) => `${path} ${stampOf(join(root, path))}`),
  });
  const deadlineMs = performance.now() + options.budgetMs;
  const journal =
    options.replays === undefined
      ? openJournal(ledger, { command, build: options.build ?? [], environmentDigest })
      : replayJournal(options.replays);
  const known = new Map<string, Promise<KeptRun[]>>();
  const notes = new Set(space.notes);
  const frames = new Set<FrameId>();
  let stopReason: string | null = null;
  let longestMs: number | null = null;
  let runs = 0;

  const remainingMs = () => deadlineMs - performance.now();
  const stopped = (reason: string) => {
    stopReason = reason;
    return new ProofStopped(reason);
  };
  const requireMore = () => {
    if (signal?.aborted) throw stopped('it was stopped');
    if (remainingMs() <= 0) throw stopped('the time is spent');
    if (options.maxRuns !== undefined && runs >= options.maxRuns) throw stopped('the runs are spent');
  };

  const runIn = async (
    slot: ScratchSlot,
    words: readonly string[],
    { planned, firstLimitMs = Number.POSITIVE_INFINITY }: RunBounds = {},
  ) => {
    const directory = join(slot.directory, command.folder);
    const limitMs = longestMs === null ? firstLimitMs : Math.max(LEAST_TIMEOUT_MS, longestMs * TIMES_LONGER);
    const timeoutMs = Math.max(1, Math.min(limitMs, remainingMs()));
    const moved = (text: string) => movePaths(text, space.top, slot.top);
    const end = await runner.run({
      words: words.map(moved),
      directory,
      environment: {
        ...moveEnvironment(options.environment, moved),
        PWD: directory,
        ...planned?.environment,
      },
      timeoutMs,
      outputBytes:
        planned === undefined || typeof planned.results.from === 'object' ? OUTPUT_BYTES : RESULT_BYTES,
      signal,
    });
    if (signal?.aborted) throw stopped('it was stopped');
    // A run that the budget cut short says nothing about the state.
    if (end?.hasTimedOut && timeoutMs < limitMs) throw stopped('the time is spent');
    return { end, directory };
  };

  const runOn = async (
    state: string,
    tests: readonly TestName[] | 'all',
  ): Promise<CommandOutcome & { readonly output: string; readonly isMissing: boolean }> => {
    requireMore();
    runs += 1;
    return pool.withState(state, async (slot) => {
      const startMs = performance.now();
      const out = mkdtempSync(join(space.directory, 'results-'));
      try {
        if (options.build !== undefined) {
          const { end } = await runIn(slot, options.build);
          if (end?.exitCode !== 0) return brokenBy(end);
        }
        const planned = command.runner.plan({ tests, out });
        const { results } = planned;
        const place =
          typeof results.from === 'object'
            ? resolve(slot.directory, command.folder, results.from.path)
            : null;
        if (place !== null && !place.startsWith(out)) rmSync(place, { recursive: true, force: true });
        const { end, directory } = await runIn(slot, planned.words, {
          planned,
          ...(tests !== 'all' && { firstLimitMs: remainingMs() / FIRST_SHARE }),
        });
        const ownText = (text: string) => withTop(text, { from: slot.top, to: space.top });
        if (end !== null && !end.hasTimedOut)
          longestMs = Math.max(longestMs ?? 0, performance.now() - startMs);
        return {
          exitCode: end?.exitCode ?? null,
          hasTimedOut: end?.hasTimedOut ?? false,
          isByExitCode: end !== null && results.format === 'exit-code',
          results: (end === null ? [] : await resultsOf(planned, { end, place, directory })).map((result) =>
            withTexts(result, ownText),
          ),
          output: ownText(outputOf(end)),
          isMissing: end === null,
        };
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    });
  };

  const experimentOf = (state: string, tests: Experiment['tests']) => {
    const differing = pool.dependenciesDiffer(state);
    if (differing.length > 0)
      notes.add(`${differing.join(', ')} differed at some states, where the packages of today were used`);
    return { state, tests };
  };

  /** Returns the run of an experiment that is on record, or makes it and puts it there. */
  const runOnce = async (
    experiment: Experiment,
    {
      attempt,
      make,
      isOnRecord = false,
    }: RunnerOptions & { readonly attempt: number; make(): Promise<KeptRecord> },
  ): Promise<KeptRun> => {
    const key = canonicalText(experiment as unknown as CanonicalValue);
    const runs = known.get(key) ?? journal.read(experiment).then((found) => [...found]);
    known.set(key, runs);
    const kept = await runs;
    while (kept.length <= attempt) {
      if (isOnRecord) throw new ProofStopped('nobody asked for more');
      // INVARIANT (a replay runs nothing): what is not on record ends it, as it ended the proof.
      if (options.replays !== undefined) throw stopped('it is not on record');
      kept.push(await journal.keep(experiment, { attempt: kept.length, record: await make() }));
    }
    return kept[attempt] as KeptRun;
  };

  const runTests = async ({ state, tests }: Experiment): Promise<KeptRecord> => {
    const outcome = await runOn(state, tests);
    return tests === 'all'
      ? { kind: 'all', met: outcome.results.map((test) => ({ ...nameOf(test), status: test.status })) }
      : recordTestRun(tests, outcome);
  };

  const trace = (tests: readonly TestName[]): Promise<Coverage> =>
    pool.withState(space.workTree, async (slot) => {
      const out = mkdtempSync(join(space.directory, 'coverage-'));
      try {
        const { name, plan } = command.runner;
        const moved = moveEnvironment(options.environment, (text) => movePaths(text, space.top, slot.top));
        const traced = coverageEnvironment(name, out, moved);
        runs += 1;
        const planned = plan({ tests, out });
        const place = planned.words.indexOf('test') + 1;
        const words = planned.words.toSpliced(place, 0, ...traced.addedWords);
        await runIn(slot, words, {
          planned: { ...planned, environment: { ...planned.environment, ...traced.environment } },
        });
        return readTracedCoverage(name, out, slot.directory);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    });

  const cover = async (tests: readonly TestName[]): Promise<Coverage | null> => {
    if (tracerOf(command.runner.name) === undefined) return null;
    const make = async (): Promise<KeptRecord> => {
      requireMore();
      return { kind: 'traced', lines: keepCoverage(await trace(tests)) };
    };
    const experiment = { state: space.workTree, tests: tests.map(nameOf), isTraced: true } as const;
    const { record } = await runOnce(experiment, { attempt: 0, make });
    return record.kind === 'traced' && record.lines.length > 0 ? keptCoverage(record.lines) : null;
  };

  const runnerOf: Laboratory['runnerOf'] = (tests, { isOnRecord = false } = {}) => {
    const marks: (FailureMark | undefined)[] = [];
    return async (state, { attempt }): Promise<Observation> => {
      const experiment = experimentOf(state, tests);
      const { frame, record } = await runOnce(experiment, {
        attempt,
        isOnRecord,
        make: () => runTests(experiment),
      });
      assertInvariant('ends' in record, 'some tests were asked for');
      frames.add(frame);
      // How a test fails is told by its first failure on the working tree.
      if (state === space.workTree)
        for (const [index, end] of record.ends.entries())
          if (end.status === 'failed') marks[index] ??= end.mark;
      return observationOf(record, marks);
    };
  };

  return {
    space,
    isSandboxed: runner.isSandboxed,
    runnerOf,
    cover,
    async runAll() {
      const outcome = await runOn(space.workTree, 'all');
      if (!outcome.isMissing) return outcome;
      throw new PenumbraError('usage', `there is no program ${cite(command.words[0] ?? command.text)}`, {
        hint: 'check the name, or give the whole path',
      });
    },
    get runs() {
      return runs;
    },
    async meetAll() {
      const experiment = experimentOf(space.workTree, 'all');
      const { frame, record } = await runOnce(experiment, { attempt: 0, make: () => runTests(experiment) });
      assertInvariant(record.kind === 'all', 'all tests were asked for');
      frames.add(frame);
      return record.met;
    },
    repeat: runTests,
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

function brokenBy(end: CommandEnd) {
  return {
    exitCode: end?.exitCode ?? null,
    hasTimedOut: end?.hasTimedOut ?? false,
    isByExitCode: false,
    results: [],
    output: outputOf(end),
    isMissing: false,
  };
}

async function resultsOf(
  { results: { format, from } }: PlannedCommand,
  {
    end,
    place,
    directory,
  }: { readonly end: NonNullable<CommandEnd>; readonly place: string | null; readonly directory: string },
): Promise<readonly TestResult[]> {
  if (place === null) {
    const printed =
      from === 'stdout' ? [end.stdout] : from === 'stderr' ? [end.stderr] : [end.stdout, end.stderr];
    return readResults(format, printed, { root: directory });
  }
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const files = found.isDirectory()
    ? globSync('**/*.{xml,trx}', { cwd: place })
        .sort()
        .map((name) => join(place, name))
    : [place];
  const all: TestResult[] = [];
  for (const file of files)
    for (const result of await readResults(format, createReadStream(file), { root: directory }))
      all.push(result);
  return all;
}

/** A text as the user's own run would have it: the place of a scratch state differs from run to run. */
function withTop(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  return text.replaceAll(pathToFileURL(from).href, pathToFileURL(to).href).replaceAll(from, to);
}

function withTexts(result: TestResult, change: (text: string) => string): TestResult {
  const { failure } = result;
  if (failure === undefined) return result;
  return {
    ...result,
    failure: { ...failure, message: change(failure.message), stack: change(failure.stack) },
  };
}

function outputOf(end: CommandEnd): string {
  if (end === null) return '';
  const text = [end.stdout, end.stderr].map((bytes) =>
    new TextDecoder().decode(bytes.slice(-SHOWN_OUTPUT)).trim(),
  );
  return text.filter((part) => part !== '').join('\n');
}
