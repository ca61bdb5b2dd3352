/** A composition as data: the records that were chosen, in order, and what was left out. */
import type { ShownFrame } from './shown-node.ts';

/** A record of a composition. */
export type ShownComposedFrame = ShownFrame & {
  /** Which source led to it. */
  readonly source: string;
  /** How well it answers the query, where there is one. */
  readonly score?: number;
  /** How many tokens it has, where they are bounded. */
  readonly tokens?: number;
};

/** What was composed for a path. */
export type ShownComposition = {
  readonly path: string;
  readonly frames: readonly ShownComposedFrame[];
  readonly leftOut: readonly { readonly frameId: string; readonly path: string; readonly bound: string }[];
  /** Named paths where there is nothing. */
  readonly missing: readonly string[];
  readonly totals: { readonly frames: number; readonly bytes: number; readonly tokens: number | null };
  readonly order: { readonly name: string; readonly version: string };
  readonly counter: { readonly name: string; readonly version: string } | null;
};
