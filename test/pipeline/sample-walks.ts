// What the tests of walks share: graphs, small and shipped, and what is answered at them.

import {
  type Ask,
  type Graph,
  loadPipeline,
  resolveShipped,
  type WalkOptions,
  walk,
} from '../../src/pipeline/index.ts';
import type { AgentScript } from '../../src/testing/index.ts';

export function make(edges: readonly string[], { nodes = '{name: a}, {name: b}', more = '' } = {}): Graph {
  return loadPipeline(
    `pipeline: p\nnodes: [${nodes}]\nedges:\n${edges.map((edge) => `  - {${edge}}\n`).join('')}start: a\n${more}`,
  );
}

export const light = loadPipeline(resolveShipped('rca-investigation') ?? '');
export const court = loadPipeline(resolveShipped('court') ?? '');
export const straight = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done']);
export const looping = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: a, loop: true, max: 3']);
export const numbered: () => Ask = () => {
  let n = 0;
  return ({ name }) => ({ type: name, data: { n: n++ } });
};

export const fullCase: AgentScript = {
  recall: { match: false },
  triage: { symptom_category: 'product', skip_investigation: false, candidate_repos: ['a', 'b'] },
  investigate: [
    { convergence_score: 0.5, evidence_refs: ['x'] },
    { convergence_score: 0.6, evidence_refs: ['x', 'y'] },
    { convergence_score: 0.65, evidence_refs: ['x', 'y', 'z'] },
  ],
  review: [{ decision: 'reassess' }, { decision: 'approve', binding: false }],
};

export async function ends(graph: Graph, options: WalkOptions) {
  const { status, terminal, history, loops } = await walk(graph, options);
  return { status, terminal, path: history.map(({ edge }) => edge).join(' '), loops };
}
