/**
 * Runs the operator's command on a state on disk and reads its results: the planned command, redirected to
 * the state, within the remaining time.
 */
import { createReadStream, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageEnvironment, readTracedCoverage } from '../../adapters/coverage/index.ts';
import type { CommandEnd, CommandRunner } from '../../adapters/exec/index.ts';
import type { ScratchSlot } from '../../adapters/git/scratch/index.ts';
import {
  type CommandOutcome,
  type Coverage,
  type PlannedCommand,
  type ProofStopped,
  readResults,
  type TestName,
  type TestResult,
} from '../../rca/index.ts';
import { moveEnvironment, movePaths, overlayEnvironment } from './experiment-environment.ts';
import type { TestCommand } from './test-command.ts';

/** Options of a slot runner. */
type SlotRunnerOptions = {
  readonly runner: CommandRunner;
  readonly command: TestCommand;
  readonly build?: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** The top of the user's repository, and the directory for files that runs leave for the program. */
  readonly space: { readonly top: string; readonly directory: string };
  remainingMs(): number;
  /** Makes the error that is thrown when nothing more may be run. */
  stopped(reason: string): ProofStopped;
};

/** The outcome of a command. */
export type SlotOutcome = CommandOutcome & {
  /** The end of its output. */
  readonly output: string;
  /** Whether the program does not exist. */
  readonly isMissing: boolean;
  /** Whether the build failed, so that the tests were not run. */
  readonly isUnbuilt: boolean;
};

/** Runs the command on slots. */
export type SlotRunner = {
  run(slot: ScratchSlot, tests: readonly TestName[] | 'all'): Promise<SlotOutcome>;
  /** Runs tests with a tracer, and also returns which lines ran. */
  trace(slot: ScratchSlot, tests: readonly TestName[]): Promise<SlotOutcome & { readonly lines: Coverage }>;
};

const MEGABYTE = 1024 * 1024;
const RESULT_BYTES = 128 * MEGABYTE;
const OUTPUT_BYTES = MEGABYTE;
const SHOWN_OUTPUT = 4_000;
/** How many times the longest run so far a run may take, and the minimum. */
const TIMES_LONGER = 4;
const LEAST_TIMEOUT_MS = 20_000;
/**
 * The share of the remaining time that some tests, or all, may take before any run has finished; anything
 * longer counts as hanging.
 */
const FIRST_SHARE = 4;
const WHOLE_SHARE = 2;

type RunBounds = {
  readonly planned?: PlannedCommand;
  /** The time limit; defaults to all the remaining time. */
  readonly limitMs?: number;
};

