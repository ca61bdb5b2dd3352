/** Rejects unknown record types, so that an empty answer does not hide a misspelling. */
import type { OpenedWorkspace } from '../../engine/index.ts';
import { defineFrameTypes, type FrameType, requireFrameType } from '../../ledger/index.ts';
import type { ShownType } from '../../report/index.ts';

/** Returns a type of the workspace, including those added since it was opened, or throws `invalid-frame`. */
export function requireType(workspace: OpenedWorkspace, name: string): FrameType {
  return requireFrameType(defineFrameTypes(...workspace.types()), name);
}

/** Throws `invalid-frame` for the first name that is not a type of the workspace. */
export function requireTypes(workspace: OpenedWorkspace, names: readonly string[]): void {
  for (const name of names) requireType(workspace, name);
}

/** Returns the types of a workspace. */
export function showTypes(workspace: OpenedWorkspace): readonly ShownType[] {
  return workspace.types().map(showType);
}

/** Returns the displayed fields of a type. */
export function showType({ name, cardinality, mediaType }: FrameType): ShownType {
  return { name, cardinality, mediaType };
}
