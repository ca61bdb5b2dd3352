/** Loading: what a file may be, where an error points, what its hash covers, and what hostile files come to. */
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
      '5:21: `lok` is not known here (did you mean `look`?)',
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
      '6:38: `when` of `found`: no such key: handofs (did you mean `handoffs`?)',
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
