/** The moves of a wave until they are written: in one batch, or in several where one would be too large, each of which is whole. */
import { canonicalText, type FrameId, limits, type Sha256 } from '../../kernel/index.ts';
import type { Batch, Precondition, Store, StoredObject } from '../../ledger/index.ts';

/** What became of one frame in a wave. */
export type WaveMove = {
  readonly path: string;
  readonly type: string;
  readonly frameId: FrameId;
  /** `cut-off`: it was recomputed to equal content, and stands for the new basis, too. */
  readonly move: 'regenerated' | 'cut-off';
};

/** Says that another writer came first; the wave is to be made anew from what stands now. */
export class Overtaken extends Error {}

/** Where moves are written, on which conditions, and who hears of each once it lasts. */
export type MoveTarget = {
  readonly store: Store;
  readonly conditions: readonly Precondition[];
  onWritten(move: WaveMove): void;
};

/** Moves that wait to be written. */
export type PendingMoves = {
  /** Takes a move with the batch that writes it; those before it are written where both would be too much. */
  add(batch: Batch, move: WaveMove): Promise<void>;
  /** Writes all that waits; throws `Overtaken` where a condition does not hold any more. */
  flush(): Promise<void>;
};

/** Creates an empty list of moves. */
export function createPendingMoves({ store, conditions, onWritten }: MoveTarget): PendingMoves {
  const room = limits.batchOperations - conditions.length;
  let pending: { readonly batch: Batch; readonly move: WaveMove }[] = [];
  let operations = 0;

  async function flush(): Promise<void> {
    const parts = pending;
    [pending, operations] = [[], 0];
    if (parts.length === 0) return;
    const start = { atMs: parts[0]?.batch.atMs ?? 0, requires: conditions };
    const outcome = await store.commit(joinBatches([start, ...parts.map(({ batch }) => batch)]));
    if (!outcome.committed) throw new Overtaken();
    for (const { move } of parts) onWritten(move);
  }

  return {
    async add(batch, move) {
      if (operations + operationsIn(batch) > room) await flush();
      operations += operationsIn(batch);
      pending.push({ batch, move });
    },
    flush,
  };
}

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
