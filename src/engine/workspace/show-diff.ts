/** Compares two recorded states of a workspace, each named by a scan, a root, or a run that was made on it. */
import { findRoot, type RecordedScan } from '../../context/index.ts';
import { type ContentId, makeId, PenumbraError, type Sha256, shortId } from '../../kernel/index.ts';
import type { ShownDiff } from '../../report/index.ts';
import { treeOfRun } from '../investigate/run/tree-of-run.ts';
import type { OpenedWorkspace } from './open-workspace.ts';
import { showChanges } from './show-changes.ts';

/** Returns what differs between two states, or throws `invalid-id` where a name leads to none. */
export async function showDiff(
  workspace: OpenedWorkspace,
  names: { readonly before: string; readonly after: string },
): Promise<ShownDiff> {
  const scans = await workspace.scans();
  const before = await rootNamed(workspace, scans, names.before);
  const after = await rootNamed(workspace, scans, names.after);
  const numberOf = (root: ContentId) => scans.findLast((scan) => scan.root === root)?.scan ?? 0;
  const changes = showChanges(await workspace.diff(before, after));
  return { before, after, beforeScan: numberOf(before), afterScan: numberOf(after), changes };
}

async function rootNamed(
  { ledger }: OpenedWorkspace,
  scans: readonly RecordedScan[],
  name: string,
): Promise<ContentId> {
  const isRun = /^run:/i.test(name);
  try {
    if (!isRun) return findRoot(scans, name);
  } catch (error) {
    const found = await treeOfRun(ledger, name).catch(() => null);
    if (!found) throw error;
    return recordedRoot(scans, found);
  }
  return recordedRoot(scans, await treeOfRun(ledger, name));
}

function recordedRoot(
  scans: readonly RecordedScan[],
  { run, digest }: Awaited<ReturnType<typeof treeOfRun>>,
): ContentId {
  const root = makeId('content', digest as Sha256);
  if (scans.some((scan) => scan.root === root)) return root;
  throw new PenumbraError('invalid-id', `the tree of ${shortId(run)} was not recorded`, {
    data: { run },
    hint: 'only runs that were started with this version or a later one can be compared',
  });
}
