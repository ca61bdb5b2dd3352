/** What a validation is asked, what its parts share, and what it finds. */
import { exitCodes, PenumbraError, type Sha256 } from '../../kernel/index.ts';
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

/** Returns what an error says of stored rows that cannot be read; any other error is thrown again. */
export function damageIn(error: unknown): string {
  if (error instanceof PenumbraError && error.exitCode === exitCodes.usage) return error.message;
  // What a database or a parser says of a row that is not what it should be.
  if (error instanceof TypeError || error instanceof RangeError) return `cannot be read: ${error.message}`;
  throw error;
}

/** Runs a part of a validation; damage that ends it is a fault, and the other parts go on. */
export async function withFaults({ report }: Validating, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    report({ object: 'store', fault: damageIn(error) });
  }
}
