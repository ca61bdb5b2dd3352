/** Answers `scan`: what is there, and what changed since the last recorded scan. */
import { skipReasons, type WorkspaceScan } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { ScanDocument } from '../../report/index.ts';
import { showChanges } from './show-changes.ts';

/** Scans a workspace and returns what is told of it. */
export async function showScan(workspace: OpenedWorkspace, options: WorkspaceScan): Promise<ScanDocument> {
  const { tree: _, skipped, changes, ...found } = await workspace.scan(options);
  return {
    ...found,
    skipped: skipped.map(({ path, reason }) => ({ path, reason, means: skipReasons[reason] })),
    changes: showChanges(changes),
  };
}
