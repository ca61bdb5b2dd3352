/** Joins batches into one that writes what all of them would, on the conditions of all. */
import { canonicalText, type Sha256 } from '../../kernel/index.ts';
import type { Batch, Precondition, StoredObject } from '../../ledger/index.ts';

/** Joins batches in their order; what one of them puts need not be there before. */
export function joinBatches(parts: readonly Batch[]): Batch {
  const puts = new Map<Sha256, StoredObject>();
  const requires = new Map<string, Precondition>();
  for (const part of parts) {
    for (const condition of part.requires ?? [])
      if (condition.kind !== 'object-present' || !puts.has(condition.id))
        requires.set(canonicalText(condition), condition);
    for (const object of part.puts ?? []) puts.set(object.id, object);
  }
  return {
    atMs: parts[0]?.atMs ?? 0,
    requires: [...requires.values()],
    puts: [...puts.values()],
    appends: parts.flatMap((part) => part.appends ?? []),
    adds: parts.flatMap((part) => part.adds ?? []),
  };
}

/** Counts what a batch does, as its limit counts. */
export function operationsIn({ requires = [], puts = [], appends = [], adds = [] }: Batch): number {
  return requires.length + puts.length + appends.length + adds.length;
}
