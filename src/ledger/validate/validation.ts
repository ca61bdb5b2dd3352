/** Options, shared state and results of a validation. */
import { exitCodes, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { FrameTypes } from '../frames/frame-type.ts';
import type { Store } from '../store/store.ts';

/** One fault. */
export type LedgerFault = {
  /** An object id, or `log …` or `index …` with a name. */
  readonly object: string;
  readonly fault: string;
  /** What depends on it, for instance `node:src/a.ts note frame:…`; the last item says if there are more. */
  readonly affects: readonly string[];
};

/** How many of each kind were checked. */
export type ValidationCounts = {
  objects: number;
  logs: number;
  entries: number;
  members: number;
  tombstones: number;
};

/** The result of a validation. */
export type Validation = {
  readonly ok: boolean;
  /** The root of the ledger's archive; null if there are faults or the ledger kept changing. */
  readonly root: Sha256 | null;
  readonly checked: number;
  readonly counts: Readonly<ValidationCounts>;
  readonly faults: readonly LedgerFault[];
};

/** Options of a validation. */
export type ValidationOptions = {
  /** Known frame types; contents of frames with these types are checked too. */
  readonly types?: FrameTypes;
  /** Called now and then with the number of objects, entries, tombstones and members checked. */
  readonly onProgress?: (checked: number) => void;
};

/** State shared by the parts of a validation. */
export type Validating = {
  readonly store: Store;
  readonly counts: ValidationCounts;
  /** Reports a fault; duplicates are ignored. */
  report(fault: { readonly object: string; readonly fault: string }): void;
  progress(): void;
};

/** Returns the message of an error about unreadable stored rows; rethrows any other error. */
export function damageIn(error: unknown): string {
  if (error instanceof PenumbraError && error.exitCode === exitCodes.usage) return error.message;
  // Databases and parsers throw these for malformed rows.
  if (error instanceof TypeError || error instanceof RangeError) return `cannot be read: ${error.message}`;
  throw error;
}

/**
 * Runs one part of a validation. Damage that stops it is reported as a fault, and the other parts still run.
 */
export async function withFaults({ report }: Validating, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    report({ object: 'store', fault: damageIn(error) });
  }
}
