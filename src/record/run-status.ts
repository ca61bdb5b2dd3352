/** How a run stands, in one word. */
import type { RunModel } from './run-model.ts';

/** Returns the status of a run: one of whose cases some wait for a person is paused, whether or not a process is at work. */
export function runStatus({ status, cases }: RunModel): string {
  const isOpen = status === 'running';
  return isOpen && cases.some(({ paused }) => paused !== null) ? 'paused' : status;
}
