/** The files below a root, by the synchronous calls of `node:fs`. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import {
  type BytesRead,
  type ByteText,
  bytesOf,
  type FileTree,
  fromBytes,
  isAscii,
  type ListedEntry,
} from '../../context/index.ts';
import { OPEN_FLAGS, readDigest, skipReasonOf } from './read-held.ts';
import { isDraftName } from './write-held.ts';

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;
const LIST_OPTIONS = { encoding: 'latin1', withFileTypes: true } as const;

/** Opens the tree of files below a directory. */
export function openFileTree(root: string): FileTree {
  // Node writes strings as UTF-8, so a path with other bytes must be passed as bytes.
  const place = (path: ByteText) =>
    isAscii(path) ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), bytesOf(path)]);
  return {
    list: (directory) => {
      try {
        // The names are bytes because the encoding is Latin-1.
        const listed = readdirSync(place(directory), LIST_OPTIONS) as unknown as ListedEntry[];
        // The draft of a killed write is not a file of the workspace.
        return listed.some(isDraft) ? listed.filter((entry) => !isDraft(entry)) : listed;
      } catch (error) {
        return skipReasonOf(error);
      }
    },
    stat: (path) => {
      try {
        return lstatSync(place(path), STAT_OPTIONS) ?? 'vanished';
      } catch (error) {
        return skipReasonOf(error);
      }
    },
    digest: (path, stat) => readDigest(place(path), stat),
    readLink: (path) => {
      try {
        return { bytes: readlinkSync(place(path), 'latin1') as ByteText };
      } catch (error) {
        return { reason: skipReasonOf(error) };
      }
    },
    readSmall: (path, limitBytes) => readSmall(place(path), limitBytes),
  };
}

function isDraft({ name }: ListedEntry): boolean {
  return isDraftName(name);
}

function readSmall(path: string | Buffer, limitBytes: number): BytesRead {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, OPEN_FLAGS);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { reason: 'special-file' };
    if (stat.size > limitBytes) return { reason: 'too-large' };
    const bytes = Buffer.alloc(stat.size);
    const count = readSync(descriptor, bytes);
    return { bytes: fromBytes(bytes.subarray(0, count)) };
  } catch (error) {
    return { reason: skipReasonOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
