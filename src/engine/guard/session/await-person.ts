/**
 * Waits for a person who was asked: until they answered, the host gave up, or the time is over. The host may bring the
 * question to them; their word is the signature that they put into the ledger, and nothing the host says.
 */
import { setTimeout } from 'node:timers/promises';
import type { OpenQuestion } from '../../../tools/index.ts';

/** How a session waits for people. */
export type PersonAtHand = {
  /** How long one call waits. */
  readonly waitMs: number;
  /** Ends all waiting, for instance when the host is closed. */
  readonly signal?: AbortSignal;
  /**
   * Brings a question to a person, and returns when there is nothing more to wait for; left out, the person is expected
   * to see it by `penumbra approve`. It is told when the call no longer waits.
   */
  readonly ask?: (question: OpenQuestion, signal: AbortSignal) => Promise<void>;
};

const LOOK_EACH_MS = 200;

/** Makes the function that waits; `isOpen` tells whether a question is still without an answer. */
export function createWaiting(
  { waitMs, signal, ask }: PersonAtHand,
  isOpen: (approvalId: string) => Promise<boolean>,
): (question: OpenQuestion, callSignal: AbortSignal) => Promise<void> {
  return async (question, callSignal) => {
    const ended = new AbortController();
    const over = AbortSignal.any([
      ended.signal,
      callSignal,
      AbortSignal.timeout(waitMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const looking = async () => {
      while (!over.aborted && (await isOpen(question.approvalId)))
        await setTimeout(LOOK_EACH_MS, undefined, { signal: over });
    };
    const asking = async () => ask?.(question, over);
    try {
      // What a host throws, at once or later, ends the waiting, as its silence does in time.
      await Promise.race([looking(), ...(ask === undefined ? [] : [asking()])]).catch(() => undefined);
    } finally {
      ended.abort();
    }
  };
}
