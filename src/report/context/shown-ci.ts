/** What a check of a workspace came to, as data: what changed, what was recomputed, what is stale, what is damaged. */
import type { ShownRegeneration } from './render-regeneration.ts';
import type { ShownChange } from './shown-changes.ts';

/** Something in the ledger that is not as it must be. */
type ShownFault = {
  readonly object: string;
  readonly fault: string;
  readonly affects: readonly string[];
};

/** What makes a check fail: damage alone, or stale records, too. */
export type CiFailOn = 'invalid' | 'stale';

/** The answer of a check. */
export type ShownCi = {
  /** False where what it was told to fail on is there. */
  readonly ok: boolean;
  readonly failOn: CiFailOn;
  readonly root: string;
  readonly scan: number;
  /** Whether no scan was recorded before, so that there was nothing to compare with. */
  readonly isFirst: boolean;
  readonly nodes: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Since the recorded scan before. */
  readonly changes: readonly ShownChange[];
  /** Null where the ledger is too damaged to renew anything. */
  readonly regeneration: Omit<ShownRegeneration, 'stale'> | null;
  /** What was recomputed, children before parents; `cut-off` came out as it was. */
  readonly recomputed: readonly {
    readonly path: string;
    readonly type: string;
    readonly frameId: string;
    readonly move: 'regenerated' | 'cut-off';
  }[];
  readonly stale: ShownRegeneration['stale'];
  readonly validation: {
    readonly ok: boolean;
    readonly checked: number;
    readonly faults: readonly ShownFault[];
  };
};
