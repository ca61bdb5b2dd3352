/** Shows the progress of experiments and lets the user stop them. */
import type { ExperimentProgress } from '../../report/index.ts';
import { createStopSwitch, type StopSwitch } from './stop-switch.ts';
import type { Terminal } from './terminal.ts';

const STOPPING = 'stopping; what was learned is kept, and Ctrl-C again quits at once';
/** Limits the lines in a build log with many runs. */
const MOST_ENDED = 100;
const COLUMNS_OF_A_FILE = 100;

/** The callbacks and signal for experiments. */
type ProofFollower = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExperimentProgress) => void;
  /** Prints the remaining output and the total duration. */
  finish(): void;
};

/** Returns the callbacks for following experiments; `beginning` is shown until the first progress. */
export async function followProof(
  terminal: Terminal,
  beginning: string,
  { signal, arm }: StopSwitch = createStopSwitch(),
): Promise<ProofFollower> {
  const { renderExperimentProgress, renderEnded, renderExperimentCost, renderProvenTest } = await import(
    '../../report/index.ts'
  );
  const startMs = performance.now();
  const layout = () => ({
    colors: terminal.errorColors,
    width: process.stderr.columns ? process.stderr.columns - 1 : COLUMNS_OF_A_FILE,
  });
  // A test's name is printed above its experiments, and not at all if nothing has to be run.
  let heading: string | null = null;
  const ends = createEnds((ended, runs) => {
    const { what, end } = ended;
    if (heading !== null) terminal.note(renderProvenTest(heading, layout()), { proving: heading });
    heading = null;
    terminal.note(renderEnded(ended, layout()), { experiment: { what, end, times: ended.times, runs } });
  }, terminal);
  let runs = 0;
  let latestTest: string | undefined;
  terminal.progress(beginning);
  signal.addEventListener('abort', () => terminal.progress(STOPPING));
  return {
    signal,
    onProgress(progress) {
      arm();
      const { test } = progress;
      if (test !== latestTest) {
        ends.flush();
        heading = test ?? null;
      }
      latestTest = test;
      runs = progress.runs;
      ends.take(progress);
      terminal.progress(signal.aborted ? STOPPING : renderExperimentProgress(progress, layout()));
    },
    finish() {
      ends.flush();
      const elapsedMs = performance.now() - startMs;
      // Durations vary between runs, and piped output must not.
      if (runs > 0 && process.stderr.isTTY)
        terminal.note(`${renderExperimentCost({ runs, elapsedMs })}\n`, { runs, elapsedMs });
    },
  };
}

type Ended = NonNullable<ExperimentProgress['last']> & { readonly times: number };

/**
 * Collects the outcomes of experiments: repetitions become one line with a count, up to a limit. Only
 * verification alternates between states, so its outcomes are all printed at the end.
 */
function createEnds(say: (ended: Ended, runs: number) => void, terminal: Terminal) {
  const gathered = new Map<string, Ended>();
  let said = 0;
  let latest = '';
  let latestRuns = 0;
  let isVerifying = false;
  const flush = () => {
    for (const ended of gathered.values()) {
      said++;
      if (said <= MOST_ENDED) say(ended, latestRuns);
      if (said === MOST_ENDED + 1) terminal.note('more experiments are on record, but not listed here');
    }
    gathered.clear();
  };
  return {
    flush,
    take({ phase, trying, runs, last }: ExperimentProgress): void {
      if (isVerifying && phase !== 'verifying') flush();
      isVerifying = phase === 'verifying';
      // The same outcome may be reported again while the next experiment is starting.
      const told = `${runs} ${last?.end} ${last?.what}`;
      if (last !== undefined && told !== latest) {
        const key = `${last.end} ${last.what}`;
        if (!isVerifying && !gathered.has(key)) flush();
        latest = told;
        latestRuns = runs;
        gathered.set(key, { ...last, times: (gathered.get(key)?.times ?? 0) + 1 });
      }
      const isRepeated = [...gathered.values()].some(({ what }) => what === trying);
      if (terminal.isJson || (!isVerifying && !isRepeated)) flush();
    },
  };
}
