/** What agents may do: a reader reads, a writer also appends, and only synthesis makes frames of directories from others. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';

/** The roles; each may do what those before it may. */
export const roles = ['reader', 'writer', 'synthesis'] as const;

/** What an agent is registered as. */
export type Role = (typeof roles)[number];

/** An agent with its role. */
export type RegisteredAgent<Of extends Role = Role> = { readonly agentId: string; readonly role: Of };

/** Agents that every workspace has. */
export const builtInAgents: readonly RegisteredAgent[] = [
  { agentId: 'person', role: 'writer' },
  { agentId: 'synthesis', role: 'synthesis' },
];

/** Reads the name of a role, or throws `usage`. */
export function readRole(text: string): Role {
  const role = roles.find((name) => name === text);
  if (role) return role;
  throw new PenumbraError('usage', `unknown role ${cite(text)}${didYouMean(text, roles)}`, {
    hint: `roles: ${roles.join(', ')}`,
  });
}

/** Tells whether a role may do what another may. */
export function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
