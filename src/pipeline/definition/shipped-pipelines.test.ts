/** Tests that the module holds the shipped definitions (`vitest --update` regenerates it), and that they are sound. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Graph, lintPipeline, loadPipeline, resolveShipped, shippedNames } from '../index.ts';

const directory = join(import.meta.dirname, '../../../pipelines');

function moduleText(): string {
  const files = readdirSync(directory).filter((file) => file.endsWith('.yaml'));
  const entries = files.toSorted().map((file) => {
    const name = file.replace('.yaml', '');
    const text = readFileSync(join(directory, file), 'utf8').replace(/[\\`]|\$\{/g, '\\$&');
    return `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: \`${text}\`,\n`;
  });
  return `/** Generated from pipelines/*.yaml by shipped-pipelines.test.ts (\`vitest --update\`); edit those files instead. */

/** The texts of the built-in definitions by name, embedded so that the core needs no file system. */
export const shippedPipelines: { readonly [name: string]: string } = Object.freeze({
${entries.join('')}});
`;
}

function shipped(name: string): Graph {
  return loadPipeline(resolveShipped(name) ?? '');
}

test('the module holds the files', async () => {
  await expect(moduleText()).toMatchFileSnapshot(join(import.meta.dirname, 'shipped-pipelines.ts'));
});

describe.each([
  { name: 'rca-investigation', nodes: 7, edges: 21, zones: 3, unbound: 0 },
  { name: 'defect-court', nodes: 5, edges: 12, zones: 3, unbound: 12 },
  { name: 'court', nodes: 5, edges: 18, zones: 3, unbound: 0 },
])('$name', ({ name, unbound, ...counts }) => {
  test('has the parts it should have', () => {
    const graph = shipped(name);
    expect({ nodes: graph.nodes.length, edges: graph.edges.length, zones: graph.zones.length }).toEqual(
      counts,
    );
    expect(graph.unbound).toHaveLength(unbound);
    expect(graph.name).toBe(name);
    expect(shippedNames).toContain(name);
  });

  test('lints clean, but for what is not bound', () => {
    const found = lintPipeline(resolveShipped(name) ?? '').map(({ rule }) => rule);
    const expected = unbound === 0 ? [] : ['orphan-node', ...Array(unbound).fill('unbound-edge')];
    expect(found).toEqual(expected);
  });
});

/** The court's graph as it was first drawn: id, name, from, to, and what is special about the edge. */
const courtEdges: readonly [string, string, string, string, string, string][] = [
  ['HD1', 'fast-track', 'indict', 'defend', 'prosecution confidence >= 0.95', 'shortcut'],
  ['HD2', 'plea-deal', 'defend', 'verdict', 'defense concedes', 'shortcut'],
  ['HD3', 'motion-to-dismiss', 'defend', 'hearing', 'defense has motion to dismiss', ''],
  ['HD4', 'alternative-hypothesis', 'defend', 'hearing', 'defense has alternative hypothesis', ''],
  ['HD5', 'hearing-complete', 'hearing', 'verdict', 'max rounds reached OR convergence', ''],
  ['HD6', 'affirm', 'verdict', '_done', 'verdict == affirm', ''],
  ['HD7', 'amend', 'verdict', '_done', 'verdict == amend', ''],
  ['HD8', 'remand', 'verdict', '_remand', 'verdict == remand AND remands < max_remands', 'loop'],
  ['HD9', 'acquit', 'verdict', '_gap_brief', 'verdict == acquit', ''],
  ['HD10', 'ttl-exceeded', '_any', '_mistrial', 'wall-clock TTL exceeded', ''],
  ['HD11', 'handoff-exceeded', '_any', '_mistrial', 'handoff counter exceeded', ''],
  ['HD12', 'judge-mistrial', 'verdict', '_mistrial', 'verdict == mistrial', ''],
];

function courtAsDrawn(): string {
  const zones = [
    ['prosecution', 'indict', 'fire', 0],
    ['discovery', 'discover, defend', 'water', 2],
    ['verdict', 'hearing, verdict', 'diamond', 3],
  ];
  const nodes = ['indict fire', 'discover earth', 'defend water', 'hearing air', 'verdict diamond'];
  return [
    'pipeline: defect-court',
    'zones:',
    ...zones.map(
      ([name, inside, element, stickiness]) =>
        `  ${name}:\n    nodes: [${inside}]\n    element: ${element}\n    stickiness: ${stickiness}`,
    ),
    'nodes:',
    ...nodes.map((node) => {
      const [name, element] = node.split(' ');
      return `  - name: ${name}\n    element: ${element}\n    family: ${name}`;
    }),
    'edges:',
    ...courtEdges.map(
      ([id, name, from, to, condition, special]) =>
        `  - id: ${id}\n    name: ${name}\n    from: ${from}\n    to: ${to}\n${special ? `    ${special}: true\n` : ''}    condition: "${condition}"`,
    ),
    'start: indict',
    'done: _done',
  ].join('\n');
}

describe('the court', () => {
  test('is the graph as it was drawn, descriptions aside', () => {
    const drawn = loadPipeline(courtAsDrawn());
    expect(drawn.unbound).toHaveLength(12);
    const { description: _, ...graph } = shipped('defect-court');
    expect({ ...graph, description: null }).toEqual(drawn);
    expect(graph.hash).toBe(drawn.hash);
  });

  test('extends that graph without moving any of its edges', () => {
    const order = (graph: Graph) => graph.edges.map(({ id, from, to }) => `${id} ${from} ${to}`);
    const base = order(shipped('defect-court'));
    expect(order(shipped('court')).slice(0, base.length)).toEqual(base);
  });
});
