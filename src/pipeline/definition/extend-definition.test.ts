/** Extension: what a definition may add to another, and what it may not. */
import { describe, expect, test } from 'vitest';
import { createLoader, type Texts } from '../../../test/pipeline/load-texts.ts';
import { type Graph, loadPipeline } from '../index.ts';

const base = `pipeline: tiny
vars: {sure: 0.5, kept: 1}
zones: {z: {nodes: [look], element: fire, stickiness: 1}}
nodes:
  - {name: look, element: fire, family: eyes, artifact: sight, role: scout}
  - {name: say}
edges:
  - {id: found, from: look, to: say, condition: sure}
  - {id: again, from: look, to: look, loop: true, max: 2, condition: unsure}
  - {id: odd, from: say, to: say, advisory: true, when: output.odd}
  - {id: said, from: say, to: _done, condition: spoken}
terminals: [_lost]
start: look
`;

const { load, refusal } = createLoader({ tiny: base });

const extend = (rest: string, name = 'tiny') => `pipeline: mine\nextends: ${name}\n${rest}`;
const order = ({ edges }: Graph) => edges.map(({ id, from, to }) => `${id}: ${from} -> ${to}`);

describe('an extension may', () => {
  test('say nothing, and is its base by another name', () => {
    const { name, hash, ...same } = load(extend(''));
    const { name: _, hash: other, ...rest } = load(base);
    expect(same).toEqual(rest);
    expect(name).toBe('mine');
    expect(hash).not.toBe(other);
  });

  test('bind, bound and silence edges of its base, and leaves their order and ends', () => {
    const graph = load(
      extend(`edges:
  - {id: said, when: output.spoken}
  - {id: odd, advisory: false}
  - {id: again, when: output.unsure, max: config.kept}
  - {id: found, when: output.confidence >= config.sure, advisory: true}`),
    );
    expect(order(graph)).toEqual(order(load(base)));
    expect(graph.edges.map(({ id, when, max, advisory }) => [id, when, max, advisory])).toEqual([
      ['found', 'output.confidence >= config.sure', null, true],
      ['again', 'output.unsure', 'config.kept', false],
      ['odd', 'output.odd', null, false],
      ['said', 'output.spoken', null, false],
    ]);
    expect(graph.edges.map(({ condition }) => condition)).toEqual(['sure', 'unsure', null, 'spoken']);
    expect(graph.unbound).toEqual([]);
  });

  test('dress nodes of its base', () => {
    const graph = load(
      extend(
        'nodes: [{name: say, masks: [m, n], artifact: speech, role: herald}, {name: look, role: chief}]',
      ),
    );
    expect(graph.nodes).toMatchObject([
      { name: 'look', element: 'fire', family: 'eyes', artifact: 'sight', role: 'chief', masks: [] },
      { name: 'say', element: null, family: null, artifact: 'speech', role: 'herald', masks: ['m', 'n'] },
    ]);
    expect(graph.zones).toEqual(load(base).zones);
  });

  test('add edges, which follow those of the base in the order of the file', () => {
    const graph = load(
      extend(`terminals: [_asked, _lost]
edges:
  - {id: z, from: say, to: _asked, when: output.more}
  - {id: said, when: output.spoken}
  - {id: y, from: _any, to: _lost, when: state.role_failed}
  - {id: x, from: look, to: _asked}
  - {id: w, from: say, to: _done}`),
    );
    expect(order(graph)).toEqual([
      ...order(load(base)),
      'z: say -> _asked',
      'y: _any -> _lost',
      'x: look -> _asked',
      'w: say -> _done',
    ]);
    expect(graph.terminals.filter((name) => name === '_asked' || name === '_lost')).toEqual([
      '_lost',
      '_asked',
    ]);
  });

  test('add variables and set those of its base', () => {
    expect(load(extend('vars: {sure: 0.9, more: true}')).vars).toEqual({ sure: 0.9, kept: 1, more: true });
  });

  test('extend an extension: each adds behind the other', () => {
    const texts = {
      tiny: base,
      middle:
        'pipeline: middle\nextends: tiny\nvars: {sure: 0.6}\nedges: [{id: m, from: say, to: _lost, when: output.m}]',
    };
    const graph = load(
      extend(
        'vars: {kept: 2}\nedges: [{id: t, from: say, to: _lost, when: output.t}, {id: m, when: output.n}]',
        'middle',
      ),
      texts,
    );
    expect(order(graph).slice(-3)).toEqual(['said: say -> _done', 'm: say -> _lost', 't: say -> _lost']);
    expect(graph.edges.find(({ id }) => id === 'm')?.when).toBe('output.n');
    expect(graph).toMatchObject({ name: 'mine', vars: { sure: 0.6, kept: 2 } });
  });
});

