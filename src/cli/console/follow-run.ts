/** Shows the progress of an investigation and lets the user stop it. */
import type { InvestigateOptions, InvestigationProgress } from '../../commands/runs.ts';
import { createStopSwitch } from './stop-switch.ts';
import type { Terminal } from './terminal.ts';

const STOPPING = 'stopping after the current steps; Ctrl-C again quits at once';

/** Returns the callbacks for following an investigation; `beginning` is shown until the first progress. */
export function followRun(
  terminal: Terminal,
  beginning: string,
): Required<Pick<InvestigateOptions, 'signal' | 'onProgress'>> {
  const { signal, arm } = createStopSwitch();
  const lineOf = createProgressLine(() => performance.now());
  terminal.progress(beginning);
  signal.addEventListener('abort', () => terminal.progress(STOPPING));
  return {
    signal,
    onProgress(progress) {
      // Not earlier: nothing is written before the first progress, and reading standard input may block
      // forever.
      arm();
      terminal.progress(signal.aborted ? STOPPING : lineOf(progress));
    },
  };
}

/** The wording and counter of each phase; only long phases show an estimate. */
const phases: Readonly<Record<string, { readonly words: string; readonly isTimed: boolean }>> = {
  scanning: { words: 'looking at the workspace', isTimed: false },
  opening: { words: 'opening cases', isTimed: false },
  investigating: { words: 'investigating cases', isTimed: true },
  reviewing: { words: 'reviewing conclusions', isTimed: true },
};

/**
 * Cases run concurrently, so the first ones finish late and together; before this many, a rate is
 * meaningless.
 */
const FEWEST_DONE = 8;
const SHORTEST_MS = 1_000;

/** Creates a function from progress to a line; `nowMs` is any monotonic clock. */
export function createProgressLine(nowMs: () => number): (progress: InvestigationProgress) => string {
  let phase = '';
  let startedMs = nowMs();
  let latestMs = startedMs;
  return (progress) => {
    // A phase begins when the previous one ends; its first progress only comes after some work is done.
    if (progress.phase !== phase) startedMs = latestMs;
    phase = progress.phase;
    latestMs = nowMs();
    return describe(progress, latestMs - startedMs);
  };
}

function describe({ phase, done, total }: InvestigationProgress, elapsedMs: number): string {
  const { words, isTimed } = phases[phase] ?? { words: phase, isTimed: false };
  if (total === 0) return words;
  const count = `${words}: ${done} of ${total}`;
  const isKnown = isTimed && done >= FEWEST_DONE && done < total && elapsedMs >= SHORTEST_MS;
  if (!isKnown) return count;
  const leftMs = (elapsedMs / done) * (total - done);
  return `${count}, ${rateWords(done, elapsedMs)}, about ${durationWords(leftMs)} left`;
}

function rateWords(done: number, elapsedMs: number): string {
  const perSecond = (done * 1_000) / elapsedMs;
  return perSecond >= 1 ? `${Math.round(perSecond)} a second` : `${Math.round(perSecond * 60)} a minute`;
}

function durationWords(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
