/** Reads what a journal's log names: canonical data that is kept by its content. */
import {
  type CanonicalValue,
  type ContentId,
  digestOf,
  isId,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';

/** Reads data by its content id, or throws `store-damaged` where it is gone, and `erased` where that was asked for. */
export async function readKept(store: StoreReader, id: ContentId): Promise<CanonicalValue> {
  const [value] = await readManyKept(store, [id]);
  return value as CanonicalValue;
}

/** Reads data by content ids, in their order and all at once. */
export async function readManyKept(
  store: StoreReader,
  ids: readonly ContentId[],
): Promise<readonly CanonicalValue[]> {
  const strange = ids.find((id) => !isId(id, 'content'));
  if (strange !== undefined) throw goneError(strange);
  const found = await store.getMany(ids.map(digestOf));
  const gone = ids.find((_, index) => !found[index]);
  if (gone !== undefined) throw await whyGone(store, gone);
  return found.map((bytes) => parseCanonical(bytes as Uint8Array));
}

async function whyGone(store: StoreReader, id: ContentId): Promise<PenumbraError> {
  const tombstone = await store.tombstone(digestOf(id));
  if (tombstone === null) return goneError(id);
  const isErased = tombstone.reason === 'erased';
  const how = isErased ? 'erased on request' : 'dropped with old history';
  return new PenumbraError(
    isErased ? 'erased' : 'store-damaged',
    `${id} was ${how}, and a case rests on it`,
    {
      data: { object: id, agent: tombstone.agent },
      hint: `the case cannot go on${isErased ? '' : ', unless an export is imported that still has it'}`,
    },
  );
}

function goneError(id: string): PenumbraError {
  return new PenumbraError('store-damaged', `${id} is missing, which tells how far a case had come`, {
    data: { object: id },
    hint: 'run `penumbra validate`, and go on from an earlier step',
  });
}
