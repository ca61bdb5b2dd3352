/**
 * What refers to what. A log entry refers to every object whose id is in its value, a frame to its basis and content, a basis to the
 * frames among its inputs, a directory of a stored tree to the directories in it (contents and nodes that these name
 * are bytes outside the ledger). Validation, merging and collection all follow these edges and no others.
 */
import {
  type CanonicalValue,
  type FrameId,
  type Id,
  isId,
  PenumbraError,
  parseCanonical,
  storedIdKinds,
} from '../../kernel/index.ts';
import { type Basis, framesIn } from '../frames/basis.ts';
import type { Frame } from '../frames/frame.ts';
import { frameIdIn, splitFrameLog } from '../store/frame-entry.ts';
import { entriesUpTo, everyHead } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import { subdirectories, type TreeLine } from '../trees/directory-object.ts';

/** An edge: `from` is the name of a log or the id of an object, `to` is what it names. */
export type Reference = { readonly from: string; readonly to: Id };

/** Returns every object an entry of a log names; throws where the value is not canonical or does not fit the log. */
export function entryReferences(log: string, value: string): readonly Id[] {
  if (splitFrameLog(log)) return [frameIdIn(log, value)];
  const found: Id[] = [];
  collectIds(parseCanonical(value), found);
  return found;
}

/** Returns every object an entry of a log names, or the error where it is not as it should be. */
export function tryEntryReferences(log: string, value: string): readonly Id[] | PenumbraError {
  try {
    return entryReferences(log, value);
  } catch (error) {
    if (error instanceof PenumbraError) return error;
    throw error;
  }
}

/** Yields what the entries of all logs refer to; entries that cannot be read refer to nothing. */
export async function* everyReference(reader: StoreReader): AsyncGenerator<Reference> {
  for await (const head of everyHead(reader)) {
    for await (const { value } of entriesUpTo(reader, head)) {
      const references = tryEntryReferences(head.log, value);
      if (references instanceof PenumbraError) continue;
      for (const to of references) yield { from: head.log, to };
    }
  }
}

/** Returns what a frame refers to. */
export function frameReferences(id: FrameId, frame: Frame): readonly Reference[] {
  return [
    { from: id, to: frame.basis },
    { from: id, to: frame.content },
  ];
}

/** Returns what a basis refers to. */
export function basisReferences(id: Id, basis: Basis): readonly Reference[] {
  return framesIn(basis).map((to) => ({ from: id, to }));
}

/** Returns what a directory of a stored tree refers to. */
export function directoryReferences(id: Id, lines: readonly TreeLine[]): readonly Reference[] {
  return subdirectories(lines).map((to) => ({ from: id, to }));
}

/** Tells whether a text is the id of an object; nodes, cases and runs have ids, too, but are not stored under them. */
function isStoredId(text: string): text is Id {
  return storedIdKinds.some((kind) => isId(text, kind));
}

function collectIds(value: CanonicalValue, found: Id[]): void {
  if (typeof value === 'string') {
    if (isStoredId(value)) found.push(value);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly CanonicalValue[]) collectIds(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      collectIds(key, found);
      collectIds(item, found);
    }
  }
}
