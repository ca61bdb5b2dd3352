/** What a node is given, as data: masks edit it, the ask port reads it, nothing in it outlives the step. */
import type { CanonicalValue } from '../kernel/index.ts';
import type { Artifact } from './artifact.ts';

/** The counters the engine keeps for one walk; edges read them, only the engine sets them. */
export type WalkCounters = {
  readonly loops: { readonly [node: string]: number };
  readonly visits: { readonly [node: string]: number };
  readonly worn: readonly string[];
  readonly remands: number;
  readonly handoffs: number;
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
  /** The guard mode the step runs in. */
  readonly mode: string;
};
