/** The agents' door: who walks a pipeline. */
export type { AgentIdentity, AgentRole, Alignment, Element } from './identity.ts';
