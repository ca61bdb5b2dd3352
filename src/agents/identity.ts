/**
 * Who an agent is, along independent axes: colour (who), element (how), position (where), alignment (why) and
 * model (what). Identities are frozen data; nothing an agent wears or does changes one.
 */

/** How an agent searches: fast and shallow (fire) to slow and deep (water). */
export type Element = 'fire' | 'lightning' | 'earth' | 'diamond' | 'water' | 'air' | 'iron';

/** Whether an agent proposes (light) or reviews (shadow). */
export type Alignment = 'light' | 'shadow' | 'unaligned';

/** What an agent may do to the ledger. */
export type AgentRole = 'reader' | 'writer' | 'synthesis';

/** One agent. */
export type AgentIdentity = {
  readonly name: string;
  readonly colour: { readonly name: string; readonly hex: `#${string}` } | null;
  readonly element: Element | null;
  readonly position: 'PG' | 'SG' | 'PF' | 'C' | null;
  readonly alignment: Alignment;
  readonly model: string | null;
  readonly role: AgentRole;
  /** How well the agent fits each node, in basis points. */
  readonly affinities: { readonly [node: string]: number };
  readonly stickiness: 0 | 1 | 2 | 3;
  readonly tags: readonly string[];
  readonly preamble: string;
};
