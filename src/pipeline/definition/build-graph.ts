/** Builds the graph of a complete definition: defaults filled in, zones and edges in the order of the file, frozen. */
import { type CanonicalValue, deepFreeze, type Sha256, taggedHash } from '../../kernel/index.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { type Definition, type EdgeDraft, knownTerminals, type NodeDraft } from './definition.ts';
import type { Edge, Graph, GraphNode, Zone } from './graph.ts';

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
