/** Stands between an investigation under way and the person who watches it: says how far it is, and lets it be stopped. */
import type { InvestigateOptions } from '../commands/runs/index.ts';
import { createProgressLine } from './progress-line.ts';
import { createStopSwitch } from './stop-switch.ts';
import type { Terminal } from './terminal.ts';

const STOPPING = 'stopping after the steps under way; Ctrl-C again ends at once';

/** Returns what an investigation is given to be followed; `beginning` is said until it speaks for itself. */
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
      // Not earlier: before its first word nothing is written, and it may wait for standard input without end.
      arm();
      terminal.progress(signal.aborted ? STOPPING : lineOf(progress));
    },
  };
}
