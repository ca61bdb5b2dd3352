/** A node and the context it is given: masks edit it, the ask reads it, and it does not outlive the step. */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import type { Artifact } from './artifact.ts';

/** The work at a node. */
export type NodeProcess = (context: NodeContext) => Promise<Artifact>;

/** A node with its work. */
export type Node = {
  readonly name: string;
  readonly element?: Element | null;
  readonly process: (context: NodeContext) => Artifact | Promise<Artifact>;
};

/** Counters of a walk; edges read them, only the engine sets them. */
export type WalkCounters = {
  /** How often a loop edge was taken, by source node. */
  readonly loops: { readonly [node: string]: number };
  /** How often each node was entered, including this visit. */
  readonly visits: { readonly [node: string]: number };
  /** The masks worn in this step. */
  readonly worn: readonly string[];
  /** How often the case was sent back. */
  readonly remands: number;
  /** How many edges led from one step to the next. */
  readonly handoffs: number;
  /** The recorded time spent inside steps. */
  readonly court_ms: number;
  readonly role_failed: boolean;
};

/** The context of one step. */
export type NodeContext = {
  readonly node: string;
  readonly state: WalkCounters;
  readonly prior: Artifact | null;
  /** Values added by edges, and by masks for this step. */
  readonly meta: { readonly [key: string]: CanonicalValue };
  /** The sources opened by masks, by name. */
  readonly openSources: readonly string[];
  /** The guard mode of the step; null until a mask selects one. */
  readonly mode: string | null;
};
