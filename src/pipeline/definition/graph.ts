/**
 * A pipeline as a graph, built of a complete definition: nodes, edges and zones in the order of the file, as frozen data,
 * every name resolved, every default filled in.
 */

import { type CanonicalValue, deepFreeze, type Sha256, taggedHash } from '../../kernel/index.ts';
import type { Element, Stickiness } from '../agents/index.ts';
import type { ConfigValue } from '../expressions/type-environment.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { type Definition, type EdgeDraft, knownTerminals, type NodeDraft } from './definition.ts';

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

/** Builds a graph; the definition's names were checked before. */
export function buildGraph(definition: Definition, nested: { readonly [name: string]: Graph }): Graph {
  const edges = (definition.edges ?? []).map(buildEdge);
  const parts = {
    name: definition.pipeline,
    description: definition.description ?? null,
    vars: definition.vars ?? {},
    zones: Object.entries(definition.zones ?? {}).map(
      ([name, { nodes, element = null, stickiness = 0 }]): Zone => ({ name, nodes, element, stickiness }),
    ),
    nodes: (definition.nodes ?? []).map(buildNode),
    edges,
    terminals: [...new Set([...knownTerminals, ...(definition.terminals ?? [])])],
    start: definition.start ?? '',
    done: definition.done ?? '_done',
    nested,
  };
  const unbound = edges.filter(({ when, condition }) => when === null && condition !== null);
  return deepFreeze({ ...parts, unbound, hash: hashDefinition(parts) });
}

function buildNode(draft: NodeDraft): GraphNode {
  const {
    name,
    element = null,
    family = null,
    artifact = null,
    masks = [],
    role = null,
    pipeline = null,
  } = draft;
  return { name, element, family, artifact, masks, role, pipeline };
}

function buildEdge(draft: EdgeDraft): Edge {
  return {
    id: draft.id,
    name: draft.name ?? draft.id,
    from: draft.from ?? '',
    to: draft.to ?? '',
    shortcut: draft.shortcut ?? false,
    loop: draft.loop ?? false,
    condition: draft.condition ?? null,
    when: draft.when ?? null,
    max: draft.max ?? null,
    advisory: draft.advisory ?? false,
    targets: draft.targets ?? [],
    target: draft.target ?? null,
    set: draft.set ?? {},
  };
}

/** Hashes what decides a walk on a graph. */
function hashDefinition(graph: Omit<Graph, 'hash' | 'unbound'>): Sha256 {
  const { name, vars, zones, nodes, edges, terminals, start, done, nested } = graph;
  const inner = Object.fromEntries(Object.entries(nested).map(([key, { hash }]) => [key, hash]));
  const structure = { name, vars, zones, nodes, edges: edges.map(decisiveParts), terminals, start, done };
  return taggedHash('penumbra/pipeline/1', encodeDecimals({ ...structure, nested: inner }) as CanonicalValue);
}

function decisiveParts({ name: _name, condition, when, ...edge }: Edge): object {
  // Whether an edge without expression is unconditional or not yet bound does decide.
  return { ...edge, when, isBound: when !== null || condition === null };
}
