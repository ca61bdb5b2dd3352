// Expressions made to hang, to overflow or to reach out, at every place where one may stand: each is refused, or costs
// no more than its length.

import { describe, expect, test } from 'vitest';
import { advance, lintPipeline, loadPipeline, startWalk } from '../../../src/pipeline/index.ts';
import { expectAnswered } from './expect-answered.ts';
import { file, toB, toEnd } from './small-file.ts';

const refusals: readonly string[] = ['yaml', 'wrong-value', 'expression'];

describe('an expression', () => {
  const nested = (open: string, inner: string, close: string, depth: number) =>
    open.repeat(depth) + inner + close.repeat(depth);
  const bombs: readonly (readonly [string, string])[] = [
    ['nested brackets', nested('(', 'output.x', ')', 490)],
    ['nested denials', `${'!'.repeat(990)}output.x`],
    ['a million brackets', '('.repeat(1_000_000)],
    ['a long chain of ors', Array(160).fill('true').join(' || ')],
    ['a long sum', `${Array(300).fill('1').join(' + ')} > 1`],
    ['a long way of fields', `output${'.a'.repeat(490)}`],
    ['a huge text', `output.x == "${'y'.repeat(900_000)}"`],
    ['a huge number', `output.x == ${'9'.repeat(900)}`],
    ['a huge exponent', 'output.x == 1e308'],
    ['a tiny one', 'output.x == 1e-308'],
    ['a huge list', `output.x in [${Array(450).fill('1').join(',')}]`],
    ['a nested list', `output.x == ${nested('[', '', ']', 400)}`],
    ['a nested map', `output.x == ${nested('{"a": ', '1', '}', 100)}`],
    ['a nested choice', `${'output.x ? true : '.repeat(50)}false`],
    ['macros in macros', nested('output.l.exists(x, ', 'true', ')', 40)],
    ['macros behind macros', `output.l${'.map(x, x)'.repeat(90)}.size() > 0`],
    ['a regular expression', 'output.s.matches("(a+)+$")'],
    ['a constructor', 'output.constructor.constructor("return 1")()'],
    ['a prototype', 'output.__proto__.x == 1'],
    ['an open text', 'output.x == "'],
    ['nothing', ''],
    ['spaces', '   '],
    ['a null byte', 'output.x\u0000'],
    ['a comment', 'true // && false'],
    ['a lone surrogate', 'output.x == "\ud800"'],
  ];

  test.each(bombs)('of %s is answered wherever it stands', (_what, expression) => {
    for (const place of ['when', 'max', 'target', 'set']) {
      const edge = {
        id: 'e1',
        from: 'a',
        to: 'b',
        when: 'output.x',
        loop: true,
        targets: ['a'],
        target: 'output.t',
      };
      const put = { ...edge, [place]: place === 'set' ? { one: expression } : expression };
      const text = JSON.stringify({
        pipeline: 'p',
        nodes: [{ name: 'a' }, { name: 'b' }],
        edges: [put, { id: 'e2', from: 'a', to: 'b' }],
        start: 'a',
      });
      expectAnswered(text);
      if (lintPipeline(text).some(({ rule }) => refusals.includes(rule))) continue;
      const graph = loadPipeline(text);
      const output = {
        type: 'x',
        data: { l: Array(1_000).fill('a'.repeat(30)), s: 'a'.repeat(1_000), x: 1 },
      };
      expect(advance(graph, startWalk(graph), { output }).next.steps).toBe(1);
    }
  });

  test('twice a thousand in one file is answered', () => {
    const edges = Array.from(
      { length: 900 },
      (_, index) =>
        `id: e${index}, from: a, to: b, when: '${'('.repeat(40)}output.x${')'.repeat(40)} || output.y${index}'`,
    );
    expectAnswered(file([...edges, toB, toEnd]));
  });
});
