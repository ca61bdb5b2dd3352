/**
 * Opens the audit trail of a ledger for sessions: named by system randomness, and anchored if there is a key.
 */
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

/** Options for opening a trail. */
export type AnchoredTrailOptions = Pick<AnchorKeeperOptions, 'onOutcome'> & {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly groupSize?: number;
};

/**
 * Opens the trail; closing it waits for the last anchor, and throws if an earlier one is contradicted or
 * damaged.
 */
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

/** A fault that only a person can fix must be reported; a temporarily full disk need not be. */
function troubleOf(outcome: KeptAnchor | { readonly fault: unknown }): PenumbraError | null {
  if (outcome === 'contradicted') return contradicted();
  if (typeof outcome === 'string') return null;
  const { fault } = outcome;
  return fault instanceof PenumbraError && fault.code === 'check-failed' ? fault : null;
}

/** Anchors the heads of a trail. */
type AnchorKeeper = {
  /** Receives each new head of a trail. */
  onWritten(head: AuditHead): void;
  /** Resolves once the newest head is anchored, or could not be. */
  settled(): Promise<void>;
};

/** Options for anchoring; `onOutcome` receives the outcome of each head, a fault if it was not kept. */
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
        // A failing listener does not keep the next head from being anchored.
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

/** Does recorded work; if the work fails, its error is the one thrown. */
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

/** The audit keys available here. */
export type AuditKeys = {
  /** This user's configuration, outside every workspace. */
  readonly directory: string;
  readonly verifier: Verifier;
  /** Returns a signer of anchors, or null if there is no key. */
  signer(): Signer | null;
};

/** Opens the keys of this user. */
export async function openAuditKeys(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AuditKeys> {
  const { openKeys, requireOwnDirectory } = await import('../../../adapters/keys/index.ts');
  const directory = configDirectory(environment);
  // Anyone who can write to it can replace the keys and anchors.
  requireOwnDirectory(directory);
  const keys = openKeys(keysDirectory(environment));
  const isThere = (): boolean => keys.list().some(({ kind, isActive }) => kind === 'secret' && isActive);
  return {
    directory,
    verifier: keys.verifier(),
    signer: () => (isThere() ? keys.signer(['audit-anchor']) : null),
  };
}
