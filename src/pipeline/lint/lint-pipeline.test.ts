/** Lint: what it proves of nodes, what schemas tell it, and which masks it knows. */
import { describe, expect, test } from 'vitest';
import { lintPipeline, type Mask, masks } from '../index.ts';

/** A file with the given edges; `a` and `b` are nodes, `a` is the start. */
function file(edges: readonly string[], nodes = '[{name: a}, {name: b}]', more = ''): string {
  return `pipeline: p\nnodes: ${nodes}\nedges:\n${edges.map((edge) => `  - {${edge}}\n`).join('')}start: a\n${more}`;
}

const through = ['id: e1, from: a, to: b', 'id: e2, from: b, to: _done'];

describe('a node is total', () => {
  test.each([
    ['by a comparison and its opposite', ['output.n >= 0.5', 'output.n < 0.5']],
    ['by touching ranges', ['output.n < 1', 'output.n == 1', 'output.n > 1']],
    ['by a truth and its denial', ['output.ok', '!output.ok']],
    ['by two terms compared', ['output.a < config.b', 'output.a >= config.b']],
    ['by a size', ['size(output.l) == 0', 'size(output.l) >= 1']],
    ['by a counter', ['state.remands > 0', 'state.remands == 0']],
    [
      'by confidence from 0 to 1',
      ['has(output.confidence) && output.confidence >= 0', '!has(output.confidence)'],
    ],
    ['by membership', ['output.d in ["x", "y"]', '!(output.d in ["x", "y"])']],
    ['by a choice', ['output.ok ? output.n > 1 : true', 'output.ok && output.n <= 1']],
    ['by what cannot be looked into', ['output.s.contains("x")', '!output.s.contains("x")']],
  ])('%s', (_name, conditions) => {
    const edges = conditions.map((when, index) => `id: x${index}, from: a, to: b, when: '${when}'`);
    expect(lintPipeline(file([...edges, ...through.slice(1)], undefined, 'vars: {b: 1}'))).toEqual([]);
  });

  test.each([
    ['with a hole', ['output.n > 0.5', 'output.n < 0.5'], 'output.n is 0.5'],
    [
      'with a field that may be absent',
      ['has(output.n) && output.n >= 1', 'output.n < 1'],
      'has(output.n) is false',
    ],
    ['with a term between two', ['output.a < config.lo', 'output.a > config.hi'], 'output.a'],
  ])('not %s', (_name, conditions, gap) => {
    const edges = conditions.map((when, index) => `id: x${index}, from: a, to: b, when: '${when}'`);
    const found = lintPipeline(file([...edges, ...through.slice(1)], undefined, 'vars: {lo: 1, hi: 1}'));
    expect(found.map(({ rule }) => rule)).toEqual(['not-total']);
    expect(found[0]?.message).toContain(gap);
  });
});

