/** Agents and types as documents show them. */
import { type Role, roles } from '../../context/index.ts';
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import type { ShownType } from '../../report/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';

/** Returns the types of a workspace. */
export function showTypes(workspace: OpenedWorkspace): readonly ShownType[] {
  return workspace.types().map(showType);
}

/** Returns what is shown of a type. */
export function showType({ name, cardinality, mediaType }: FrameType): ShownType {
  return { name, cardinality, mediaType };
}

/** Reads the name of a role, or throws `usage`. */
export function readRole(text: string): Role {
  const role = roles.find((name) => name === text);
  if (role) return role;
  throw new PenumbraError('usage', `unknown role ${cite(text)}${didYouMean(text, roles)}`, {
    hint: `roles: ${roles.join(', ')}`,
  });
}
