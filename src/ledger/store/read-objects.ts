/** Reads objects where some may be corrupt: each is answered for itself, so that one bad object does not hide the rest. */
import { type FaultCode, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { ObjectInfo, StoreReader } from './store.ts';

/** The bytes of an object, null where there is none, or the error of reading a corrupt one. */
export type ReadOutcome = Uint8Array | null | PenumbraError;

const unreadable: readonly FaultCode[] = ['hash-mismatch', 'store-damaged'];
const GROUP_ROWS = 256;
const GROUP_BYTES = 8 * 1024 * 1024;

/** Reads objects in the order asked; a corrupt one is an error in its place. */
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

/** Reads one object as a value; tells where it is absent, or there but broken. */
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

/** Groups rows so that a group holds few of them and few bytes; a row larger than that stands alone. */
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
