/** Opens the trail of a ledger as sessions use it: named by the machine's chance, and anchored where there is a key. */
import {
  type AuditHead,
  type AuditTrail,
  type OpenAuditTrail,
  openAuditTrail,
} from '../../../guard/index.ts';
import { PenumbraError, type Signer, type Verifier } from '../../../kernel/index.ts';
import type { Ledger, Store } from '../../../ledger/index.ts';
import { configDirectory, keysDirectory } from '../../config-directory.ts';
import { systemRandomness } from '../../system-ports.ts';
import { type Anchors, contradicted, type KeptAnchor, openAnchors } from './anchors.ts';

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

/** Does a piece of work that is put on record; where it fails, that is what is told. */
export async function withTrail<Result>(
  ledger: Pick<Ledger, 'store' | 'clock'>,
  options: AnchoredTrailOptions,
  work: (trail: AuditTrail) => Promise<Result>,
): Promise<Result> {
  const trail = await openAnchoredTrail(ledger, options);
  try {
    const result = await work(trail);
    await trail.close();
    return result;
  } catch (fault) {
    await trail.close().catch(() => undefined);
    throw fault;
  }
}

/** What is known of keys here. */
export type AuditKeys = {
  /** The configuration of this user, outside every workspace. */
  readonly directory: string;
  readonly verifier: Verifier;
  /** Returns what signs anchors, or null where there is no key. */
  signer(): Signer | null;
};

/** Opens the keys of this user. */
export async function openAuditKeys(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AuditKeys> {
  const { openKeys, requireOwnDirectory } = await import('../../../adapters/keys/index.ts');
  const directory = configDirectory(environment);
  // Who can write to it can put other keys and anchors in their place.
  requireOwnDirectory(directory);
  const keys = openKeys(keysDirectory(environment));
  const isThere = (): boolean => keys.list().some(({ kind, isActive }) => kind === 'secret' && isActive);
  return {
    directory,
    verifier: keys.verifier(),
    signer: () => (isThere() ? keys.signer(['audit-anchor']) : null),
  };
}