/** Makes a runner on slots. */
export function createSlotRunner(options: SlotRunnerOptions): SlotRunner {
  const { runner, command, space, signal, remainingMs, stopped } = options;
  const longestMs: Record<'all' | 'some', number | null> = { all: null, some: null };

  /**
   * The time limit of a run, based on the longest so far; the duration of some tests says nothing about all.
   */
  const limitFor = (tests: readonly TestName[] | 'all'): number => {
    const known = tests === 'all' ? longestMs.all : longest(longestMs.all, longestMs.some);
    if (known !== null) return Math.max(LEAST_TIMEOUT_MS, known * TIMES_LONGER);
    return remainingMs() / (tests === 'all' ? WHOLE_SHARE : FIRST_SHARE);
  };

  const runIn = async (
    slot: ScratchSlot,
    words: readonly string[],
    { planned, limitMs = Number.POSITIVE_INFINITY }: RunBounds = {},
  ) => {
    const directory = join(slot.directory, command.folder);
    const timeoutMs = Math.max(1, Math.min(limitMs, remainingMs()));
    const moved = (text: string) => movePaths(text, space.top, slot.top);
    const end = await runner.run({
      words: words.map(moved),
      directory,
      environment: overlayEnvironment(
        { ...moveEnvironment(options.environment, moved), PWD: directory },
        planned?.environment ?? {},
      ),
      timeoutMs,
      outputBytes:
        planned === undefined || typeof planned.results.from === 'object' ? OUTPUT_BYTES : RESULT_BYTES,
      signal,
    });
    if (signal?.aborted) throw stopped('it was stopped');
    // A run cut short by the budget says nothing about the state.
    if (end?.hasTimedOut && timeoutMs < limitMs) throw stopped('the time is spent');
    return { end, directory };
  };

  /** Plans a run whose results go to a folder; a tracer writes there as well. */
  const planRun = (
    slot: ScratchSlot,
    tests: readonly TestName[] | 'all',
    { out, isTraced }: { readonly out: string; readonly isTraced: boolean },
  ): PlannedCommand => {
    const { name, plan } = command.runner;
    const planned = plan({ tests, out });
    if (!isTraced) return planned;
    const moved = moveEnvironment(options.environment, (text) => movePaths(text, space.top, slot.top));
    const { addedWords, environment } = coverageEnvironment(name, out, moved);
    return {
      ...planned,
      // Go expects its coverage flags right after `test`; the other runners have none.
      words: planned.words.toSpliced(planned.words.indexOf('test') + 1, 0, ...addedWords),
      environment: overlayEnvironment(planned.environment, environment),
    };
  };

  const runFor = async <Result>(
    slot: ScratchSlot,
    tests: readonly TestName[] | 'all',
    {
      isTraced,
      read,
    }: { readonly isTraced: boolean; readonly read: (outcome: SlotOutcome, out: string) => Result },
  ): Promise<Result> => {
    const startMs = performance.now();
    const out = mkdtempSync(join(space.directory, isTraced ? 'coverage-' : 'results-'));
    try {
      if (options.build !== undefined) {
        const isFirst = longestMs.all === null && longestMs.some === null;
        const { end } = await runIn(slot, options.build, isFirst ? {} : { limitMs: limitFor(tests) });
        if (end?.exitCode !== 0) return read(brokenBy(end), out);
      }
      const planned = planRun(slot, tests, { out, isTraced });
      const { results } = planned;
      // Results left in the state by an earlier run are not results of this one.
      for (const place of placesOf(results, join(slot.directory, command.folder)))
        if (!place.startsWith(out)) rmSync(place, { recursive: true, force: true });
      const { end, directory } = await runIn(slot, planned.words, { planned, limitMs: limitFor(tests) });
      // Tracing takes time that other runs do not need.
      const kind = tests === 'all' ? 'all' : 'some';
      if (end !== null && !end.hasTimedOut && !isTraced)
        longestMs[kind] = longest(longestMs[kind], performance.now() - startMs);
      const ownText = (text: string) => withTop(text, { from: slot.top, to: space.top });
      const found = end === null ? [] : await resultsOf(planned, { end, directory });
      const isByExitCode = end !== null && results.format === 'exit-code' && found.length === 0;
      const outcome = {
        exitCode: end?.exitCode ?? null,
        hasTimedOut: end?.hasTimedOut ?? false,
        isByExitCode,
        results: found.map((result) => withTexts(result, ownText)),
        output: ownText(outputOf(end)),
        isMissing: end === null,
        isUnbuilt: false,
      };
      return read(outcome, out);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  };
  return {
    run: (slot, tests) => runFor(slot, tests, { isTraced: false, read: (outcome) => outcome }),
    trace: (slot, tests) =>
      runFor(slot, tests, {
        isTraced: true,
        read: (outcome, out) => ({
          ...outcome,
          lines: readTracedCoverage(command.runner.name, out, slot.directory),
        }),
      }),
  };
}

function longest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function brokenBy(end: CommandEnd) {
  return {
    exitCode: end?.exitCode ?? null,
    hasTimedOut: end?.hasTimedOut ?? false,
    isByExitCode: false,
    results: [],
    output: outputOf(end),
    isMissing: end === null,
    isUnbuilt: true,
  };
}

/** The files and folders with results that exist. */
function placesOf({ from }: PlannedCommand['results'], directory: string): readonly string[] {
  if (typeof from === 'string') return [];
  const { path, inModules = false } = from;
  const below = inModules
    ? globSync(`**/${path}`, { cwd: directory, exclude: (name) => name === 'node_modules' })
    : [path];
  return below
    .sort()
    .map((place) => resolve(directory, place))
    .filter((place) => existsSync(place));
}

/** What an unknown command may print: TAP, with the plan before or after the test points. */
const TAP = /^1\.\.\d+\s*$/m;

async function resultsOf(
  { results: { format, from } }: PlannedCommand,
  { end, directory }: { readonly end: NonNullable<CommandEnd>; readonly directory: string },
): Promise<readonly TestResult[]> {
  if (format === 'exit-code')
    return TAP.test(new TextDecoder().decode(end.stdout)) ? readResults('tap', [end.stdout]) : [];
  if (typeof from === 'string') {
    const printed =
      from === 'stdout' ? [end.stdout] : from === 'stderr' ? [end.stderr] : [end.stdout, end.stderr];
    return readResults(format, printed, { root: directory });
  }
  const files = placesOf({ format, from }, directory).flatMap((place) =>
    statSync(place).isDirectory()
      ? globSync('**/*.{xml,trx}', { cwd: place })
          .sort()
          .map((name) => join(place, name))
      : [place],
  );
  const all: TestResult[] = [];
  for (const file of files)
    for (const result of await readResults(format, createReadStream(file), { root: directory }))
      all.push(result);
  return all;
}

/** A text as the user's own run would print it: the location of a scratch state differs between runs. */
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
