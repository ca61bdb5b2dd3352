/** The proof by cases against the step itself: what is proved total has a way out for whatever comes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArtifactSchemas, advance, lintPipeline, loadPipeline, startWalk } from '../index.ts';

const schemas: ArtifactSchemas = {
  seen: {
    x: 'decimal',
    y: 'decimal',
    z: { kind: 'decimal', optional: true },
    n: 'int',
    ok: 'bool',
    no: { kind: 'bool', optional: true },
    d: { kind: 'string', values: ['p', 'q', 'r'] },
    t: 'string',
    l: 'list',
    m: 'map',
  },
};

const points = fc.integer({ min: 0, max: 8 }).map((eighth) => eighth / 8);
const operators = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
const compared = fc.oneof(
  fc
    .tuple(fc.constantFrom('x', 'y', 'z'), operators, points)
    .map(([name, operator, point]) => `output.${name} ${operator} ${point.toFixed(4)}`),
  fc
    .tuple(
      fc.constantFrom('output.n', 'state.remands', 'size(output.l)', 'output.l.size() - 1', 'output.n / 2'),
      operators,
    )
    .map(([term, operator]) => `${term} ${operator} 1`),
  fc
    .tuple(fc.constantFrom('output.d', 'output.t'), operators)
    .map(([term, operator]) => `${term} ${operator} "q"`),
  fc
    .tuple(
      fc.constantFrom('output.x', 'output.n', 'state.remands'),
      operators,
      fc.constantFrom('output.y', 'output.z', 'output.n'),
    )
    .map((parts) => parts.join(' ')),
);
const atom = fc.oneof(
  compared,
  fc.constantFrom(
    'output.ok',
    '!output.ok',
    'output.no',
    'output.ok == output.no',
    'output["ok"]',
    'true',
    'false',
  ),
  fc.constantFrom(
    'output.d in ["p", "q"]',
    'output.d == config.d',
    'output.t == output.d',
    'output.l[0] == "i"',
  ),
  fc.constantFrom(
    'has(output.z)',
    '!has(output.z)',
    'has(output.m.k)',
    '!has(output.m.k)',
    'output.m.k == 1',
  ),
  fc.constantFrom('output.ok ? output.no : output.x > 0.5', 'output.l.exists(i, i == "i")'),
  fc.constantFrom('output.z == null', 'output["z"] != null', '-output.x < 0', 'state.visits.a > 1'),
  fc.constantFrom('output.x in [0.5, 1.0]', 'output.l.size() > 1', '!output.l.exists(j, j == "i")'),
);
const condition = fc.oneof(
  atom,
  atom.map((one) => `!(${one})`),
  fc
    .tuple(atom, fc.constantFrom('&&', '||'), atom)
    .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
);
/** Conditions and their opposites, so that many nodes are total. */
const conditions = fc.oneof(
  fc.array(condition, { minLength: 1, maxLength: 4 }),
  condition.map((one) => [one, `!(${one})`]),
  fc.tuple(condition, condition).map(([one, other]) => [one, other, `!(${one}) && !(${other})`]),
);
const output = fc.record(
  {
    x: points,
    y: points,
    z: points,
    n: fc.integer({ min: -1, max: 3 }),
    ok: fc.boolean(),
    no: fc.boolean(),
    d: fc.constantFrom('p', 'q', 'r'),
    t: fc.constantFrom('', 'p', 'q', 'qq', 'z'),
    l: fc.array(fc.constantFrom('i', 'j'), { maxLength: 3 }),
    m: fc.constantFrom({}, { k: 1 }, { k: 2 }),
  },
  { requiredKeys: ['x', 'y', 'n', 'ok', 'd', 't', 'l', 'm'] },
);
const reports = fc.array(fc.tuple(output, fc.integer({ min: 0, max: 2 })), { minLength: 12, maxLength: 12 });

function check(whens: readonly string[], cases: readonly [object, number][]): boolean {
  const text = JSON.stringify({
    pipeline: 'p',
    vars: { d: 'q' },
    nodes: [{ name: 'a', artifact: 'seen' }],
    edges: whens.map((when, index) => ({ id: `e${index}`, from: 'a', to: '_done', when })),
    start: 'a',
  });
  const found = lintPipeline(text, { schemas });
  const idle = found
    .filter(({ rule }) => rule === 'dead-edge' || rule === 'shadowed-edge')
    .map(({ message }) => message.slice(1, 3));
  const isTotal = !found.some(({ rule }) => rule === 'not-total' || rule === 'cannot-prove');
  const graph = loadPipeline(text);
  for (const [data, remands] of cases) {
    const state = startWalk(graph, { counters: { remands } });
    const { next } = advance(graph, state, { output: { type: 'seen', data: { ...data } } });
    if (next.fault?.message.includes('cannot be decided')) continue;
    if (isTotal) expect({ data, remands, fault: next.fault }).toEqual({ data, remands, fault: null });
    expect(idle).not.toContain(next.history[0]?.edge);
  }
  return isTotal;
}

test('what lint proves of a node holds for every output its schema allows', () => {
  let proved = 0;
  const property = fc.property(conditions, reports, (whens, cases) => {
    if (check(whens, cases)) proved++;
  });
  fc.assert(property, { numRuns: 200 });
  expect(proved).toBeGreaterThan(10);
});
