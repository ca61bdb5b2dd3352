/**
 * Who an agent is, what it may wear and what it remembers. An identity lies along independent axes: colour (who), element
 * (how), position (where), alignment (why) and model (what). It is frozen data; nothing an agent wears or does changes it.
 */
import type { Element } from './element.ts';

/** Every position an agent can play. */
export const positions = ['PG', 'SG', 'PF', 'C'] as const;

/** Where an agent plays. */
export type Position = (typeof positions)[number];

/** Every alignment. */
export const alignments = ['light', 'shadow', 'unaligned'] as const;

/** Whether an agent proposes (light), reviews (shadow) or does neither by itself. */
export type Alignment = (typeof alignments)[number];

/** Every role. */
export const agentRoles = ['reader', 'writer', 'synthesis'] as const;

/** What an agent may do to the ledger. */
export type AgentRole = (typeof agentRoles)[number];

/** Every stickiness. */
export const stickinesses = [0, 1, 2, 3] as const;

/** How far an agent's memory of its own replies reaches: never, within a zone, on return to it, always. */
export type Stickiness = (typeof stickinesses)[number];

/** What a step of an agent is expected to cost, in whole numbers, so that budgets add up exactly. */
export type CostProfile = {
  readonly tokensPerStep: number;
  readonly microdollarsPerMillionTokens: number;
};

/** One agent. */
export type AgentIdentity = {
  readonly name: string;
  readonly colour: { readonly name: string; readonly hex: string } | null;
  readonly element: Element | null;
  readonly position: Position | null;
  /** The zone the agent is at home in. */
  readonly homeZone: string | null;
  readonly alignment: Alignment;
  /** The model that speaks for the agent; null for the model of the run. */
  readonly model: string | null;
  readonly role: AgentRole;
  /** How well the agent fits each node, from 0 to 1; a node that is not named counts as 0. */
  readonly stepAffinity: { readonly [node: string]: number };
  readonly stickiness: Stickiness;
  readonly tags: readonly string[];
  /** What the agent is told about itself before its task. */
  readonly preamble: string;
  readonly costProfile: CostProfile | null;
};

/** Returns colour and name in brackets, for instance `[crimson/herald]`; an empty identity is `[none/anon]`. */
export function agentTag({ colour, name }: Partial<Pick<AgentIdentity, 'colour' | 'name'>>): string {
  return `[${(colour?.name || 'none').toLowerCase()}/${(name || 'anon').toLowerCase()}]`;
}

/** The wearers a mask declares; positions and names, where given, narrow the side to those that match either. */
export type MaskWearers = {
  /** The side the mask belongs to; without it both sides may wear the mask. */
  readonly alignment?: 'light' | 'shadow';
  readonly positions?: readonly Position[];
  readonly names?: readonly string[];
};

/** Tells whether an agent may wear a mask. */
export function mayWear(agent: AgentIdentity, { alignment, positions, names }: MaskWearers): boolean {
  const isNamed = names?.includes(agent.name) ?? false;
  // INVARIANT (deny by default): an agent on neither side wears only what names it.
  if (agent.alignment === 'unaligned') return isNamed;
  // INVARIANT (sides do not mix): not even a name lets a proposer wear a reviewer's mask, nor the reverse.
  if (alignment !== undefined && alignment !== agent.alignment) return false;
  if (positions === undefined && names === undefined) return true;
  return isNamed || (agent.position !== null && (positions?.includes(agent.position) ?? false));
}

/**
 * Where a reply lies on the way a case has taken. There is no other conversation, so this is all an agent knows of
 * what it said before.
 */
export type EarlierReply = {
  readonly stickiness: Stickiness;
  /** The zone of each step of the case so far, or null outside of zones; the last is the step about to be asked. */
  readonly zones: readonly (string | null)[];
  /** The step that gave the reply, counted from 0. */
  readonly step: number;
};

/** Tells whether a reply is remembered: 0 never, 1 within the zone, 2 also on return to it, 3 always. */
export function remembersReply({ stickiness, zones, step }: EarlierReply): boolean {
  const isEarlier = step >= 0 && step < zones.length - 1;
  if (!isEarlier || stickiness === 0) return false;
  if (stickiness === 3) return true;
  const here = zones.at(-1) ?? null;
  const between = stickiness === 1 ? zones.slice(step) : zones.slice(step, step + 1);
  return here !== null && between.every((zone) => zone === here);
}
