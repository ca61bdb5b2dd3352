// A graph with names no file could have: what a program that builds graphs itself may hand to a picture.

import { type Graph, loadPipeline } from '../../src/pipeline/index.ts';

/** Names that would be markup, directives, words of a language, or nothing at all, if they were not written with care. */
export const hostileNames: readonly string[] = [
  '<script>globalThis.hit = 1</script>',
  '"><img src=x onerror="globalThis.hit = 1">',
  ']]>--><svg onload=globalThis.hit=1>',
  'a"] --> b["c',
  'end',
  'subgraph x',
  '%%{init: {"theme": "dark"}}%%',
  '`**bold**` $$x^2$$ fa:fa-bug #quot; &lt;',
  'style a fill:#f00;',
  'zone',
  '__proto__',
  'constructor',
  'toString',
  'a--b-',
  'o',
  '日本語 ünïcödé 🏳️‍🌈 ﷽',
  '\u202eright to left\u0000\n\ud800',
  'm'.repeat(200),
];

/** Builds a chain of the hostile names, each also the name of a zone and on a label. */
export function hostileGraph(): Graph {
  const { nodes, edges, ...graph } = loadPipeline(
    'pipeline: p\nnodes: [{name: a}]\nedges: [{id: e, name: f, from: a, to: a, loop: true, max: 1}]\nstart: a',
  );
  const [node, edge] = [nodes[0], edges[0]];
  if (node === undefined || edge === undefined) throw new Error('the sample has lost its node or edge');
  return {
    ...graph,
    name: hostileNames.join(' '),
    start: hostileNames[0] ?? '',
    terminals: [...graph.terminals, '_"><b>'],
    zones: hostileNames.slice(4, 14).map((name) => ({ name, nodes: [name], element: null, stickiness: 0 })),
    nodes: hostileNames.map((name) => ({ ...node, name, masks: [name], role: name })),
    edges: hostileNames.map((name, index) => ({
      ...edge,
      id: `e${index}`,
      name,
      from: name,
      to: hostileNames[index + 1] ?? '_"><b>',
      loop: index % 4 === 3,
    })),
  };
}
