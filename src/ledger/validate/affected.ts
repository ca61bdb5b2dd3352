/**
 * Lists what depends on a faulty part of a ledger, for display: frames that use it as basis, content or input
 * at any level, as `node:src/a.ts note frame:…`, and logs that refer to it. Edges are collected on first use.
 */
import {
  digestOf,
  type FrameId,
  type Id,
  isId,
  isSha256,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import { formatSubject, parseFrame } from '../frames/frame.ts';
import { everyReference, trace, tryEntryReferences } from '../frames/trace.ts';
import { splitFrameLog } from '../store/log.ts';
import { entriesUpTo, everyHead } from '../store/pages.ts';
import { readParsed } from '../store/read-objects.ts';
import type { StoreReader } from '../store/store.ts';
import { damageIn } from './validation.ts';

/** How many affected items a fault lists before it only says that there are more. */
export const AFFECTED_LIMIT = 50;

const SIBLINGS_TRIED = 20;

/** Returns a function from a faulty object to the items that depend on it. */
export function createAffected(reader: StoreReader): (object: string) => Promise<readonly string[]> {
  let edges: Promise<ReadonlyMap<string, ReadonlySet<string>>> | null = null;
  const affectedBy = async (object: string): Promise<readonly string[]> => {
    if (object.startsWith('log ')) return [await nameLog(reader, object.slice('log '.length))];
    const target = object.startsWith('index ') ? (object.split(' ').at(-1) as string) : object;
    if (!isId(target) && !isSha256(target)) return [];
    edges ??= gatherEdges(reader);
    const names = new Set<string>();
    for (const referrer of reachBack(await edges, target)) {
      if (names.size === AFFECTED_LIMIT) return [...names, 'and more'];
      const name = await nameReferrer(reader, referrer);
      if (name) names.add(name);
    }
    return [...names];
  };
  return async (object) => {
    try {
      return await affectedBy(object);
    } catch (error) {
      return [`unknown, for the way to it ${damageIn(error)}`];
    }
  };
}

/** Maps each digest to the ids and logs that refer to it. */
async function gatherEdges(reader: StoreReader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const edges = new Map<string, Set<string>>();
  await trace(reader, everyReference(reader), {
    seen: new Set<Id>(),
    onBroken: () => {},
    onReference({ from, to }) {
      const known = edges.get(digestOf(to));
      if (known) known.add(from);
      else edges.set(digestOf(to), new Set([from]));
    },
  });
  return edges;
}

/** Yields the target and everything that leads to it, nearest first, as a pair of reference and referrer. */
function* reachBack(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  target: Id | Sha256,
): Generator<{ readonly from: string; readonly to: string }> {
  const queue: string[] = [target];
  const seen = new Set<string>(queue);
  for (let next = 0; next < queue.length; next++) {
    const to = queue[next] as string;
    for (const from of edges.get(isId(to) ? digestOf(to) : to) ?? []) {
      yield { from, to };
      if (!isId(from) || seen.has(from)) continue;
      seen.add(from);
      queue.push(from);
    }
  }
}

/** Names a frame by its subject and type, and any other log by its name; bases are not named. */
async function nameReferrer(
  reader: StoreReader,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string | null> {
  if (isId(from, 'frame')) return nameFrame(reader, from);
  if (isId(from)) return null;
  if (!splitFrameLog(from)) return `log ${from}`;
  const named = isId(to, 'frame') ? await nameFrame(reader, to) : null;
  return named ?? `${await nameLog(reader, from)} ${to}`;
}

async function nameFrame(reader: StoreReader, id: FrameId): Promise<string | null> {
  const frame = await readParsed(reader, digestOf(id), parseFrame);
  return typeof frame === 'string' ? null : `${formatSubject(frame.subject)} ${frame.type} ${id}`;
}

/** Names a frame log by its subject, taken from any readable frame about it. */
async function nameLog(reader: StoreReader, log: string): Promise<string> {
  const parts = splitFrameLog(log);
  if (!parts) return `log ${log}`;
  let tried = 0;
  for await (const head of everyHead(reader, `frame/${parts.subjectHash}/`)) {
    for await (const { value } of entriesUpTo(reader, head)) {
      if (++tried > SIBLINGS_TRIED) return `log ${log}`;
      const [id] = referencesOf(head.log, value);
      const frame = id && (await readParsed(reader, digestOf(id), parseFrame));
      if (frame && typeof frame !== 'string') return `${formatSubject(frame.subject)} ${parts.type}`;
    }
  }
  return `log ${log}`;
}

function referencesOf(log: string, value: string): readonly Id[] {
  const references = tryEntryReferences(log, value);
  return references instanceof PenumbraError ? [] : references;
}
