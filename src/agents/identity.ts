/**
 * Who an agent is, along independent axes: colour (who), element (how), position (where), alignment (why) and
 * model (what). Identities are frozen data; nothing an agent wears or does changes one.
 */
import type { Element } from './element-traits.ts';

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
