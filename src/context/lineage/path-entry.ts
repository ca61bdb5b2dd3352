/**
 * Lineage log entries. Each path has a log of its changes after the first scan: the state before, the state
 * after, and any rename. Content that left a path is also logged by digest, so that frames based on it can be
 * told where it used to be. Digests are bare because file bytes are not stored in the ledger.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalText,
  digestOf,
  isRecord,
  isSha256,
  makeId,
  type PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Append, everyHead, type LogEntry, type StoreReader, subjectHash } from '../../ledger/index.ts';
import type { Tree } from '../scan/tree.ts';
import { isWithin, type NodeKind, nodeKinds } from '../scan/tree-ids.ts';
import type { Renames } from './find-renames.ts';
import { corruptEntry } from './scan-log.ts';
import type { NodeState, TreeChange } from './stored-trees.ts';

/** One change in the log of a path. */
export type PathEntry = {
  readonly stamp: number;
  readonly root: ContentId;
  readonly before: NodeState | null;
  readonly after: NodeState | null;
  /** The former path, if this one is its new name. */
  readonly renamedFrom: string | null;
  /** The new path, if this one was renamed. */
  readonly renamedTo: string | null;
};

/** An entry for content that left a path. */
export type DepartedEntry = { readonly stamp: number; readonly root: ContentId; readonly path: string };

/** Prefix of the names of path logs. */
export const PATH_LOGS = 'path/';

/** Returns the name of the log of a path. */
export function pathLog(path: string): string {
  return `${PATH_LOGS}${subjectHash({ kind: 'node', id: path })}`;
}

/** Returns the name of the log for content that left a path. */
export function departedLog(contentId: ContentId): string {
  return `departed/${digestOf(contentId)}`;
}

/** Returns the log entries to append for the changes of a scan. */
export function lineageAppends(
  changes: readonly TreeChange[],
  renames: Renames,
  root: ContentId,
): readonly Append[] {
  const targets = new Map([...renames].map(([to, from]) => [from, to]));
  return changes.flatMap(({ path, before, after }) => {
    const entry = {
      after: stateValue(after),
      before: stateValue(before),
      from: renames.get(path) ?? null,
      root: digestOf(root),
      to: targets.get(path) ?? null,
    };
    const appends = [{ log: pathLog(path), value: canonicalText(entry) }];
    if (before && before.kind !== 'directory' && before.contentId !== after?.contentId) {
      const value = canonicalText({ path, root: digestOf(root) });
      appends.push({ log: departedLog(before.contentId), value });
    }
    return appends;
  });
}

/** Reads an entry of the log of a path, or throws `log-corrupt`. */
export function readPathEntry(log: string, { stamp, value }: LogEntry): PathEntry {
  const { after, before, from, root, to } = recordIn(log, value);
  return {
    stamp,
    root: rootIn(log, root),
    before: readState(log, before),
    after: readState(log, after),
    renamedFrom: typeof from === 'string' ? from : null,
    renamedTo: typeof to === 'string' ? to : null,
  };
}

/** Reads an entry of the log for departed content, or throws `log-corrupt`. */
export function readDepartedEntry(log: string, { stamp, value }: LogEntry): DepartedEntry {
  const { path, root } = recordIn(log, value);
  if (typeof path !== 'string') throw corrupt(log);
  return { stamp, root: rootIn(log, root), path };
}

function stateValue(state: NodeState | null): CanonicalValue {
  return state && [state.kind, digestOf(state.contentId)];
}

function readState(log: string, value: CanonicalValue | undefined): NodeState | null {
  if (value === null) return null;
  const [kind, digest] = Array.isArray(value) ? (value as readonly CanonicalValue[]) : [];
  const known = nodeKinds.find((name): name is NodeKind => name === kind);
  if (!known || typeof digest !== 'string' || !isSha256(digest)) throw corrupt(log);
  return { kind: known, contentId: makeId('content', digest) };
}

function recordIn(log: string, value: string): Readonly<Record<string, CanonicalValue>> {
  const parsed = parseCanonical(value);
  if (!isRecord(parsed)) throw corrupt(log);
  return parsed as Readonly<Record<string, CanonicalValue>>;
}

function rootIn(log: string, root: CanonicalValue | undefined): ContentId {
  if (typeof root !== 'string' || !isSha256(root)) throw corrupt(log);
  return makeId('content', root);
}

function corrupt(log: string): PenumbraError {
  return corruptEntry({ log, problem: 'tells no change' });
}

/**
 * Returns the paths at or below a directory that have frames under their current or a former name, in tree
 * order.
 */
export async function recordedPaths(
  store: StoreReader,
  tree: Tree,
  directory: string,
): Promise<readonly string[]> {
  const recorded = await subjectsIn(store, ['frame/', PATH_LOGS]);
  const paths: string[] = [];
  for (const { path } of tree.walk())
    if (isWithin(path, directory) && recorded.has(subjectHash({ kind: 'node', id: path }))) paths.push(path);
  return paths;
}

async function subjectsIn(store: StoreReader, prefixes: readonly string[]): Promise<ReadonlySet<string>> {
  const subjects = new Set<string>();
  for (const prefix of prefixes)
    for await (const { log } of everyHead(store, prefix))
      subjects.add(log.slice(prefix.length).split('/', 1)[0] ?? '');
  return subjects;
}
