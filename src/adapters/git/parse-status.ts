/** Reads `git status --porcelain=v1 -z --no-renames`: two letters, a space and a path from the top, ended by NUL. */
import { sep } from 'node:path';
import { compareCodePoints } from '../../kernel/index.ts';

const PATH_START = 3;
const NUL = 0;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the paths below a workspace, sorted; `prefix` leads to it from the top of the work tree. */
export function parseStatus(printed: Uint8Array, prefix: string): readonly string[] {
  const lead = prefix === '' ? '' : `${prefix.split(sep).join('/')}/`;
  const paths = new Set<string>();
  for (const entry of entriesOf(printed)) {
    const path = decode(entry.subarray(PATH_START));
    // A repository inside is named with a slash behind it; it is not part of this one.
    if (path === undefined || path === '' || path.endsWith('/') || !path.startsWith(lead)) continue;
    paths.add(path.slice(lead.length));
  }
  return [...paths].sort(compareCodePoints);
}

function* entriesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    const found = bytes.indexOf(NUL, start);
    end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
  }
}

/** A name that is no text is no path of a tree either. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
