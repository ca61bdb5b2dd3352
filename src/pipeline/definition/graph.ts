/** A pipeline as a graph: nodes, edges and zones as frozen data, every name resolved, every default filled in. */
import type { Element, Stickiness } from '../../agents/index.ts';
import type { Sha256 } from '../../kernel/index.ts';
import type { ConfigValue } from './definition.ts';

/** Neighbouring nodes that share an element and how far memory reaches in them. */
export type Zone = {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly element: Element | null;
  readonly stickiness: Stickiness;
};

/** A node of a graph. */
export type GraphNode = {
  readonly name: string;
  readonly element: Element | null;
  readonly family: string | null;
  /** The type of what the node produces. */
  readonly artifact: string | null;
  /** The masks worn here, outermost first. */
  readonly masks: readonly string[];
  /** The seat that works here, where not affinity but a role decides. */
  readonly role: string | null;
  /** The definition that is walked in place of an ask. */
  readonly pipeline: string | null;
};

/** An edge of a graph; edges of one source are tried in order. */
export type Edge = {
  readonly id: string;
  readonly name: string;
  /** A node, or `_any`. */
  readonly from: string;
  /** A node or a terminal. */
  readonly to: string;
  readonly shortcut: boolean;
  readonly loop: boolean;
  /** A label for people. */
  readonly condition: string | null;
  readonly when: string | null;
  /** How often the loop may be taken: a number, or an expression over config. */
  readonly max: number | string | null;
  /** Recorded when true, never taken. */
  readonly advisory: boolean;
  /** Where else the edge may lead, as `target` says. */
  readonly targets: readonly string[];
  readonly target: string | null;
  /** What taking the edge adds to the walk's context: texts are expressions. */
  readonly set: { readonly [name: string]: ConfigValue };
};

/** A loaded pipeline. */
export type Graph = {
  readonly name: string;
  readonly description: string | null;
  readonly vars: { readonly [name: string]: ConfigValue };
  readonly zones: readonly Zone[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly Edge[];
  /** The edges with a label and no expression: the graph cannot be walked while there are any. */
  readonly unbound: readonly Edge[];
  readonly terminals: readonly string[];
  readonly start: string;
  /** Where a node without out-edges leads. */
  readonly done: string;
  /** The definitions that nodes walk, by name. */
  readonly nested: { readonly [name: string]: Graph };
  /** Binds checkpoints to this structure; labels and descriptions are not part of it. */
  readonly hash: Sha256;
};
