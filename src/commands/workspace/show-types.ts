/** Types of records as documents show them. */

import type { OpenedWorkspace } from '../../engine/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import type { ShownType } from '../../report/index.ts';

/** Returns the types of a workspace. */
export function showTypes(workspace: OpenedWorkspace): readonly ShownType[] {
  return workspace.types().map(showType);
}

/** Returns what is shown of a type. */
export function showType({ name, cardinality, mediaType }: FrameType): ShownType {
  return { name, cardinality, mediaType };
}
