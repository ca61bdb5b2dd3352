/** Reads the bytes of objects, checks each, and names the one that the server itself cannot read. */
import { isSha256, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { verifyObject } from '../../ledger/index.ts';
import { idArray } from './bytea-array.ts';
import type { Query } from './session.ts';

/** Returns the bytes of each object in the order asked, null where there is none. */
export async function readObjects(
  query: Query,
  ids: readonly Sha256[],
): Promise<readonly (Uint8Array | null)[]> {
  const asked = [...new Set(ids)].filter(isSha256);
  const found = await fetchObjects(query, asked).catch((error: unknown) => findDamaged(query, asked, error));
  for (const [id, bytes] of found) verifyObject(id, bytes);
  // One object may have been asked for twice; each caller gets bytes of its own.
  return ids.map((id) => copyOf(found.get(id)));
}

async function fetchObjects(query: Query, ids: readonly Sha256[]): Promise<ReadonlyMap<Sha256, Buffer>> {
  const rows = await query<{ id: Sha256; bytes: Buffer }>(
    `SELECT encode(id, 'hex') AS id, bytes FROM penumbra.object WHERE id = ANY($1::bytea[])`,
    [idArray(ids)],
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Throws the error again, naming the object where the store is damaged at one of them. */
async function findDamaged(query: Query, ids: readonly Sha256[], error: unknown): Promise<never> {
  if (!(error instanceof PenumbraError) || error.code !== 'store-damaged') throw error;
  for (const id of ids) {
    await fetchObjects(query, [id]).catch((cause: unknown) => {
      throw new PenumbraError('store-damaged', `object ${id} cannot be read: ${error.message}`, {
        data: { ...error.data, object: id },
        ...(error.hint && { hint: error.hint }),
        cause,
      });
    });
  }
  throw error;
}

function copyOf(bytes: Buffer | undefined): Uint8Array | null {
  return bytes ? new Uint8Array(bytes) : null;
}
