/** Reads `git diff --raw --patch -z`: an entry and a path for each file, ended by NUL, a NUL, and the patch. */
import { decodeField } from './split-fields.ts';

const NUL = 0;
const COLON = ':'.charCodeAt(0);

/** A comparison; a path that is no text is undefined. */
type RawDiff = { readonly paths: readonly (string | undefined)[]; readonly patch: Uint8Array };

/** Returns the paths and the patch; null where the names are not whole or not as they should be. */
export function parseRawDiff(printed: Uint8Array): RawDiff | null {
  const paths: (string | undefined)[] = [];
  let position = 0;
  while (printed[position] === COLON) {
    const entryEnd = printed.indexOf(NUL, position);
    const pathEnd = entryEnd < 0 ? -1 : printed.indexOf(NUL, entryEnd + 1);
    if (pathEnd < 0) return null;
    paths.push(decodeField(printed.subarray(entryEnd + 1, pathEnd)));
    position = pathEnd + 1;
  }
  if (position === printed.length) return { paths, patch: printed.subarray(position) };
  return printed[position] === NUL ? { paths, patch: printed.subarray(position + 1) } : null;
}
