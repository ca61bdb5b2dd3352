/**
 * Reads objects that may be corrupt and reports each one separately, so that a bad object does not hide the
 * rest.
 */
import { type FaultCode, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { ObjectInfo, StoreReader } from './store.ts';

/** The bytes of an object, null if it does not exist, or the error if it is corrupt. */
export type ReadOutcome = Uint8Array | null | PenumbraError;

const unreadable: readonly FaultCode[] = ['hash-mismatch', 'store-damaged'];
const GROUP_ROWS = 256;
const GROUP_BYTES = 8 * 1024 * 1024;

/** Reads objects in the order requested; a corrupt one yields an error in its place. */
export async function readObjects(
  reader: StoreReader,
  ids: readonly Sha256[],
): Promise<readonly ReadOutcome[]> {
  if (ids.length === 0) return [];
  try {
    return await reader.getMany(ids);
  } catch (error) {
    if (!(error instanceof PenumbraError) || !unreadable.includes(error.code)) throw error;
    if (ids.length === 1) return [error];
    const middle = ids.length >> 1;
    const head = await readObjects(reader, ids.slice(0, middle));
    return [...head, ...(await readObjects(reader, ids.slice(middle)))];
  }
}

/** Reads and parses one object, distinguishing absent from corrupt. */
export async function readParsed<Value>(
  reader: StoreReader,
  id: Sha256,
  parse: (bytes: Uint8Array) => Value,
): Promise<Value | 'absent' | 'broken'> {
  const [outcome] = await readObjects(reader, [id]);
  if (!outcome) return 'absent';
  if (outcome instanceof PenumbraError) return 'broken';
  try {
    return parse(outcome);
  } catch (error) {
    if (error instanceof PenumbraError) return 'broken';
    throw error;
  }
}

/** Groups rows so that each group is small in count and bytes; a larger row gets a group of its own. */
export async function* inGroups<Row>(
  rows: AsyncIterable<Row>,
  sizeOf: (row: Row) => number,
): AsyncGenerator<readonly Row[]> {
  let group: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const size = sizeOf(row);
    if (group.length > 0 && (group.length >= GROUP_ROWS || bytes + size > GROUP_BYTES)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(row);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

/** Returns the size of an object. */
export function sizeOfObject({ size }: ObjectInfo): number {
  return size;
}