describe('schemas', () => {
  const nodes = '[{name: a, artifact: vote}, {name: b}]';
  const lint = (when: string, rest: readonly string[] = []) =>
    lintPipeline(file([`id: e0, from: a, to: b, when: '${when}'`, ...rest, ...through.slice(1)], nodes), {
      schemas: {
        vote: {
          decision: { kind: 'string', values: ['yes', 'no'] },
          score: 'decimal',
          rounds: 'int',
          notes: 'list',
          hint: { kind: 'string', optional: true },
          sure: { kind: 'bool', optional: true },
          confidence: { kind: 'decimal', optional: true },
        },
      },
    }).map(({ rule, message }) => `${rule}: ${message}`);

  test.each([
    ['output.decison == "yes"', 'no such key: decison (did you mean `decision`?)'],
    ['output.decision > 0.5', 'no such overload: string > Decimal'],
    ['output.score == "high"', 'no such overload'],
    ['output.score', 'it yields Decimal, bool is needed'],
    ['output.confidence >= 0.5', 'absent-confidence'],
    ['has(output.note)', 'no such key: note (did you mean `notes`?)'],
    ['!has(output.score)', 'dead-edge: `e0` can never match'],
    ['output.decision == "maybe"', 'dead-edge: `e0` can never match'],
    ['output.score > 1', 'dead-edge: `e0` can never match'],
  ])('refuse %s', (when, message) => {
    expect(lint(when, ['id: e1, from: a, to: b']).join()).toContain(message);
  });

  test('close an enumeration', () => {
    expect(
      lint('output.decision == "yes"', ['id: e1, from: a, to: b, when: \'output.decision == "no"\'']),
    ).toEqual([]);
    expect(
      lint('output.decision == "yes"', ['id: e1, from: a, to: b, when: \'output.decision == "maybe"\'']),
    ).toHaveLength(2);
  });

  test.each([
    ['output.hint == "a"', 'output.hint != "a"', 'has(output.hint) is false'],
    ['output.sure', '!output.sure', 'has(output.sure) is false'],
    ['output.notes[0] == "a"', 'output.notes[0] != "a"', 'has(output.notes[0]) is false'],
  ])('see that %s and %s say nothing of a field that is left out', (one, other, gap) => {
    expect(lint(one, [`id: e1, from: a, to: b, when: '${other}'`])).toEqual([
      `not-total: no edge of \`a\` matches when ${gap}`,
    ]);
    expect(lint(one, [`id: e1, from: a, to: b, when: '${other}'`, 'id: e3, from: a, to: b'])).toEqual([]);
  });

  test('see that a fallback is never needed', () => {
    const rest = ["id: e1, from: a, to: b, when: 'output.score < 0.5'", 'id: e3, from: a, to: b'];
    expect(lint('output.score >= 0.5', rest)).toEqual([
      'shadowed-edge: `e3` is never taken: wherever it matches, an earlier edge does',
    ]);
  });

  test('of a name that every record has are none', () => {
    const text = file(
      ["id: e0, from: a, to: b, when: 'output.length > 1'", ...through],
      '[{name: a, artifact: x}, {name: b}]',
    );
    expect(lintPipeline(text, { schemas: Object.create({ x: { length: 'string' } }) })).toEqual([]);
  });

  test('know every artifact by name', () => {
    const named = (artifact: string) =>
      lintPipeline(file(through, `[{name: a, artifact: ${artifact}}, {name: b}]`), {
        schemas: { vote: {}, voucher: {} },
      }).map(({ rule, line, column, message }) => `${line}:${column} ${rule}: ${message}`);
    expect(named('voet')).toEqual(['2:19 unknown-name: `voet` is no known artifact (did you mean `vote`?)']);
    expect(named('vote')).toEqual([]);
    expect(lintPipeline(file(through, '[{name: a, artifact: voet}, {name: b}]'))).toEqual([]);
  });

  test('know whole numbers', () => {
    expect(lint('output.rounds <= 1', ["id: e1, from: a, to: b, when: 'output.rounds >= 2'"])).toEqual([]);
  });
});

test('an advisory edge is no loop, no way and no circle', () => {
  expect(
    lintPipeline(file(['id: e0, from: a, to: a, advisory: true, when: output.odd', ...through])),
  ).toEqual([]);
});

test('an element bounds the loops of its node', () => {
  const edges = [
    'id: e1, from: a, to: b',
    'id: e3, from: b, to: a, loop: true, when: output.again',
    'id: e2, from: b, to: _done',
  ];
  expect(lintPipeline(file(edges, '[{name: a}, {name: b, element: water}]'))).toEqual([]);
  expect(lintPipeline(file(edges, undefined, 'vars: {max_loops: 1}'))).toEqual([]);
});

test("a user's masks are known where they are given", () => {
  const mine: Mask = { name: 'mine', description: '', validNodes: ['a'], wrap: (next) => next };
  const text = file(through, '[{name: a, masks: [mine]}, {name: b}]');
  expect(lintPipeline(text, { masks: [...masks.light, mine] })).toEqual([]);
  expect(lintPipeline(text)).toHaveLength(1);
});
