/**
 * Follows references from log entries down to the last object. The walk keeps ids, never bytes, and reads frames,
 * bases and directories in small groups; content is only looked for.
 */
import {
  digestOf,
  type FrameId,
  type Id,
  idKinds,
  isId,
  makeId,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import { type Basis, parseBasis } from '../frames/basis.ts';
import { type Frame, parseFrame } from '../frames/frame.ts';
import { readObjects } from '../store/read-objects.ts';
import type { StoreReader } from '../store/store.ts';
import { parseDirectory } from '../trees/directory-object.ts';
import { basisReferences, directoryReferences, frameReferences, type Reference } from './references.ts';

/** What is wrong with the target of a reference; `cause` is the error of reading it, if there was one. */
export type BrokenReference = Reference & { readonly fault: string; readonly cause?: PenumbraError };

/** Who follows a trace. `seen` keeps what was reached; the same tracer can go on from further roots. */
export type Tracer = {
  readonly seen: Set<Id>;
  /** What is known already and not walked again. */
  readonly skip?: ReadonlySet<Id>;
  /** Hears of every edge, also of those to what was seen. */
  readonly onReference?: (reference: Reference) => void;
  /** Hears of every frame once; the basis is null where it is gone or broken. */
  readonly onFrame?: (id: FrameId, frame: Frame, basis: Basis | null) => void | Promise<void>;
  readonly onBroken: (broken: BrokenReference) => void;
};

/** The kinds of objects that lead to others. */
const expanded = ['frame', 'basis', 'tree'] as const;
const GROUP_ROWS = 32;

/** Walks everything the roots lead to. */
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

/** Returns the references of a group of targets and reports the broken ones. */
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

/** Returns what is said of an object that cannot be read. */
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

/** Tells whether a content was removed by the rules, or has come back since it was missed. */
async function isAccountedFor(reader: StoreReader, id: Sha256): Promise<boolean> {
  return (await reader.tombstone(id)) !== null || (await reader.hasMany([id]))[0] === true;
}

function isTo(kind: (typeof expanded)[number]): (reference: Reference) => boolean {
  return ({ to }) => isId(to, kind);
}
