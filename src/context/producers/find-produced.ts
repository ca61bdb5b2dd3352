/** Looks up what a producer has made before, by what it rests on: the cache of all producers is the ledger. */
import { type BasisId, type ContentId, digestOf, type FrameId, isId } from '../../kernel/index.ts';
import { BASIS_INDEX, type Frame, parseFrame, type StoreReader } from '../../ledger/index.ts';

/** Whose frames of which type are looked for. */
export type Produced = { readonly type: string; readonly agent: string };

/** Returns the content made from each basis, of those whose frame and content are there; few calls for many bases. */
export async function findProduced(
  store: StoreReader,
  produced: Produced,
  bases: readonly BasisId[],
): Promise<ReadonlyMap<BasisId, Uint8Array>> {
  const members = await Promise.all(bases.map((basis) => store.listMembers(BASIS_INDEX, basis, {})));
  const frameIds = members.flat().filter((member): member is FrameId => isId(member, 'frame'));
  const contents = new Map<BasisId, ContentId>();
  for (const bytes of await store.getMany(frameIds.map(digestOf))) {
    const frame = bytes && parseFrame(bytes);
    if (frame && isOf(produced, frame) && !contents.has(frame.basis))
      contents.set(frame.basis, frame.content);
  }
  const found = await store.getMany(Array.from(contents.values(), digestOf));
  const entries = Array.from(contents.keys(), (basis, position) => [basis, found[position]] as const);
  return new Map(entries.filter((entry): entry is [BasisId, Uint8Array] => entry[1] instanceof Uint8Array));
}

function isOf({ type, agent }: Produced, frame: Frame): boolean {
  return frame.type === type && frame.agent === agent;
}
