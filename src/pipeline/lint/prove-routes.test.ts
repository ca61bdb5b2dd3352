/** The proof by cases against the step itself: what is proved total has a way out for whatever comes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, lintPipeline, loadPipeline, startWalk } from '../index.ts';

const points = fc.integer({ min: 0, max: 8 }).map((eighth) => eighth / 8);
const atom = fc.oneof(
  fc
    .tuple(fc.constantFrom('x', 'y'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), points)
    .map(([name, operator, point]) => `output.${name} ${operator} ${point.toFixed(4)}`),
  fc.constantFrom('output.x < output.y', 'output.x == output.y', 'output.ok', '!output.ok'),
  fc.constantFrom('output.d == "p"', 'output.d != "p"', 'output.d in ["p", "q"]'),
  fc.constantFrom(
    'has(output.z) && output.z > 0.5',
    '!has(output.z)',
    'size(output.l) == 0',
    'size(output.l) > 1',
  ),
);
const condition = fc.oneof(
  atom,
  fc
    .tuple(atom, fc.constantFrom('&&', '||'), atom)
    .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  atom.map((one) => `!(${one})`),
);
const output = fc.record({
  x: points,
  y: points,
  z: fc.option(points, { nil: null }),
  ok: fc.boolean(),
  d: fc.constantFrom('p', 'q', 'r'),
  l: fc.array(fc.constant('i'), { maxLength: 3 }),
});

test('what lint proves of a node holds for every output', () => {
  let proved = 0;
  const conditions = fc.array(condition, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(conditions, fc.array(output, { minLength: 20, maxLength: 20 }), (whens, outputs) => {
      const text = JSON.stringify({
        pipeline: 'p',
        nodes: [{ name: 'a' }],
        edges: whens.map((when, index) => ({ id: `e${index}`, from: 'a', to: '_done', when })),
        start: 'a',
      });
      const found = lintPipeline(text);
      const idle = found
        .filter(({ rule }) => rule === 'dead-edge' || rule === 'shadowed-edge')
        .map(({ message }) => message.slice(1, 3));
      const isTotal = !found.some(({ rule }) => rule === 'not-total' || rule === 'cannot-prove');
      if (isTotal) proved++;
      const graph = loadPipeline(text);
      for (const data of outputs) {
        const { next } = advance(graph, startWalk(graph), { output: { type: 'a', data } });
        if (isTotal) expect(next.fault).toBeNull();
        expect(idle).not.toContain(next.history[0]?.edge);
      }
    }),
    { numRuns: 300 },
  );
  expect(proved).toBeGreaterThan(10);
});
