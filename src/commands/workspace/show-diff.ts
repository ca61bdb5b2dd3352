/** Compares two recorded states of a workspace, each named by a scan, a root, or a run that was made on it. */
import { diffToTree, findRoot, type RecordedScan } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { RunTree } from '../../investigation/run/index.ts';
import { type ContentId, makeId, PenumbraError, type Sha256, shortId } from '../../kernel/index.ts';
import type { ShownDiff } from '../../report/index.ts';
import { showChanges } from './show-changes.ts';

/** Means the files as they were last looked at. */
const NOW = 'now';
const RUN = /^(run:)?[0-9a-f]{4,64}$/i;

/** Returns what differs between two states, or throws `invalid-id` where a name leads to none. */
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

/** Digits may begin a root or a run; a root comes first, and `run:` before them means a run alone. */
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

/** Runs know pipelines, which no other command on a workspace needs: they are loaded when one is named. */
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
