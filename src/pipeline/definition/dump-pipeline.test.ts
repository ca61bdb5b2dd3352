/** Writing graphs: as YAML that loads as an equal graph, and as a chart. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dumpPipeline,
  type Graph,
  loadPipeline,
  renderMermaid,
  resolveShipped,
  shippedNames,
} from '../index.ts';

function shipped(name: string): Graph {
  return loadPipeline(resolveShipped(name) ?? '');
}

describe.each(shippedNames)('%s', (name) => {
  const graph = shipped(name);

  test('is equal after a dump, with its comments', () => {
    const text = dumpPipeline(graph);
    expect(loadPipeline(text)).toEqual(graph);
    expect(dumpPipeline(loadPipeline(text))).toBe(text);
    expect(text.match(/#.*/g)).toEqual(resolveShipped(name)?.match(/#.*/g) ?? null);
  });

  test('is equal after a dump of its bare data', () => {
    expect(loadPipeline(dumpPipeline(structuredClone(graph)))).toEqual(graph);
  });
});

test('whatever graph is dumped loads as an equal one', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('a: b', '# x', '- y', 'yes', '1', "'", '"', ' ', 'a\nb'),
  );
  const shape = fc.record({
    description: text,
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    labels: fc.array(fc.option(text, { nil: null }), { maxLength: 5 }),
    vars: fc.dictionary(
      fc.stringMatching(/^[a-z][a-z_]{0,6}$/),
      fc.oneof(text, fc.boolean(), fc.integer(), fc.constantFrom(0.25, 0.8)),
    ),
    element: fc.constantFrom('fire' as const, null),
  });
  fc.assert(
    fc.property(shape, ({ description, names, labels, vars, element }) => {
      const base = loadPipeline(
        JSON.stringify({
          pipeline: 'p',
          description,
          vars,
          zones: { z: { nodes: names, stickiness: 2 } },
          nodes: names.map((one) => ({ name: one, ...(element && { element }) })),
          edges: labels.map((label, index) => ({
            id: `e${index}`,
            from: names[0],
            to: '_done',
            condition: label ?? 'x',
            ...(label === null && { when: 'output.x == "y: z"' }),
          })),
          start: names[0],
        }),
      );
      expect(loadPipeline(dumpPipeline(structuredClone(base)))).toEqual(base);
    }),
  );
});

describe('a chart', () => {
  test('of the court names a zone apart from the node of its name', () => {
    const chart = renderMermaid(shipped('court'));
    expect(chart).toContain(
      '  subgraph zone_verdict["verdict"]\n    hearing["hearing"]\n    verdict["verdict"]\n  end\n',
    );
    expect(chart).toContain('  subgraph prosecution["prosecution"]');
    expect(chart).toContain('  verdict -.->|"HD8 remand"| _remand\n');
    expect(chart).toContain('  _any -->|"HD10 ttl-exceeded"| _mistrial\n');
  });

  test('has every edge, and every end that a node without edges leads to', () => {
    const graph = loadPipeline(
      'pipeline: p\nnodes: [{name: end}, {name: b}]\nedges: [{id: e, from: end, to: b, when: "1 < 2"}]\nstart: end',
    );
    expect(renderMermaid(graph)).toBe(
      'flowchart TD\n  node_end["end"]\n  b["b"]\n  _done(["done"])\n  node_end -->|"e"| b\n  b --> _done\n',
    );
  });
});