describe('an extension cannot', () => {
  const foreign = {
    name: 'x',
    from: 'say',
    to: 'say',
    shortcut: true,
    loop: true,
    condition: 'x',
    targets: '[say]',
    target: 'output.t',
    set: '{a: "1"}',
  };

  test.each(Object.entries(foreign))('set `%s` of an edge of its base', (key, value) => {
    expect(refusal(extend(`edges:\n  - {id: found, ${key}: ${value}}`))).toBe(
      `4:17: an extension cannot set \`${key}\` of the base edge \`found\``,
    );
  });

  test.each(['element: water', 'family: x', 'pipeline: tiny'])(
    'set `%s` of a node of its base',
    (setting) => {
      const [key] = setting.split(':');
      expect(refusal(extend(`nodes: [{name: look, ${setting}}]`))).toBe(
        `3:22: an extension cannot set \`${key}\` of a base node`,
      );
    },
  );

  test.each(['start: say', 'done: _done', 'zones: {z: {nodes: [look]}}'])('set `%s`', (setting) => {
    const [key] = setting.split(':');
    expect(refusal(extend(setting))).toBe(`3:1: an extension cannot set \`${key}\``);
  });

  test.each([
    ['nodes: [{name: lok, role: x}]', '3:9: `lok` is no node of `tiny` (did you mean `look`?)'],
    ['edges: [{id: x, when: "true"}]', '3:9: the edge `x` has no `from` (and 1 more)'],
    ['edges: [{id: x, from: look, to: sya}]', '3:29: `sya` is not known here (did you mean `say`?)'],
    [
      'edges: [{id: found, when: "true"}, {id: found, when: "true"}]',
      '3:37: the edge `found` is given twice',
    ],
    ['edges: [{id: found, max: 1}]', '3:21: `max` bounds loop edges only'],
    ['edges: [{id: again, advisory: true}]', '3:9: an advisory edge is no loop'],
    [
      'edges: [{id: found, when: output.}]',
      '3:21: `when` of `found`: the expression cannot be read: expected IDENTIFIER, got EOF',
    ],
    [
      'edges:\n  - {id: x, from: look, to: say}\n  - {id: y, from: look, to: _done}',
      '4:5: the edge `x` always matches, and others of `look` follow it',
    ],
  ])('go wrong unseen: %s', (rest, message) => {
    expect(refusal(extend(rest))).toBe(message);
  });

  test('put an edge behind one of its base that always matches', () => {
    const texts = { tiny: base.replace(', condition: spoken', '') };
    expect(refusal(extend('edges:\n  - {id: x, from: say, to: look, when: output.x}'), texts)).toBe(
      '4:5: the edge `said` always matches, and others of `say` follow it',
    );
  });
});

describe('a base', () => {
  const circle = (name: string, next: string) => `pipeline: ${name}\nextends: ${next}`;
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`p${at}`, circle(`p${at}`, `p${at + 1}`)]),
  );

  test.each<[string, string, Texts, string]>([
    ['that is missing', circle('a', 'b'), {}, '2:1: no definition is called `b`'],
    ['that is itself', circle('a', 'a'), { a: circle('a', 'a') }, '2:1: `a` leads back to itself'],
    [
      'in a circle',
      circle('a', 'b'),
      { b: circle('b', 'a') },
      '2:1: `b` cannot be loaded: 2:1: `a` leads back to itself',
    ],
    ['at the end of a long chain', circle('p', 'p0'), long, 'deeper than 8'],
    ['that is no YAML', circle('a', 'b'), { b: 'a: [' }, '2:1: `b` cannot be loaded: 1:5: flow sequence'],
    [
      'that lacks something',
      circle('a', 'b'),
      { b: 'pipeline: b' },
      '2:1: `b` cannot be loaded: 1:1: `nodes` is missing in a pipeline',
    ],
    [
      'that uses an unknown name',
      circle('a', 'b'),
      { b: base.replace('to: say,', 'to: sing,') },
      '2:1: `b` cannot be loaded: 8:29: `sing` is not known here',
    ],
    [
      'that has a wrong expression',
      circle('a', 'b'),
      { b: base.replace('output.odd', 'output.') },
      '2:1: `b` cannot be loaded: 10:51: `when` of `odd`',
    ],
    [
      'that breaks the rules of an extension',
      circle('a', 'b'),
      { b: 'pipeline: b\nextends: tiny\nstart: say', tiny: base },
      '2:1: `b` cannot be loaded: 3:1: an extension cannot set `start`',
    ],
  ])('%s is named where it is extended', (_what, text, texts, message) => {
    expect(refusal(text, texts)).toContain(message);
  });

  test('of the shipped names is suggested where it can be had', () => {
    expect(() => loadPipeline('pipeline: a\nextends: cour')).toThrow(
      'no definition is called `cour` (did you mean `court`?)',
    );
    expect(refusal(circle('a', 'cour'))).toBe('2:1: no definition is called `cour`');
  });
});
