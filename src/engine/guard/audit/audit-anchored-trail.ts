/** Opens the trail of a ledger as sessions use it: named by the machine's chance, and anchored where there is a key. */
import { type AuditHead, type OpenAuditTrail, openAuditTrail } from '../../../guard/index.ts';
import { PenumbraError, type Signer } from '../../../kernel/index.ts';
import type { Ledger, Store } from '../../../ledger/index.ts';
import { systemRandomness } from '../../system-randomness.ts';
import { type Anchors, type KeptAnchor, openAnchors } from './anchors.ts';
import { contradicted } from './audit-anchor-faults.ts';
import { openAuditKeys } from './audit-keys.ts';

/** How a trail is opened. */
export type AnchoredTrailOptions = Pick<AnchorKeeperOptions, 'onOutcome'> & {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly groupSize?: number;
};

/** Opens the trail; closing it waits for the last anchor, and throws where an earlier one is belied or damaged. */
export async function openAnchoredTrail(
  { store, clock }: Pick<Ledger, 'store' | 'clock'>,
  { environment = process.env, onOutcome, ...options }: AnchoredTrailOptions = {},
): Promise<OpenAuditTrail> {
  const keys = await openAuditKeys(environment);
  const signer = keys.signer();
  const anchors = openAnchors(keys.directory);
  let trouble: PenumbraError | null = null;
  const noteOutcome: AnchorKeeperOptions['onOutcome'] = (outcome) => {
    trouble ??= troubleOf(outcome);
    onOutcome?.(outcome);
  };
  const keeper = signer && createAnchorKeeper({ store, anchors, signer, onOutcome: noteOutcome });
  const trail = await openAuditTrail(
    { store, clock },
    {
      ...options,
      randomness: systemRandomness,
      ...(keeper !== null && { onWritten: keeper.onWritten }),
    },
  );
  return {
    ...trail,
    close: async () => {
      try {
        await trail.close();
      } finally {
        await keeper?.settled();
      }
      if (trouble !== null) throw trouble;
    },
  };
}

/** What nobody but a person can mend must not pass unheard; a disk that is full for a while may. */
function troubleOf(outcome: KeptAnchor | { readonly fault: unknown }): PenumbraError | null {
  if (outcome === 'contradicted') return contradicted();
  if (typeof outcome === 'string') return null;
  const { fault } = outcome;
  return fault instanceof PenumbraError && fault.code === 'check-failed' ? fault : null;
}

/** What follows a trail. */
type AnchorKeeper = {
  /** Takes the news of a trail. */
  onWritten(head: AuditHead): void;
  /** Resolves once the newest head is anchored, or could not be. */
  settled(): Promise<void>;
};

/** How heads are anchored; `onOutcome` hears what became of each, a fault where it was not kept. */
type AnchorKeeperOptions = {
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
