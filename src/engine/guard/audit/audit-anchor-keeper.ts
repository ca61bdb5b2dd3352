/** Anchors what a trail writes, one head at a time: of those that come while one is being kept, only the newest. */
import type { AuditHead } from '../../../guard/index.ts';
import type { Signer } from '../../../kernel/index.ts';
import type { Store } from '../../../ledger/index.ts';
import type { Anchors, KeptAnchor } from './anchors.ts';

/** What follows a trail. */
export type AnchorKeeper = {
  /** Takes the news of a trail. */
  onWritten(head: AuditHead): void;
  /** Resolves once the newest head is anchored, or could not be. */
  settled(): Promise<void>;
};

/** How heads are anchored; `onOutcome` hears what became of each, a fault where it was not kept. */
export type AnchorKeeperOptions = {
  readonly store: Store;
  readonly anchors: Anchors;
  readonly signer: Signer;
  readonly onOutcome?: (outcome: KeptAnchor | { readonly fault: unknown }) => void;
};

/** Starts to anchor. */
export function createAnchorKeeper({ store, anchors, signer, onOutcome }: AnchorKeeperOptions): AnchorKeeper {
  let newest: AuditHead | null = null;
  let working: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    while (newest !== null) {
      const head = newest;
      newest = null;
      const outcome = await anchors.keep(store, head, signer).catch((fault: unknown) => ({ fault }));
      try {
        onOutcome?.(outcome);
      } catch {
        // Whoever listens does not keep the next head from its anchor.
      }
    }
    working = null;
  };

  return {
    onWritten: (head) => {
      newest = head;
      working ??= work();
    },
    settled: async () => working ?? undefined,
  };
}
