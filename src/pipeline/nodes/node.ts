/** A node that can be worked at, and what it is given: masks edit that, the ask reads it, and none of it outlives the step. */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import type { Artifact } from './artifact.ts';

/** What happens at a node. */
export type NodeProcess = (context: NodeContext) => Promise<Artifact>;

/** A node with what happens there. */
export type Node = {
  readonly name: string;
  readonly element?: Element | null;
  readonly process: (context: NodeContext) => Artifact | Promise<Artifact>;
};

/** The counters the engine keeps for one walk; edges read them, only the engine sets them. */
export type WalkCounters = {
  /** How often a loop edge was taken, by the node it leaves. */
  readonly loops: { readonly [node: string]: number };
  /** How often each node was entered, this visit included. */
  readonly visits: { readonly [node: string]: number };
  /** The masks worn in this step. */
  readonly worn: readonly string[];
  /** How often the case was sent back. */
  readonly remands: number;
  /** How many edges led from one step to the next. */
  readonly handoffs: number;
  /** The recorded time inside steps. */
  readonly court_ms: number;
  readonly role_failed: boolean;
};

/** The view of one step. */
export type NodeContext = {
  readonly node: string;
  readonly state: WalkCounters;
  readonly prior: Artifact | null;
  /** What edges added on the way, and what masks set for this step. */
  readonly meta: { readonly [key: string]: CanonicalValue };
  /** The sources masks have opened, by name. */
  readonly openSources: readonly string[];
  /** The guard mode the step runs in; null until a mask selects one. */
  readonly mode: string | null;
};
