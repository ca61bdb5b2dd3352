/** Reduces the changes of a tree to the shortest list that describes them, with renames detected. */
import {
  diffToTree,
  findRenames,
  findRoot,
  lastName,
  type NodeState,
  parentPath,
  type RecordedScan,
  skipReasons,
  smallestChanges,
  type TreeChange,
  type WorkspaceScan,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { RunTree } from '../../investigation/run/index.ts';
import {
  type ContentId,
  compareCodePoints,
  makeId,
  PenumbraError,
  type Sha256,
  shortId,
} from '../../kernel/index.ts';
import type { ScanDocument, ShownChange, ShownDiff, StatusDocument } from '../../report/index.ts';

/** Returns the displayed list for changes that are complete and sorted by path. */
export function showChanges(changes: readonly TreeChange[]): readonly ShownChange[] {
  const renames = topmostRenames(findRenames(changes));
  const left = new Set(renames.values());
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const listed = smallestChanges(changes).filter(({ path }) => !left.has(path) && !renames.has(path));
  const renamed = [...renames].map(([to, from]) =>
    showRename({ from, to, before: byPath.get(from)?.before ?? null, after: byPath.get(to)?.after ?? null }),
  );
  return [...listed.map(showChange), ...renamed].sort((one, other) =>
    compareCodePoints(one.path, other.path),
  );
}

/** Returns the path of every changed file or link, for tools that work on files. */
export function changedFiles(changes: readonly TreeChange[]): readonly string[] {
  const isLeaf = (state: NodeState | null) => state !== null && state.kind !== 'directory';
  return changes.flatMap(({ path, before, after }) => (isLeaf(after ?? before) ? [path] : []));
}

/** Leaves out entries that moved only because their directory did. */
function topmostRenames(renames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isCarried = (to: string, from: string) =>
    lastName(to) === lastName(from) && renames.get(parentPath(to) ?? '') === parentPath(from);
  return new Map([...renames].filter(([to, from]) => !isCarried(to, from)));
}

function showChange({ path, before, after }: TreeChange): ShownChange {
  const kind = (after ?? before)?.kind ?? 'file';
  return {
    path,
    change: before === null ? 'added' : after === null ? 'removed' : 'changed',
    kind,
    ...(before && before.kind !== kind && { kindBefore: before.kind }),
    before: before?.contentId ?? null,
    after: after?.contentId ?? null,
  };
}

function showRename(rename: {
  readonly from: string;
  readonly to: string;
  readonly before: NodeState | null;
  readonly after: NodeState | null;
}): ShownChange {
  const { from, to, before, after } = rename;
  return { ...showChange({ path: to, before, after }), change: 'renamed', from };
}

/** Scans a workspace and returns the displayed result. */
export async function showScan(workspace: OpenedWorkspace, options: WorkspaceScan): Promise<ScanDocument> {
  const { tree: _, skipped, changes, ...found } = await workspace.scan(options);
  return {
    ...found,
    skipped: skipped.map(({ path, reason }) => ({ path, reason, means: skipReasons[reason] })),
    changes: showChanges(changes),
  };
}

/** Returns the status of a workspace. */
export async function showStatus(workspace: OpenedWorkspace): Promise<StatusDocument> {
  const status = await workspace.status();
  const { storedRoot } = status;
  const { store } = workspace.ledger;
  const changes = storedRoot === null ? [] : await diffToTree(store, storedRoot, await workspace.tree());
  return { workspace: workspace.directory, ...status, changes: showChanges(changes) };
}

/** Denotes the files as last scanned. */
const NOW = 'now';
const RUN = /^(run:)?[0-9a-f]{4,64}$/i;

/** Returns the difference between two states, or throws `invalid-id` if a name does not identify one. */
export async function showDiff(
  workspace: OpenedWorkspace,
  names: { readonly before: string; readonly after: string },
): Promise<ShownDiff> {
  const scans = await workspace.scans();
  const numberOf = (root: ContentId) => scans.findLast((scan) => scan.root === root)?.scan ?? 0;
  const before = await rootNamed(workspace, scans, names.before);
  const beforeScan = numberOf(before);
  if (names.after === NOW) {
    const tree = await workspace.tree();
    const changes = showChanges(await diffToTree(workspace.ledger.store, before, tree));
    return { before, after: tree.root.contentId, beforeScan, afterScan: null, changes };
  }
  const after = await rootNamed(workspace, scans, names.after);
  const changes = showChanges(await workspace.diff(before, after));
  return { before, after, beforeScan, afterScan: numberOf(after), changes };
}

/**
 * Digits may be the prefix of a root or a run; a root takes precedence, and `run:` restricts them to runs.
 */
async function rootNamed(
  workspace: OpenedWorkspace,
  scans: readonly RecordedScan[],
  name: string,
): Promise<ContentId> {
  const named = RUN.exec(name);
  if (named?.[1] === undefined) {
    try {
      return findRoot(scans, name);
    } catch (error) {
      if (!named) throw error;
      const run = await treeOfRun(workspace, name).catch(() => null);
      if (!run) throw error;
      return recordedRoot(scans, run);
    }
  }
  return recordedRoot(scans, await treeOfRun(workspace, name));
}

/**
 * Runs depend on pipelines, which no other workspace command needs, so they are loaded only when a run is
 * named.
 */
async function treeOfRun({ ledger }: OpenedWorkspace, name: string): Promise<RunTree> {
  const runs = await import('../../investigation/run/index.ts');
  return runs.treeOfRun(ledger, name);
}

function recordedRoot(scans: readonly RecordedScan[], { run, digest }: RunTree): ContentId {
  const root = makeId('content', digest as Sha256);
  if (scans.some((scan) => scan.root === root)) return root;
  throw new PenumbraError('invalid-id', `the tree of ${shortId(run)} was not recorded`, {
    data: { run },
    hint: 'only runs that were started with this version or a later one can be compared',
  });
}
