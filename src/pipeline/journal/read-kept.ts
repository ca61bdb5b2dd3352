/** Reads what a journal's log names: canonical data that is kept by its content. */
import {
  type CanonicalValue,
  type ContentId,
  digestOf,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';

/** Reads data by its content id, or throws `store-damaged` where it is gone. */
export async function readKept(store: StoreReader, id: ContentId): Promise<CanonicalValue> {
  const [bytes] = await store.getMany([digestOf(id)]);
  if (bytes) return parseCanonical(bytes);
  throw new PenumbraError('store-damaged', `${id} is missing, which tells how far a case had come`, {
    data: { object: id },
    hint: 'run `penumbra validate`, and go on from an earlier step',
  });
}
