/** Loading: what a file may be, where an error points, extension, nesting, and what hostile files come to. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PenumbraError } from '../../kernel/index.ts';
import { loadPipeline, resolveShipped } from '../index.ts';

const tenLines = `pipeline: tiny
nodes:
  - name: look
  - name: say
edges:
  - {id: found, from: look, to: say, when: output.confidence >= 0.5}
  - {id: lost, from: look, to: _done}
  - {id: said, from: say, to: _done}
start: look
done: _done
`;

function refusal(text: string, resolve?: (name: string) => string | null): string {
  try {
    loadPipeline(text, { source: 'mine.yaml', ...(resolve && { resolve }) });
  } catch (error) {
    if (error instanceof PenumbraError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

function change(from: string, to: string): string {
  expect(tenLines).toContain(from);
  return tenLines.replace(from, to);
}

describe('a file', () => {
  test('of ten lines is a pipeline', () => {
    const graph = loadPipeline(tenLines);
    expect(graph).toMatchObject({ name: 'tiny', start: 'look', done: '_done', unbound: [], zones: [] });
    expect(graph.edges[0]).toEqual({
      id: 'found',
      name: 'found',
      from: 'look',
      to: 'say',
      shortcut: false,
      loop: false,
      condition: null,
      when: 'output.confidence >= 0.5',
      max: null,
      advisory: false,
      targets: [],
      target: null,
      set: {},
    });
    expect(Object.isFrozen(graph) && Object.isFrozen(graph.edges[0]?.set)).toBe(true);
  });

  test('of one node needs no edges', () => {
    expect(loadPipeline('pipeline: one\nnodes: [{name: a}]\nstart: a').edges).toEqual([]);
  });

  test.each([
    ['', '1:1: a pipeline needs a mapping with pipeline, nodes, start'],
    ['pipeline: [', '1:12: flow sequence in block collection must be sufficiently indented and end with a ]'],
    [
      change('start: look', 'strat: look'),
      '9:1: `strat` is not a key of a pipeline (did you mean `start`?) (and 1 more)',
    ],
    [change('pipeline: tiny', 'description: x'), '1:1: `pipeline` is missing in a pipeline'],
    [change('  - name: say', '  - name: look'), '4:5: the node `look` is given twice'],
    [change('id: lost', 'id: found'), '7:6: the edge `found` is given twice'],
    [change('to: say', 'to: sya'), '6:29: `sya` is not known here (did you mean `say`?)'],
    [
      change('to: _done}\n  - {id: said', 'to: _dnoe}\n  - {id: said'),
      '7:28: `_dnoe` is not known here (did you mean `_done`?)',
    ],
    [change('start: look', 'start: lok'), '9:1: `lok` is not known here (did you mean `look`?)'],
    [
      change('- name: look', '- {name: look, element: watr}'),
      '3:18: `nodes.0.element` needs one of fire, lightning, earth, diamond, water, air, iron (did you mean `water`?)',
    ],
    [
      change('{id: said, from: say', '{id: said, frm: say'),
      '8:16: `frm` is not a key of `edges.2` (did you mean `from`?)',
    ],
    [change('from: say, ', ''), '8:5: the edge `said` has no `from`'],
    [
      change('edges:', 'zones: {z: {nodes: [look], stickiness: 4}}\nedges:'),
      '5:28: `zones.z.stickiness` needs one of 0, 1, 2, 3',
    ],
    [
      change('edges:', 'zones: {z: {nodes: [lok]}}\nedges:'),
      '5:13: `lok` is not known here (did you mean `look`?)',
    ],
    [
      change('output.confidence >= 0.5', 'output.confidence >='),
      '6:38: `when` of `found`: the expression cannot be read: unexpected token: EOF',
    ],
    [
      change('output.confidence >= 0.5', 'size(output.l)'),
      '6:38: `when` of `found`: it yields int, bool is needed',
    ],
    [
      change('output.confidence >= 0.5', 'state.handofs > 1'),
      '6:38: `when` of `found`: no such key: handofs',
    ],
    [change('output.confidence >= 0.5', 'foo == 1'), '6:38: `when` of `found`: unknown variable: foo'],
    [
      change(', when: output.confidence >= 0.5', ''),
      '6:5: the edge `found` always matches, and others of `look` follow it',
    ],
    [change('when: output.confidence >= 0.5', 'when: "true", max: 2'), '6:52: `max` bounds loop edges only'],
    [
      change('when: output.confidence >= 0.5', 'when: "true", loop: true, max: output.n'),
      '6:64: `max` of `found`: a bound is read before anything else is',
    ],
    [
      change('when: output.confidence >= 0.5', 'when: "true", target: output.t'),
      '6:5: `target` and `targets` belong together',
    ],
    ['a: &x 1\nb: *x', '2:4: `*x` needs to be written out'],
    ['pipeline: a\npipeline: b', '2:1: the key `pipeline` is given twice'],
    ['pipeline: !!js/function x', '1:11: unresolved tag: tag:yaml.org,2002:js/function'],
    ['? [a]\n: 1', '1:3: a key needs to be a word'],
  ])('that is wrong is refused at its place: %#', (text, message) => {
    expect(refusal(text)).toBe(`invalid-pipeline mine.yaml:${message}`);
  });
});

describe('an extension', () => {
  const extend = (rest: string) => `pipeline: mine\nextends: tiny\n${rest}`;
  const resolve = (name: string) =>
    name === 'tiny' ? change('when: output.confidence >= 0.5', 'condition: sure') : null;

  test('binds, dresses and adds, and leaves the base in order', () => {
    const text = extend(`vars: {sure: 0.6}
terminals: [_asked]
nodes: [{name: look, masks: [mask-of-recall], artifact: recall, role: scout}]
edges:
  - {id: found, when: output.confidence >= config.sure}
  - {id: more, from: say, to: _asked, advisory: true, when: output.more}
`);
    const graph = loadPipeline(text, { resolve });
    expect(graph.edges.map(({ id, from, to, when }) => [id, from, to, when])).toEqual([
      ['found', 'look', 'say', 'output.confidence >= config.sure'],
      ['lost', 'look', '_done', null],
      ['said', 'say', '_done', null],
      ['more', 'say', '_asked', 'output.more'],
    ]);
    expect(graph.nodes[0]).toMatchObject({ masks: ['mask-of-recall'], artifact: 'recall', role: 'scout' });
    expect(graph).toMatchObject({ name: 'mine', vars: { sure: 0.6 }, unbound: [] });
    expect(graph.terminals).toContain('_asked');
  });

  test('may extend an extension', () => {
    const texts: Record<string, string> = {
      middle: 'pipeline: middle\nextends: tiny\nvars: {a: 1}',
      tiny: tenLines,
    };
    const graph = loadPipeline('pipeline: top\nextends: middle\nvars: {b: 2}', {
      resolve: (name) => texts[name],
    });
    expect(graph).toMatchObject({ name: 'top', vars: { a: 1, b: 2 } });
  });

  test.each([
    ['edges: [{id: found, to: _done}]', '3:21: an extension cannot set `to` of the base edge `found`'],
    [
      'edges: [{id: found, condition: x}]',
      '3:21: an extension cannot set `condition` of the base edge `found`',
    ],
    ['nodes: [{name: lok, role: x}]', '3:9: `lok` is no node of `tiny` (did you mean `look`?)'],
    ['nodes: [{name: look, element: fire}]', '3:22: an extension cannot set `element` of a base node'],
    ['start: say', '3:1: an extension cannot set `start`'],
    ['done: _done', '3:1: an extension cannot set `done`'],
    ['zones: {z: {nodes: [look]}}', '3:1: an extension cannot set `zones`'],
    [
      'edges: [{id: x, from: look, to: say}]',
      '2:1: the edge `lost` always matches, and others of `look` follow it',
    ],
    ['edges: [{id: x, when: "true"}]', '3:9: the edge `x` has no `from` (and 1 more)'],
    [
      'edges: [{id: found, when: "true"}, {id: found, when: "true"}]',
      '3:37: the edge `found` is given twice',
    ],
  ])('cannot do more: %s', (rest, message) => {
    expect(refusal(extend(rest), resolve)).toBe(`invalid-pipeline mine.yaml:${message}`);
  });

  test.each([
    ['pipeline: a\nextends: b', 'no definition is called `b`'],
    ['pipeline: a\nextends: cour', 'no definition is called `cour` (did you mean `court`?)'],
    ['pipeline: a\nextends: a', '`a` leads back to itself'],
  ])('needs a base: %s', (text, message) => {
    expect(refusal(text)).toBe(`invalid-pipeline mine.yaml:2:1: ${message}`);
  });

  test('in a circle, or upon something broken, says so', () => {
    const circle = (name: string) => `pipeline: ${name}\nextends: ${name === 'a' ? 'b' : 'a'}`;
    expect(refusal(circle('a'), circle)).toContain('`a` leads back to itself');
    expect(refusal('pipeline: a\nextends: b', () => 'pipeline: b')).toContain(
      '2:1: `b` cannot be loaded: 1:1: `nodes` is missing',
    );
    expect(
      refusal(
        'pipeline: p0\nextends: p1',
        (name) => `pipeline: ${name}\nextends: p${Number(name.slice(1)) + 1}`,
      ),
    ).toContain('deeper than 8');
  });
});

describe('a nested definition', () => {
  const outer = 'pipeline: outer\nnodes: [{name: a, pipeline: tiny}]\nstart: a';

  test('is loaded with it', () => {
    expect(loadPipeline(outer, { resolve: () => tenLines }).nested.tiny?.nodes).toHaveLength(2);
  });

  test('that is missing, broken or itself is refused', () => {
    expect(refusal(outer)).toContain('2:19: no definition is called `tiny`');
    expect(refusal(outer, () => 'pipeline: tiny')).toContain('`tiny` cannot be loaded');
    expect(refusal(outer, () => outer.replace('pipeline: outer', 'pipeline: tiny'))).toContain(
      'leads back to itself',
    );
  });

  test('shared by many is read once', () => {
    let reads = 0;
    const wide = (name: string) => {
      reads++;
      const next = Number(name.slice(1)) + 1;
      const inner =
        next > 6 ? '{name: z}' : [0, 1, 2].map((i) => `{name: n${i}, pipeline: p${next}}`).join(', ');
      return `pipeline: ${name}\nnodes: [${inner}]\nstart: ${next > 6 ? 'z' : 'n0'}`;
    };
    loadPipeline(wide('p0'), { resolve: wide });
    expect(reads).toBeLessThan(20);
  });
});

describe('the hash', () => {
  const { hash } = loadPipeline(tenLines);

  test.each([
    ['a description', change('pipeline: tiny', 'pipeline: tiny\ndescription: other'), true],
    ['a comment', `# new\n${tenLines}`, true],
    ['a name of an edge', change('id: said,', 'id: said, name: told,'), true],
    ['an expression', change('0.5', '0.6'), false],
    ['a target', change('from: say, to: _done', 'from: say, to: _recommended'), false],
    ['a bound label', change('when: output.confidence >= 0.5', 'condition: sure'), false],
    ['a mask', change('- name: look', '- {name: look, masks: [m]}'), false],
    ['a variable', change('start:', 'vars: {a: 0.5}\nstart:'), false],
  ])('stays or changes with %s', (_what, text, isSame) => {
    expect(loadPipeline(text).hash === hash).toBe(isSame);
  });

  test('does not depend on the order of keys', () => {
    const turned = change('{id: said, from: say, to: _done}', '{to: _done, from: say, id: said}');
    expect(loadPipeline(turned)).toEqual(loadPipeline(tenLines));
  });
});

describe('a hostile file comes to nothing', () => {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');

  test.each([
    ['a bomb of anchors', `a: &a [x]\n${lines(20, (i) => `b${i}: &b${i} [${'*a, '.repeat(9)}]`)}`],
    ['brackets', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['open brackets', `a: ${'['.repeat(5_000)}`],
    ['explicit keys', '? '.repeat(20_000)],
    ['nested explicit keys', lines(500, (i) => `${' '.repeat(i)}?`)],
    ['nested blocks', lines(400, (i) => `${' '.repeat(i)}a:`)],
    ['many keys', lines(9_000, (i) => `k${i}: 1`)],
    ['too much text', `# ${'x'.repeat(300_000)}`],
    ['too many nodes', `pipeline: a\nstart: a\nnodes:\n${lines(600, (i) => `  - {name: n${i}}`)}`],
    [
      'too many edges',
      `pipeline: a\nstart: a\nnodes: [{name: a}]\nedges:\n${lines(2_100, (i) => `  - {id: e${i}, from: a, to: a}`)}`,
    ],
    ['two documents', `${tenLines}---\n${tenLines}`],
    ['a prototype', 'pipeline: a\nnodes: [{name: a}]\nstart: a\n__proto__: {start: b}'],
  ])('%s', (_name, text) => {
    expect(refusal(text)).toContain('invalid-pipeline mine.yaml:');
  });

  test('whatever it holds', () => {
    const piece = fc.constantFrom(
      'pipeline',
      ': ',
      'nodes',
      '\n',
      '  - ',
      '{',
      '}',
      '[',
      ']',
      'name',
      'a',
      '&x',
      '*x',
      '"',
      '#',
      '|',
      '>',
      '\t',
      '!',
      '---',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void refusal(pieces.join(''))));
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => void refusal(text)));
  });
});

test('a shipped name resolves only where no resolver is given', () => {
  expect(loadPipeline('pipeline: a\nextends: court').edges).toHaveLength(18);
  expect(refusal('pipeline: a\nextends: court', () => null)).toContain('no definition is called `court`');
  expect(resolveShipped('constructor')).toBeNull();
});
