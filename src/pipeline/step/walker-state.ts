/**
 * Where a walk stands, as canonical data: whoever stores it after every step can go on from there exactly. Decimals
 * are in their recorded form; `inner` is the walk of the definition that the current node walks.
 */
import type { Element } from '../../agents/index.ts';
import type { BasisPoints, CanonicalValue, Sha256 } from '../../kernel/index.ts';
import type { WalkCounters } from '../nodes/node-context.ts';
import type { RecordedArtifact } from '../nodes/recorded-artifact.ts';

/** The version of the form below; a checkpoint of another one is not read. */
export const WALKER_STATE_VERSION = 1;

/** How a walk stands. */
export type WalkStatus = 'walking' | 'paused' | 'done' | 'exhausted' | 'failed' | 'cancelled';

/** One completed step: the node, and the edge taken from it, or null where it has none. */
export type WalkStep = { readonly node: string; readonly edge: string | null };

/** Why a walk stopped. */
export type WalkFault = {
  readonly code: 'agent-failed' | 'invalid-pipeline';
  readonly message: string;
  readonly node: string;
};

/** What is kept of the agent that worked last. */
export type LastAgent = { readonly name: string; readonly element: Element | null };

/** The state of a walk. */
export type WalkerState = {
  readonly version: number;
  readonly id: string;
  /** The hash of the definition that is walked. */
  readonly definition: Sha256;
  readonly status: WalkStatus;
  /** The node the walk stands at; after its end, the last one. */
  readonly node: string;
  readonly terminal: string | null;
  /** How many steps were taken, those of inner walks included. */
  readonly steps: number;
  readonly counters: Omit<WalkCounters, 'worn'>;
  /** The artifact each node had when a loop last left it, as a hash. */
  readonly loopArtifacts: { readonly [node: string]: Sha256 };
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly context: { readonly [key: string]: CanonicalValue };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: RecordedArtifact };
  readonly prior: RecordedArtifact | null;
  readonly confidences: readonly { readonly node: string; readonly confidence: BasisPoints }[];
  /** What the run lays over the definition's `vars`. */
  readonly config: { readonly [name: string]: CanonicalValue };
  /** Who worked last; the next choice among equals depends on it. */
  readonly lastAgent: LastAgent | null;
  readonly inner: WalkerState | null;
  readonly fault: WalkFault | null;
  /** Why the walk paused, was exhausted or cancelled. */
  readonly reason: string | null;
};
