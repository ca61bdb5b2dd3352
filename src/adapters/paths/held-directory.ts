/**
 * Directories reached one component at a time without following links, and held while they are used. If the
 * system exposes descriptors as paths, a held directory stays the same whatever is moved or linked in its
 * place.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from 'node:fs';
import { decodeUtf8 } from '../../kernel/index.ts';
import type { DiskFault } from '../../tools/index.ts';

/** A held directory; its entries are found below its path. */
export type HeldDirectory = {
  readonly path: string;
  /** Null if it is held by its path. */
  readonly descriptor: number | null;
  /** Returns whether it contains a name exactly as spelled, even if the file system ignores spelling. */
  hasName(name: string): boolean;
  /** Makes its list of names durable; throws if the disk fails. */
  sync(): void;
  release(): void;
};

/** How directories are held. */
export type Holding = {
  /** Whether by descriptors, under which no link can be swapped. */
  readonly isByDescriptor: boolean;
  /** Whether names must be compared, because the file system accepts several spellings. */
  readonly isNameChecked: boolean;
};

const DIRECTORY_FLAGS =
  constants.O_RDONLY |
  (constants.O_DIRECTORY ?? 0) |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** What bytes that are not UTF-8 are decoded to. */
const REPLACEMENT = '\ufffd';

/** Returns whether descriptors of this process can be used as paths. */
export function hasDescriptorPaths(): boolean {
  return process.platform === 'linux' && existsSync('/proc/self/fd');
}

/** Holds a directory whose parent is already held. */
export function holdDirectory(path: string, holding: Holding): HeldDirectory | DiskFault {
  try {
    if (!holding.isByDescriptor) {
      return lstatSync(path).isDirectory() ? heldAt({ path, holding }) : whyNoDirectory(path);
    }
    const descriptor = openSync(path, DIRECTORY_FLAGS);
    return heldAt({ path: `/proc/self/fd/${descriptor}`, holding, descriptor });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? whyNoDirectory(path) : diskFaultOf(error);
  }
}

/**
 * Holds a directory in one step if no link was followed: the system's own name for the opened directory must
 * be the requested path. Null if that is unknown, and the path has to be walked component by component.
 */
export function holdDirectly(path: string, holding: Holding): HeldDirectory | null {
  // With bytes that are not UTF-8, two names can decode to the same text.
  if (!holding.isByDescriptor || holding.isNameChecked || path.includes(REPLACEMENT)) return null;
  const held = holdDirectory(path, holding);
  if (typeof held === 'string') return null;
  if (nameOf(held) === path) return held;
  held.release();
  return null;
}

/** Returns what a failed file call means for the caller. */
export function diskFaultOf(error: unknown): DiskFault {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return 'absent';
    case 'ELOOP':
      return 'link';
    // A socket, or a device without a driver.
    case 'ENXIO':
    case 'EOPNOTSUPP':
      return 'not-a-file';
    default:
      return 'unreadable';
  }
}

function nameOf({ path }: HeldDirectory): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

type Opened = { readonly path: string; readonly holding: Holding; readonly descriptor?: number };

function heldAt({ path, holding, descriptor }: Opened): HeldDirectory {
  let names: ReadonlySet<string> | undefined;
  return {
    path,
    descriptor: descriptor ?? null,
    hasName: (name) => {
      if (!holding.isNameChecked || names?.has(name)) return true;
      // Read again, because a new entry was not in the old list.
      names = new Set(readdirSync(path, { encoding: 'buffer' }).map(nameOfBytes));
      return names.has(name);
    },
    sync: () => {
      if (descriptor !== undefined) fsyncSync(descriptor);
      else syncByPath(path);
    },
    release: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function syncByPath(path: string): void {
  // On Windows a directory cannot be opened, and the system itself keeps names durable.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, DIRECTORY_FLAGS);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function whyNoDirectory(path: string): DiskFault {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    // If it is a directory now, it was not when it was opened.
    return stat.isSymbolicLink() || stat.isDirectory() ? 'link' : 'not-a-directory';
  } catch (error) {
    return diskFaultOf(error);
  }
}

const LONE = 0xdc00;
const ASCII = 0x80;
const LONE_BYTE = /([\udc80-\udcff])/u;

/** Returns the text of a name; different names have different texts. */
export function nameOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < ASCII ? byte : LONE + byte)).join('');
}

/** Returns the bytes of a path whose names were made by `nameOfBytes`. */
export function bytesOfPath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path);
  const parts = path.split(LONE_BYTE);
  return Buffer.concat(
    // The other parts are the separators.
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) - LONE))),
  );
}
