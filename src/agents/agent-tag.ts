/** The short form of an identity for logs and traces. */
import type { AgentIdentity } from './identity.ts';

/** Returns colour and name in brackets, for instance `[crimson/herald]`; an empty identity is `[none/anon]`. */
export function agentTag({ colour, name }: Partial<Pick<AgentIdentity, 'colour' | 'name'>>): string {
  return `[${(colour?.name || 'none').toLowerCase()}/${(name || 'anon').toLowerCase()}]`;
}
