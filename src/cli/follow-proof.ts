/** Stands between experiments under way and the person who watches them: says what is tried and learned, and lets them be stopped. */
import type { ExperimentProgress } from '../report/index.ts';
import { createStopSwitch, type StopSwitch } from './stop-switch.ts';
import type { Terminal } from './terminal.ts';

const STOPPING = 'stopping, what was learned is kept; Ctrl-C again ends at once';
/** A log of a build does not need every one of many runs. */
const MOST_ENDED = 100;
const COLUMNS_OF_A_FILE = 100;

/** What experiments are given to be followed. */
export type ProofFollower = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExperimentProgress) => void;
};

/** Returns what experiments are given to be followed; `beginning` is said until they speak for themselves. */
export async function followProof(
  terminal: Terminal,
  beginning: string,
  { signal, arm }: StopSwitch = createStopSwitch(),
): Promise<ProofFollower> {
  const { renderExperimentProgress } = await import('../report/index.ts');
  const sayEnded = createEndedLines(terminal);
  terminal.progress(beginning);
  signal.addEventListener('abort', () => terminal.progress(STOPPING));
  return {
    signal,
    onProgress(progress) {
      arm();
      const width = process.stderr.columns ? process.stderr.columns - 1 : COLUMNS_OF_A_FILE;
      const { status, ended } = renderExperimentProgress(progress, { colors: terminal.errorColors, width });
      if (ended !== null) sayEnded(ended, progress);
      terminal.progress(signal.aborted ? STOPPING : status);
    },
  };
}

/** Returns what says each experiment that ended once, up to a bound. */
function createEndedLines(terminal: Terminal): (line: string, progress: ExperimentProgress) => void {
  let said = 0;
  let latest = '';
  return (line, { runs, last }) => {
    // Progress may tell of the same end again while the next experiment is on its way.
    const end = `${runs} ${line}`;
    if (end === latest || said > MOST_ENDED) return;
    latest = end;
    said++;
    if (said > MOST_ENDED) terminal.note('further experiments are on record and not listed here');
    else terminal.note(line, { experiment: { ...last, runs } });
  };
}
