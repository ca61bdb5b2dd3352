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

  test('is its own text after a dump, byte for byte', () => {
    const text = dumpPipeline(graph);
    expect(text).toBe(resolveShipped(name));
    expect(loadPipeline(text)).toEqual(graph);
  });

  test('is equal after a dump of its bare data', () => {
    const text = dumpPipeline(structuredClone(graph));
    expect(loadPipeline(text)).toEqual(graph);
    expect(dumpPipeline(structuredClone(loadPipeline(text)))).toBe(text);
  });
});

test('a graph that was changed is dumped as it is now', () => {
  const graph = shipped('rca-investigation');
  const vars = { ...graph.vars, recall_hit: 0.9 };
  const changed = loadPipeline(dumpPipeline({ ...graph, vars }));
  expect(changed.vars.recall_hit).toBe(0.9);
  expect(changed.edges).toEqual(graph.edges);
  expect(changed.hash).not.toBe(graph.hash);
});

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const field = fc.stringMatching(/^[a-z][a-z_]{0,6}$/);
const text = fc.oneof(
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.string({
    maxLength: 6,
    unit: fc.integer({ min: 0, max: 0x24ff }).map((code) => String.fromCharCode(code)),
  }),
  fc.constantFrom(
    'a: b',
    '# x',
    '- y',
    'yes',
    'true',
    'null',
    '~',
    '1',
    '0x1',
    '1e3',
    "'",
    '"',
    ' ',
    'a\nb',
    'a ',
    '|',
    '%',
    '@',
    '\u0085',
    '\ufeff',
    '---',
  ),
);
const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constantFrom(0.25, 0.8, -0, 1e21, 5e-324));
const element = fc.constantFrom('fire', 'lightning', 'earth', 'diamond', 'water', 'air', 'iron');
const condition = fc.oneof(
  fc.record({ condition: text }),
  fc.record(
    { when: fc.constantFrom('output.x == "y: z"', "output.s == '#'", 'output.n >= 0.5'), condition: text },
    { requiredKeys: ['when'] },
  ),
);
const kind = fc.oneof(
  fc.constant({}),
  fc.record({ advisory: fc.boolean() }),
  fc.record(
    { loop: fc.constant(true), max: fc.oneof(fc.nat(9), fc.constant('config.max_loops')) },
    { requiredKeys: ['loop'] },
  ),
);

/** Definitions of every shape, with nodes and edges drawn from the same names. */
const definitions = fc
  .record({
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    ends: fc.uniqueArray(field, { maxLength: 2 }),
  })
  .chain(({ names, ends }) => {
    const terminals = ends.map((end) => `_${end}`).filter((end) => end !== '_any');
    const place = fc.constantFrom(...names, ...terminals, '_done');
    const node = fc.record(
      { element, family: name, artifact: name, masks: fc.uniqueArray(name, { maxLength: 2 }), role: name },
      { requiredKeys: [] },
    );
    const choice = fc.option(
      fc.record({
        targets: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }),
        target: fc.constant('output.t'),
      }),
      { nil: {} },
    );
    const more = fc.record(
      {
        name,
        shortcut: fc.boolean(),
        set: fc.dictionary(field, fc.oneof(fc.constant('output.y'), fc.boolean(), fc.integer()), {
          maxKeys: 2,
        }),
      },
      { requiredKeys: [] },
    );
    const edge = fc
      .tuple(fc.record({ from: fc.constantFrom(...names, '_any'), to: place }), condition, kind, choice, more)
      .map((parts) => Object.assign({}, ...parts) as object);
    return fc.record(
      {
        pipeline: name,
        description: text,
        vars: fc.dictionary(field, value, { maxKeys: 4 }),
        zones: fc.constantFrom(
          {},
          { z: { nodes: names } },
          { z: { nodes: names, element: 'fire', stickiness: 3 }, y: { nodes: [], stickiness: 0 } },
        ),
        nodes: fc.tuple(...names.map((one) => node.map((rest) => ({ name: one, ...rest })))),
        edges: fc
          .array(edge, { maxLength: 5 })
          .map((edges) => edges.map((one, index) => ({ id: `e.${index}`, ...one }))),
        terminals: fc.constantFrom(terminals, [...terminals, '_done']),
        start: fc.constantFrom(...names),
        done: fc.constantFrom('_done', ...terminals),
      },
      { requiredKeys: ['pipeline', 'nodes', 'start', 'terminals'] },
    );
  });

test('whatever definition is loaded, dumped and loaded is equal, with its comments', () => {
  const comment = fc.stringMatching(/^[ -~]{0,20}$/);
  fc.assert(
    fc.property(definitions, comment, (definition, words) => {
      const written = `# ${words}\n${JSON.stringify(definition)} # ${words}\n`;
      const graph = loadPipeline(written);
      expect(dumpPipeline(graph)).toBe(written);
      const copy = loadPipeline(dumpPipeline(structuredClone(graph)));
      expect(copy).toEqual(graph);
      expect(loadPipeline(dumpPipeline(structuredClone(copy)))).toEqual(graph);
    }),
    { numRuns: 150 },
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
