/**
 * Follows references from log entries down to the last object. A log entry refers to every object whose id is
 * in its value, a frame to its basis and content, a basis to its input frames, a directory to its
 * subdirectories (contents and nodes it lists are outside the ledger). Validation, merging and collection
 * follow only these edges.
 */
import {
  type CanonicalValue,
  digestOf,
  type FrameId,
  type Id,
  idKinds,
  isId,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  storedIdKinds,
} from '../../kernel/index.ts';
import { frameIdIn, splitFrameLog } from '../store/log.ts';
import { entriesUpTo, everyHead } from '../store/pages.ts';
import { readObjects } from '../store/read-objects.ts';
import type { StoreReader } from '../store/store.ts';
import { type Basis, framesIn, parseBasis } from './basis.ts';
import { parseDirectory, subdirectories, type TreeLine } from './directory-object.ts';
import { type Frame, parseFrame } from './frame.ts';

/** An edge from a log (by name) or object (by id) to an object. */
export type Reference = { readonly from: string; readonly to: Id };

/**
 * Returns all objects an entry of a log refers to; throws if the value is not canonical or does not fit the
 * log.
 */
export function entryReferences(log: string, value: string): readonly Id[] {
  if (splitFrameLog(log)) return [frameIdIn(log, value)];
  const found: Id[] = [];
  collectIds(parseCanonical(value), found);
  return found;
}

/** Returns all objects an entry of a log refers to, or the error if the entry is invalid. */
export function tryEntryReferences(log: string, value: string): readonly Id[] | PenumbraError {
  try {
    return entryReferences(log, value);
  } catch (error) {
    if (error instanceof PenumbraError) return error;
    throw error;
  }
}

/** Yields the references of all log entries; unreadable entries have none. */
export async function* everyReference(reader: StoreReader): AsyncGenerator<Reference> {
  for await (const head of everyHead(reader)) {
    for await (const { value } of entriesUpTo(reader, head)) {
      const references = tryEntryReferences(head.log, value);
      if (references instanceof PenumbraError) continue;
      for (const to of references) yield { from: head.log, to };
    }
  }
}

/** Returns the references of a frame. */
function frameReferences(id: FrameId, frame: Frame): readonly Reference[] {
  return [
    { from: id, to: frame.basis },
    { from: id, to: frame.content },
  ];
}

/** Returns the references of a basis. */
function basisReferences(id: Id, basis: Basis): readonly Reference[] {
  return framesIn(basis).map((to) => ({ from: id, to }));
}

/** Returns the references of a stored directory. */
function directoryReferences(id: Id, lines: readonly TreeLine[]): readonly Reference[] {
  return subdirectories(lines).map((to) => ({ from: id, to }));
}

/**
 * Checks whether a text is the id of an object. Nodes, cases and runs also have ids but are not stored under
 * them.
 */
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

/** A reference to a missing or corrupt target; `cause` is the read error, if any. */
export type BrokenReference = Reference & { readonly fault: string; readonly cause?: PenumbraError };

/**
 * The state and callbacks of a trace. `seen` collects what was reached; a tracer can be reused for further
 * roots.
 */
export type Tracer = {
  readonly seen: Set<Id>;
  /** Objects already known, which are not walked again. */
  readonly skip?: ReadonlySet<Id>;
  /** Called for every edge, including those to objects already seen. */
  readonly onReference?: (reference: Reference) => void;
  /** Called once per frame; the basis is null if it is missing or broken. */
  readonly onFrame?: (id: FrameId, frame: Frame, basis: Basis | null) => void | Promise<void>;
  readonly onBroken: (broken: BrokenReference) => void;
};

/** The kinds of objects that refer to others. */
const expanded = ['frame', 'basis', 'tree'] as const;
const GROUP_ROWS = 32;

/** Walks everything reachable from the roots. */
export async function trace(
  reader: StoreReader,
  roots: Iterable<Reference> | AsyncIterable<Reference>,
  tracer: Tracer,
): Promise<void> {
  const queue: Reference[] = [];
  const follow = (reference: Reference): void => {
    tracer.onReference?.(reference);
    if (tracer.seen.has(reference.to) || tracer.skip?.has(reference.to)) return;
    tracer.seen.add(reference.to);
    queue.push(reference);
  };
  const step = async (): Promise<void> => {
    for (const reference of await expand(reader, queue.splice(-GROUP_ROWS), tracer)) follow(reference);
  };
  for await (const root of roots) {
    follow(root);
    while (queue.length >= GROUP_ROWS) await step();
  }
  while (queue.length > 0) await step();
}

