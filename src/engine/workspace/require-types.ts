/** Refuses types of records that nobody knows, before an empty answer hides that one was misspelt. */
import { requireFrameType } from '../../ledger/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';

/** Throws `invalid-frame` for the first name that is no type of the workspace. */
export function requireTypes({ ledger }: OpenedWorkspace, names: readonly string[]): void {
  for (const name of names) requireFrameType(ledger.types, name);
}
