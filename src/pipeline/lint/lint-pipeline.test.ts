/** Lint: each rule with a small file that breaks it, and the place and remedy it names. */
import { describe, expect, test } from 'vitest';
import { type LintRule, lintPipeline, lintRules, type Mask, masks } from '../index.ts';

/** A file with the given edges; `a` and `b` are nodes, `a` is the start. */
function file(edges: readonly string[], nodes = '[{name: a}, {name: b}]', more = ''): string {
  return `pipeline: p\nnodes: ${nodes}\nedges:\n${edges.map((edge) => `  - {${edge}}\n`).join('')}start: a\n${more}`;
}

const through = ['id: e1, from: a, to: b', 'id: e2, from: b, to: _done'];

type Case = [rule: LintRule, text: string, place: string, message: string];

const cases: readonly Case[] = [
  ['yaml', 'a: [', '1:5', 'flow sequence'],
  ['unknown-key', file(through).replace('start:', 'strt:'), '6:1', 'did you mean `start`?'],
  [
    'wrong-value',
    file(through, '[{name: a, element: mud}, {name: b}]'),
    '2:19',
    '`nodes.0.element` needs one of',
  ],
  [
    'wrong-value',
    file(through, undefined, 'zones: {z: {nodes: [a], stickiness: 7}}'),
    '7:25',
    '`zones.z.stickiness` needs one of',
  ],
  ['missing', file(through).replace('pipeline: p\n', ''), '1:1', '`pipeline` is missing'],
  ['duplicate', file([...through, 'id: e1, from: b, to: _done']), '6:6', 'the edge `e1` is given twice'],
  [
    'unknown-name',
    file(['id: e1, from: a, to: c', 'id: e2, from: b, to: _done']),
    '4:23',
    '`c` is not known here',
  ],
  [
    'unknown-name',
    file(through, '[{name: a, masks: [mask-of-recal]}, {name: b}]'),
    '2:19',
    'did you mean `mask-of-recall`?',
  ],
  ['extension', 'pipeline: p\nextends: court\nstart: indict', '3:1', 'an extension cannot set `start`'],
  [
    'expression',
    file(['id: e1, from: a, to: b, when: output.s.matches("x")', ...through.slice(1)]),
    '4:30',
    '`matches` is not allowed',
  ],
  [
    'expression',
    file(['id: e1, from: a, to: b, when: "output.l.all(x, output.l.all(y, x == y))"', ...through.slice(1)]),
    '4:30',
    '`all` runs over a list',
  ],
  ['unconditional-not-last', file(['id: e0, from: a, to: _done', ...through]), '4:5', '`e0` always matches'],
  [
    'unbound-edge',
    file(['id: e1, from: a, to: b, condition: maybe', ...through.slice(1)]),
    '4:5',
    'has the label `maybe`',
  ],
  [
    'unreachable-done',
    file(['id: e1, from: a, to: b', 'id: e2, from: b, to: _recommended']),
    '1:1',
    'to `_done`',
  ],
  ['orphan-node', file(['id: e1, from: a, to: _done', 'id: e2, from: b, to: _done']), '2:20', 'to `b`'],
  [
    'dead-edge',
    file(['id: e0, from: a, to: b, when: output.n > 1 && output.n < 0', ...through]),
    '4:30',
    '`e0` can never match',
  ],
  [
    'shadowed-edge',
    file([
      'id: e0, from: a, to: b, when: output.n >= 1',
      'id: e9, from: a, to: b, when: output.n > 1',
      ...through,
    ]),
    '5:30',
    '`e9` is never taken',
  ],
  [
    'shadowed-edge',
    file([...through, 'id: e0, from: _any, to: _done']),
    '4:5',
    'wherever it matches, e0 does',
  ],
  [
    'not-total',
    file(['id: e1, from: a, to: b, when: output.n >= 1', ...through.slice(1)]),
    '2:9',
    'no edge of `a` matches when output.n is 0.9999',
  ],
  [
    'not-total',
    file(['id: e1, from: a, to: b, when: output.d == "x"', ...through.slice(1)]),
    '2:9',
    'output.d is (something else)',
  ],
  [
    'cannot-prove',
    file([
      `id: e1, from: a, to: b, when: ${Array.from({ length: 13 }, (_, i) => `output.f${i}`).join(' || ')}`,
      ...through.slice(1),
    ]),
    '2:9',
    'more than 4096 cases',
  ],
  [
    'unbounded-loop',
    file([
      ...through.slice(0, 1),
      'id: e3, from: b, to: a, loop: true, when: output.again',
      'id: e2, from: b, to: _done',
    ]),
    '5:5',
    'nothing bounds the loop `e3`',
  ],
  [
    'unbounded-cycle',
    file([
      ...through.slice(0, 1),
      'id: e3, from: b, to: a, when: output.again',
      'id: e2, from: b, to: _done',
    ]),
    '5:5',
    '`e3` closes a circle',
  ],
  [
    'type-check',
    file(
      ['id: e1, from: a, to: b, when: config.limt > 1', 'id: e0, from: a, to: b', ...through.slice(1)],
      undefined,
      'vars: {limit: 1}',
    ),
    '4:30',
    'did you mean `limit`?',
  ],
  [
    'absent-confidence',
    file(['id: e0, from: a, to: b, when: output.confidence >= 0.5', ...through]),
    '4:30',
    '`e0` compares a confidence',
  ],
  [
    'mask-not-valid',
    file(through, '[{name: a, masks: [mask-of-recall]}, {name: b}]'),
    '2:19',
    '`mask-of-recall` cannot be worn at `a`',
  ],
];

test.each(cases)('%s: %#', (rule, text, place, message) => {
  const [first, ...others] = lintPipeline(text).filter((one) => one.rule === rule);
  expect(`${first?.line}:${first?.column} ${first?.message}`).toContain(message);
  expect(`${first?.line}:${first?.column}`).toBe(place);
  expect(first?.remedy).not.toBe('');
  expect(others.every((other) => other.rule === rule)).toBe(true);
});

test('every rule has a file that breaks it', () => {
  expect(lintRules.filter((rule) => !cases.some(([one]) => one === rule))).toEqual([]);
});

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
          confidence: { kind: 'decimal', optional: true },
        },
      },
    }).map(({ rule, message }) => `${rule}: ${message}`);

  test.each([
    ['output.decison == "yes"', 'no such key: decison (did you mean `decision`?)'],
    ['output.decision > 0.5', 'no such overload: string > double'],
    ['output.score == "high"', 'no such overload'],
    ['output.score', 'it yields Decimal, bool is needed'],
    ['output.confidence >= 0.5', 'absent-confidence'],
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