/** Returns the id under which an object was reached, or null. */
export function reachedAs(seen: ReadonlySet<Id>, digest: Sha256): Id | null {
  return idKinds.map((kind): Id => makeId(kind, digest)).find((id) => seen.has(id)) ?? null;
}

/** Expands a group of targets into their references and reports broken ones. */
async function expand(
  reader: StoreReader,
  group: readonly Reference[],
  tracer: Tracer,
): Promise<readonly Reference[]> {
  const frames = await load(reader, group.filter(isTo('frame')), 'frame', parseFrame, tracer);
  const below = [...frames].flatMap(([id, frame]) => frameReferences(id as FrameId, frame));
  const named = [...group, ...below].filter(isTo('basis'));
  const bases = await load(reader, named, 'basis', parseBasis, tracer);
  const directories = await load(reader, group.filter(isTo('tree')), 'tree', parseDirectory, tracer);
  await requirePresent(
    reader,
    group.filter(({ to }) => !expanded.some((kind) => isId(to, kind))),
    tracer,
  );
  for (const [id, frame] of frames)
    await tracer.onFrame?.(id as FrameId, frame, bases.get(frame.basis) ?? null);
  return [
    ...below,
    ...[...bases].flatMap(([id, basis]) => basisReferences(id, basis)),
    ...[...directories].flatMap(([id, lines]) => directoryReferences(id, lines)),
  ];
}

async function load<Value>(
  reader: StoreReader,
  references: readonly Reference[],
  kind: (typeof expanded)[number],
  parse: (bytes: Uint8Array) => Value,
  tracer: Tracer,
): Promise<ReadonlyMap<Id, Value>> {
  const unique = [...new Map(references.map((reference) => [reference.to, reference])).values()];
  const outcomes = await readObjects(
    reader,
    unique.map(({ to }) => digestOf(to)),
  );
  const values = new Map<Id, Value>();
  const absent: Reference[] = [];
  for (const [index, reference] of unique.entries()) {
    const outcome = outcomes[index] ?? null;
    if (outcome === null) absent.push(reference);
    else if (outcome instanceof PenumbraError)
      tracer.onBroken({ ...reference, fault: unreadable(outcome), cause: outcome });
    else tryParse(reference, outcome);
  }
  await reportMissing(reader, absent, tracer);
  return values;

  function tryParse(reference: Reference, bytes: Uint8Array): void {
    try {
      values.set(reference.to, parse(bytes));
    } catch (error) {
      if (!(error instanceof PenumbraError)) throw error;
      tracer.onBroken({ ...reference, fault: `not a ${kind}: ${error.message}` });
    }
  }
}

/** Returns the message for an unreadable object. */
export function unreadable({ code, message }: PenumbraError): string {
  return code === 'hash-mismatch' ? 'corrupt: its bytes do not hash to its id' : message;
}

async function requirePresent(
  reader: StoreReader,
  references: readonly Reference[],
  tracer: Tracer,
): Promise<void> {
  if (references.length === 0) return;
  const present = await reader.hasMany(references.map(({ to }) => digestOf(to)));
  await reportMissing(
    reader,
    references.filter((_, index) => !present[index]),
    tracer,
  );
}

async function reportMissing(
  reader: StoreReader,
  references: readonly Reference[],
  tracer: Tracer,
): Promise<void> {
  for (const reference of references) {
    if (isId(reference.to, 'content') && (await isAccountedFor(reader, digestOf(reference.to)))) continue;
    tracer.onBroken({
      ...reference,
      fault: `missing: named by ${reference.from}, but neither there nor dropped`,
    });
  }
}

/** Checks whether a missing content was removed by collection, or exists again by now. */
async function isAccountedFor(reader: StoreReader, id: Sha256): Promise<boolean> {
  return (await reader.tombstone(id)) !== null || (await reader.hasMany([id]))[0] === true;
}

function isTo(kind: (typeof expanded)[number]): (reference: Reference) => boolean {
  return ({ to }) => isId(to, kind);
}
