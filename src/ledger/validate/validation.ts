/** What a validation is asked, what its parts share, and what it finds. */
import type { Sha256 } from '../../kernel/index.ts';
import type { FrameTypes } from '../frames/frame-type.ts';
import type { Store } from '../store/store.ts';

/** One thing that is wrong. */
export type LedgerFault = {
  /** The id of an object, or `log …` or `index …` with its name. */
  readonly object: string;
  readonly fault: string;
  /** What rests on it, for instance `node:src/a.ts note frame:…`; the last says if there are more. */
  readonly affects: readonly string[];
};

/** How many of each were checked. */
export type ValidationCounts = {
  objects: number;
  logs: number;
  entries: number;
  members: number;
  tombstones: number;
};

/** What a validation found. */
export type Validation = {
  readonly ok: boolean;
  /** The root of the ledger's archive; null where there are faults, or others kept rewriting the ledger. */
  readonly root: Sha256 | null;
  readonly checked: number;
  readonly counts: Readonly<ValidationCounts>;
  readonly faults: readonly LedgerFault[];
};

/** How to validate. */
export type ValidationOptions = {
  /** Known types, whose frames' contents are checked too. */
  readonly types?: FrameTypes;
  /** Hears now and then how many objects, entries, tombstones and members are done. */
  readonly onProgress?: (checked: number) => void;
};

/** What the parts of a validation share. */
export type Validating = {
  readonly store: Store;
  readonly counts: ValidationCounts;
  /** Takes a fault; the same one a second time is passed over. */
  report(fault: { readonly object: string; readonly fault: string }): void;
  progress(): void;
};
