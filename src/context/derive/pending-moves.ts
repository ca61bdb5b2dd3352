/**
 * Collects the moves of a wave until they are written: as one batch, or as several atomic ones if one would
 * be too large.
 */
import { canonicalText, type FrameId, limits, type Sha256 } from '../../kernel/index.ts';
import type { Batch, Precondition, Store, StoredObject } from '../../ledger/index.ts';

/** The outcome for one frame in a wave. */
export type WaveMove = {
  readonly path: string;
  readonly type: string;
  readonly frameId: FrameId;
  /** `cut-off`: recomputed with equal content, so the frame is kept and attested for the new basis. */
  readonly move: 'regenerated' | 'cut-off';
};

/** Thrown when another writer came first; the wave must be repeated on the new state. */
export class Overtaken extends Error {}

/** Where and under which preconditions moves are written, and a callback for written moves. */
export type MoveTarget = {
  readonly store: Store;
  readonly conditions: readonly Precondition[];
  onWritten(move: WaveMove): void;
};

/** Moves waiting to be written. */
export type PendingMoves = {
  /** Adds a move with its batch; writes the earlier ones first if together they would be too large. */
  add(batch: Batch, move: WaveMove): Promise<void>;
  /** Writes everything pending; throws `Overtaken` if a precondition no longer holds. */
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

/** Joins batches in order. An earlier one may put what a later one requires. */
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

/** Counts the operations of a batch as its limit does. */
export function operationsIn({ requires = [], puts = [], appends = [], adds = [] }: Batch): number {
  return requires.length + puts.length + appends.length + adds.length;
}
