/** Reads what stands in a held directory: the first bytes of a regular file, what an entry is, what there is. */
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import type { DiskAnswer } from '../../guard/index.ts';
import type { DiskEntry, DiskEntryKind, DiskFault, FileRead, ReadBounds } from '../../tools/index.ts';
import { diskFaultOf, type HeldDirectory, isComponent, nameOfBytes } from '../paths/index.ts';
import { OPEN_FLAGS } from './read-digest.ts';

/** Looks at an entry of a held directory. */
export function lookAtEntry(parent: HeldDirectory, name: string): DiskAnswer {
  try {
    if (!isComponent(name) || !parent.hasName(name)) return 'absent';
    const stat = lstatSync(`${parent.path}/${name}`, { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    return stat.isSymbolicLink() ? 'link' : 'present';
  } catch {
    return 'absent';
  }
}

/** Reads the first bytes of a regular file in a held directory; without a name, it is the directory itself. */
export function readHeldFile(
  parent: HeldDirectory,
  name: string | undefined,
  { maxBytes }: ReadBounds,
): FileRead | DiskFault {
  if (name === undefined) return 'not-a-file';
  let descriptor: number | undefined;
  try {
    if (!isComponent(name) || !parent.hasName(name)) return 'absent';
    const path = `${parent.path}/${name}`;
    descriptor = openSync(path, OPEN_FLAGS);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return 'not-a-file';
    if (!isOpenedWithoutLink(path, stat)) return 'link';
    const bytes = readUpTo(descriptor, Math.min(stat.size, maxBytes));
    return { bytes, isCut: stat.size > maxBytes, size: stat.size };
  } catch (error) {
    return diskFaultOf(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** INVARIANT (every name is seen by every check): lists a held directory and leaves nothing out, whatever its name. */
export function listHeld({ path }: HeldDirectory): readonly DiskEntry[] | DiskFault {
  try {
    return readdirSync(path, { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
      name: nameOfBytes(entry.name),
      kind: kindOf(entry),
    }));
  } catch (error) {
    return diskFaultOf(error);
  }
}

function readUpTo(descriptor: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let count = 0;
  while (count < length) {
    const read = readSync(descriptor, bytes, count, length - count, null);
    if (read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}

/** Where the system cannot refuse a link when opening, what was opened must be what stands at the path. */
function isOpenedWithoutLink(path: string, opened: Stats): boolean {
  if (process.platform !== 'win32') return true;
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && stat.ino === opened.ino && stat.dev === opened.dev;
}

function kindOf(entry: Dirent<Buffer>): DiskEntryKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}
