/** The packs of a run as its record names them: which agent was told which one, at which step of which case. */

import type { PackBytes } from '../../disclosure/lens/index.ts';
import { digestOf, type Id, PenumbraError, type Sha256, shortId } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type { RunCase } from '../../record/index.ts';

/** A pack and where it was handed out. */
export type PlacedPack = {
  readonly run: Id<'run'>;
  readonly case: string;
  readonly step: number;
  readonly node: string;
  readonly consumer: string;
  readonly hash: Sha256;
};

/** Returns the packs of a case in the order they were handed out. */
export function packsOfCase(run: Id<'run'>, { id, steps }: RunCase): readonly PlacedPack[] {
  return steps.flatMap(({ step, node, packs }) =>
    packs.map(({ pack, consumer }) => ({ run, case: id, step, node, consumer, hash: digestOf(pack) })),
  );
}

/** Reads a pack, or returns null where it was removed. */
export async function readPlacedPack(store: StoreReader, { hash }: PlacedPack): Promise<PackBytes | null> {
  const [bytes] = await store.getMany([hash]);
  return bytes ? { bytes, hash } : null;
}

/** Reads a pack, or throws where it was removed. */
export async function requirePlacedPack(store: StoreReader, pack: PlacedPack): Promise<PackBytes> {
  const found = await readPlacedPack(store, pack);
  if (found) return found;
  throw new PenumbraError(
    'frame-not-found',
    `${shortId(`pack:${pack.hash}` as Id)} is no longer in the ledger`,
    {
      hint: 'import an export that still has it, or investigate again',
    },
  );
}
