/** Takes note of a promise where an answer was asked for: it counts as none, and its failure must not end the process. */
import { isRecord } from '../../kernel/index.ts';

export function silence(answer: unknown): void {
  // A list is never a promise, and most answers are lists: to be told so by an error costs more than the rest of a call.
  if (!isRecord(answer)) return;
  try {
    // Its own `catch` may be anything, and a promise of another realm is no `Promise` here.
    Promise.prototype.then.call(answer, undefined, () => undefined);
  } catch {
    // It is no promise.
  }
}
