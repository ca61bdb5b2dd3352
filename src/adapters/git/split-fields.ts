/** Takes apart what git prints with `-z`: fields ended by NUL. */
import { decodeUtf8 } from '../../kernel/index.ts';

const NUL = 0;

/** Goes through the fields of some bytes; the last one need not be ended. */
export function* splitFields(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    const found = bytes.indexOf(NUL, start);
    end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
  }
}

/** Returns a field as text; nothing where it is none, for such a name is no path of a tree either. */
export function decodeField(bytes: Uint8Array): string | undefined {
  return decodeUtf8(bytes) ?? undefined;
}
