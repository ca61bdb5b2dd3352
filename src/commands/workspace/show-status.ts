/** Answers `status`: whether the files are those of the last recorded scan, and how much of what is recorded still holds. */
import { diffToTree } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { StatusDocument } from '../../report/index.ts';
import { showChanges } from './show-changes.ts';

/** Returns how a workspace stands. */
export async function showStatus(workspace: OpenedWorkspace): Promise<StatusDocument> {
  const status = await workspace.status();
  const { storedRoot } = status;
  const { store } = workspace.ledger;
  const changes = storedRoot === null ? [] : await diffToTree(store, storedRoot, await workspace.tree());
  return { workspace: workspace.directory, ...status, changes: showChanges(changes) };
}
