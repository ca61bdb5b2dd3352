/**
 * Arrays of byte strings as parameters, in PostgreSQL's binary form: the driver would write them as hex, twice the size
 * and, for large batches, longer than a JavaScript string can be.
 */
import type { Sha256 } from '../../kernel/index.ts';

const BYTEA_OID = 17;
const HEADER_BYTES = 20;

/** Returns the parameter for a `bytea[]`. */
export function byteaArray(items: readonly Uint8Array[]): Buffer {
  const size = items.reduce((total, item) => total + 4 + item.length, HEADER_BYTES);
  const target = Buffer.alloc(size);
  // One dimension, no nulls, the element type, its length, counted from 1.
  const header = [1, 0, BYTEA_OID, items.length, 1];
  let offset = header.reduce((at, word) => target.writeInt32BE(word, at), 0);
  for (const item of items) {
    offset = target.writeInt32BE(item.length, offset);
    target.set(item, offset);
    offset += item.length;
  }
  return target;
}

/** Returns the parameter for a `bytea[]` of ids. */
export function idArray(ids: readonly Sha256[]): Buffer {
  return byteaArray(ids.map(idBytes));
}

/** Returns the parameter for one id. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id, 'hex');
}
