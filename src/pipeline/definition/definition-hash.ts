/** The hash of a graph's structure: what decides a walk and nothing else, so a new label keeps old checkpoints valid. */
import { type CanonicalValue, type Sha256, taggedHash } from '../../kernel/index.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import type { Edge, Graph } from './graph.ts';

/** Hashes what decides a walk on a graph. */
export function hashDefinition(graph: Omit<Graph, 'hash' | 'unbound'>): Sha256 {
  const { name, vars, zones, nodes, edges, terminals, start, done, nested } = graph;
  const inner = Object.fromEntries(Object.entries(nested).map(([key, { hash }]) => [key, hash]));
  const structure = { name, vars, zones, nodes, edges: edges.map(decisiveParts), terminals, start, done };
  return taggedHash('penumbra/pipeline/1', encodeDecimals({ ...structure, nested: inner }) as CanonicalValue);
}

function decisiveParts({ name: _name, condition, when, ...edge }: Edge): object {
  // Whether an edge without expression is unconditional or not yet bound does decide.
  return { ...edge, when, isBound: when !== null || condition === null };
}
