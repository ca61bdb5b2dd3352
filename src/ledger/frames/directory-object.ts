/**
 * A directory of a stored tree: one object with a line per entry. Its digest equals that of the directory's
 * content id, so tree ids show which directories a ledger already has and where two trees differ.
 * INVARIANT (whole subtrees): a directory is written with or after its subdirectories, so if it exists,
 * everything below it does too.
 */
import {
  type CanonicalValue,
  type ContentId,
  digestOf,
  isId,
  makeId,
  PenumbraError,
  type TreeId,
  taggedText,
} from '../../kernel/index.ts';
import { type StoredObject, toObject } from '../store/stored-object.ts';
import { parseTagged } from './basis.ts';

const DIRECTORY_TAG = 'penumbra/directory/1';
const DIRECTORY_KIND = 'directory';

/** One entry of a directory. */
export type TreeLine = readonly [name: string, kind: string, contentId: ContentId];

/** Returns the object of a directory; lines must be sorted by the bytes of their names. */
export function directoryObject(lines: readonly TreeLine[]): StoredObject {
  return toObject(taggedText(DIRECTORY_TAG, lines));
}

/** Parses the lines of a directory object, or throws. */
export function parseDirectory(bytes: Uint8Array): readonly TreeLine[] {
  const [tag, value] = parseTagged(bytes);
  if (tag === DIRECTORY_TAG && Array.isArray(value) && value.every(isLine)) return value;
  throw new PenumbraError('invalid-frame', 'the object is not a directory');
}

/** Returns the id under which a directory is stored. */
export function directoryTree(contentId: ContentId): TreeId {
  return makeId('tree', digestOf(contentId));
}

/** Returns the ids of the subdirectories among a directory's lines. */
export function subdirectories(lines: readonly TreeLine[]): readonly TreeId[] {
  return lines.flatMap(([, kind, contentId]) => (kind === DIRECTORY_KIND ? [directoryTree(contentId)] : []));
}

function isLine(line: CanonicalValue): line is TreeLine {
  if (!Array.isArray(line) || line.length !== 3) return false;
  const [name, kind, content] = line as readonly CanonicalValue[];
  return (
    typeof name === 'string' &&
    typeof kind === 'string' &&
    typeof content === 'string' &&
    isId(content, 'content')
  );
}
