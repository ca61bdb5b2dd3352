/** The history of a repository as a producer of the outside: its frame is that of the present commit. */
import { limits } from '../../kernel/index.ts';
import { encodeHistory, HISTORY_AGENT, historyBasis, historyType } from './history-frame.ts';
import type { OutsideProducer } from './outside-producer.ts';
import { type HistoryInput, readHistoryLog } from './produce-history.ts';

/** Creates the producer; `present` returns where the history starts now, or null without a repository. */
export function createHistoryProducer(present: () => HistoryInput | null): OutsideProducer {
  return {
    name: HISTORY_AGENT,
    type: historyType,
    basis: async () => {
      const input = present();
      return input && historyBasis(input);
    },
    produce: async () => {
      const log = await present()?.log();
      const content = log ? encodeHistory(readHistoryLog(log)) : null;
      // Canonical JSON is ASCII, so the length of a content is its size.
      return content !== null && content.length <= limits.objectBytes ? content : null;
    },
  };
}
