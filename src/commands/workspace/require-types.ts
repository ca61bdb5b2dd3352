/** Refuses types of records that nobody knows, before an empty answer hides that one was misspelt. */
import type { OpenedWorkspace } from '../../engine/index.ts';
import { defineFrameTypes, type FrameType, requireFrameType } from '../../ledger/index.ts';
import type { ShownType } from '../../report/index.ts';

/** Returns a type of the workspace, those added since it was opened among them, or throws `invalid-frame`. */
export function requireType(workspace: OpenedWorkspace, name: string): FrameType {
  return requireFrameType(defineFrameTypes(...workspace.types()), name);
}

/** Throws `invalid-frame` for the first name that is no type of the workspace. */
export function requireTypes(workspace: OpenedWorkspace, names: readonly string[]): void {
  for (const name of names) requireType(workspace, name);
}

/** Returns the types of a workspace. */
export function showTypes(workspace: OpenedWorkspace): readonly ShownType[] {
  return workspace.types().map(showType);
}

/** Returns what is shown of a type. */
export function showType({ name, cardinality, mediaType }: FrameType): ShownType {
  return { name, cardinality, mediaType };
}
