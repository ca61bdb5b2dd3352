/**
 * Where experiments are made: states of the repository on scratch, the operator's command run on them, and every run on
 * record, so that none is made twice. Nothing here chooses a program or a word of its command.
 */
import { createReadStream, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { coverageEnvironment, readTracedCoverage } from '../../adapters/coverage/index.ts';
import { type CommandEnd, openCommandRunner } from '../../adapters/exec/index.ts';
import { openScratchPool, openStateSpace, type ScratchSlot } from '../../adapters/git/index.ts';
import {
  assertInvariant,
  type CanonicalValue,
  canonicalText,
  cite,
  type FrameId,
  PenumbraError,
  parseCanonical,
  sha256,
  taggedHash,
} from '../../kernel/index.ts';
import { currentFrames, type Ledger, putFrames, type Subject } from '../../ledger/index.ts';
import {
  type CommandOutcome,
  type Coverage,
  type FailureMark,
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
  type TestRunRecord,
} from '../../rca/index.ts';
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
};

/** A place for experiments. */
export type Laboratory = {
  readonly space: StateSpace;
  readonly isSandboxed: boolean;
  /** Returns what runs these tests on states. */
  runnerOf(tests: readonly TestName[]): RunTests;
  /** Runs everything that the command runs on the working tree; throws where it cannot be started. */
  runAll(): Promise<CommandOutcome & { readonly output: string }>;
  /** Runs tests on the working tree once more and returns which lines ran; null where that cannot be told. */
  cover(tests: readonly TestName[]): Promise<Coverage | null>;
  /** How many commands were really run. */
  readonly runs: number;
  /** How much of the budget is left. */
  remainingMs(): number;
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
/** How many frames of what they took the longest run a run may take, and the least that is granted. */
const TIMES_LONGER = 4;
const LEAST_TIMEOUT_MS = 20_000;

/** Opens a laboratory on the working tree as it is now. */
export function openLaboratory(options: LaboratoryOptions): Laboratory {
  const { ledger, root, command, signal } = options;
  const space = openStateSpace(root);
  const pool = openScratchPool(space, { most: Math.max(1, Math.min(4, availableParallelism() - 1)) });
  const runner = openCommandRunner(
    { protects: [space.top], hasNetwork: options.hasNetwork },
    options.environment,
  );
  const environmentDigest = digestOf(options.environment, {
    isSandboxed: runner.isSandboxed,
    hasNetwork: options.hasNetwork,
    brought: pool.brought.map(({ path }) => `${path} ${stampOf(join(space.top, path))}`),
  });
  const deadlineMs = performance.now() + options.budgetMs;
  const notes = new Set(space.notes);
  const frames = new Set<FrameId>();
  let longestMs: number | null = null;
  let runs = 0;

  const remainingMs = () => deadlineMs - performance.now();
  const requireMore = () => {
    if (signal?.aborted) throw new ProofStopped('it was stopped');
    if (remainingMs() <= 0) throw new ProofStopped('the time is spent');
    if (options.maxRuns !== undefined && runs >= options.maxRuns)
      throw new ProofStopped('the runs are spent');
  };

  const runIn = async (slot: ScratchSlot, words: readonly string[], planned?: PlannedCommand) => {
    const directory = join(slot.directory, command.folder);
    const limitMs = longestMs === null ? remainingMs() : Math.max(LEAST_TIMEOUT_MS, longestMs * TIMES_LONGER);
    const timeoutMs = Math.max(1, Math.min(limitMs, remainingMs()));
    const moved = (text: string) => text.replaceAll(space.top, slot.top);
    const end = await runner.run({
      words: words.map(moved),
      directory,
      environment: {
        ...movedEnvironment(options.environment, moved),
        PWD: directory,
        ...planned?.environment,
      },
      timeoutMs,
      outputBytes:
        planned === undefined || typeof planned.results.from === 'object' ? OUTPUT_BYTES : RESULT_BYTES,
      signal,
    });
    if (signal?.aborted) throw new ProofStopped('it was stopped');
    // A run that the budget cut short says nothing about the state.
    if (end?.hasTimedOut && timeoutMs < limitMs) throw new ProofStopped('the time is spent');
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
      const differing = pool.dependenciesDiffer(state);
      if (differing.length > 0)
        notes.add(`${differing.join(', ')} differed at some states, where the packages of today were used`);
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
        const { end, directory } = await runIn(slot, planned.words, planned);
        if (end !== null && !end.hasTimedOut)
          longestMs = Math.max(longestMs ?? 0, performance.now() - startMs);
        return {
          exitCode: end?.exitCode ?? null,
          hasTimedOut: end?.hasTimedOut ?? false,
          isByExitCode: results.format === 'exit-code',
          results: end === null ? [] : await resultsOf(planned, { end, place, directory }),
          output: outputOf(end),
          isMissing: end === null,
        };
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    });
  };

  const cover = async (tests: readonly TestName[]): Promise<Coverage | null> => {
    requireMore();
    return pool.withState(space.workTree, async (slot) => {
      const out = mkdtempSync(join(space.directory, 'coverage-'));
      try {
        const { name, plan } = command.runner;
        const traced = coverageEnvironment(name, out, options.environment);
        if (Object.keys(traced.environment).length + traced.addedWords.length === 0) return null;
        runs += 1;
        const planned = plan({ tests, out });
        const place = planned.words.indexOf('test') + 1;
        const words = planned.words.toSpliced(place, 0, ...traced.addedWords);
        await runIn(slot, words, {
          ...planned,
          environment: { ...planned.environment, ...traced.environment },
        });
        const lines = readTracedCoverage(name, out, slot.directory);
        return lines.size === 0 ? null : lines;
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    });
  };

  const runnerOf = (tests: readonly TestName[]): RunTests => {
    const experiments = new Map<string, Promise<TestRunRecord[]>>();
    const subjectOf = (state: string): Subject => ({
      kind: 'experiment',
      id: taggedHash('penumbra/experiment/1', {
        state,
        command: [...command.words],
        runner: command.runner.name,
        folder: command.folder,
        build: [...(options.build ?? [])],
        tests: tests as unknown as CanonicalValue,
        environment: environmentDigest,
      }),
    });
    const recorded = (state: string): Promise<TestRunRecord[]> => {
      const known = experiments.get(state) ?? readExperiments(ledger, subjectOf(state), frames);
      experiments.set(state, known);
      return known;
    };
    const known: (FailureMark | undefined)[] = [];
    return async (state, { attempt }): Promise<Observation> => {
      const records = await recorded(state);
      while (records.length <= attempt) {
        const record = recordTestRun(tests, await runOn(state, tests));
        frames.add(
          await keepExperiment(ledger, subjectOf(state), { state, attempt: records.length, record, command }),
        );
        records.push(record);
      }
      const record = records[attempt] as TestRunRecord;
      // How a test fails is told by its first failure on the working tree.
      if (state === space.workTree)
        for (const [index, end] of record.ends.entries())
          if (end.status === 'failed') known[index] ??= end.mark;
      return observationOf(record, known);
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
    remainingMs,
    frames: () => [...frames],
    notes: () => [...notes],
    close() {
      pool.close();
      space.close();
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

async function readExperiments(
  ledger: Ledger,
  subject: Subject,
  frames: Set<FrameId>,
): Promise<TestRunRecord[]> {
  const records = (await currentFrames(ledger, subject)).flatMap(({ id, content }) => {
    frames.add(id);
    return content === null
      ? []
      : [parseCanonical(content) as unknown as { attempt: number; record: TestRunRecord }];
  });
  return records.sort((left, right) => left.attempt - right.attempt).map(({ record }) => record);
}

async function keepExperiment(
  ledger: Ledger,
  subject: Subject,
  content: {
    readonly state: string;
    readonly attempt: number;
    readonly record: TestRunRecord;
    readonly command: TestCommand;
  },
): Promise<FrameId> {
  const { state, attempt, record, command } = content;
  const [kept] = await putFrames(ledger, [
    {
      subject,
      type: 'experiment',
      agent: 'laboratory',
      basis: { inputs: [{ external: { name: `tree ${state}`, value: sha256(state) } }] },
      content: canonicalText({
        class: 'executed',
        state,
        command: command.text,
        attempt,
        record: record as unknown as CanonicalValue,
      }),
    },
  ]);
  assertInvariant(kept !== undefined, 'a frame that was put has an id');
  return kept.frameId;
}

/** What of the environment says where things are, and so moves with the state. */
const MOVING = ['PATH', 'PYTHONPATH', 'NODE_PATH', 'CLASSPATH', 'GOPATH', 'VIRTUAL_ENV', 'INIT_CWD'];
/** What differs from shell to shell and tells tests nothing. */
const PASSING =
  /^(_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM.*|SSH_.*|WINDOWID|DISPLAY|XDG_SESSION.*|npm_.*|PENUMBRA_.*|TMPDIR|NO_COLOR|FORCE_COLOR)$/;

function movedEnvironment(
  environment: LaboratoryOptions['environment'],
  moved: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, MOVING.includes(name) ? moved(value) : value]],
    ),
  );
}

function digestOf(environment: LaboratoryOptions['environment'], others: CanonicalValue): string {
  const variables = Object.entries(environment)
    .filter(([name, value]) => value !== undefined && !PASSING.test(name))
    .map(([name, value]) => [name, sha256(value ?? '')])
    .sort(([left = ''], [right = '']) => (left < right ? -1 : 1));
  return taggedHash('penumbra/experiment-environment/1', { variables, others });
}

/** Tells whether installed packages are still the same, without reading them. */
function stampOf(path: string): string {
  const stats = ['', '.package-lock.json', 'pyvenv.cfg'].map((name) =>
    statSync(join(path, name), { throwIfNoEntry: false }),
  );
  return stats.map((stat) => (stat === undefined ? '' : String(stat.mtimeMs))).join(' ');
}

function outputOf(end: CommandEnd): string {
  if (end === null) return '';
  const text = [end.stdout, end.stderr].map((bytes) =>
    new TextDecoder().decode(bytes.slice(-SHOWN_OUTPUT)).trim(),
  );
  return text.filter((part) => part !== '').join('\n');
}
