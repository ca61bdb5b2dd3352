/** What an expression can read, and that it is evaluated with nothing else brought into its form. */
import { expect, test } from 'vitest';
import { type Expression, parseExpression } from './expression.ts';
import { createScope, readsOf, sourceOf } from './scope.ts';

const parsed = (text: string) => parseExpression(text) as Expression;

test.each([
  ['output.a.b >= config.c', { output: ['a'], state: [], config: ['c'] }],
  ['output["a"] == 1', { output: ['a'], state: [], config: [] }],
  ['has(output.a) && size(output.b) > 0', { output: ['a', 'b'], state: [], config: [] }],
  ['output.l.exists(x, x.a == output.b)', { output: ['l', 'b'], state: [], config: [] }],
  ['"m" in state.worn ? output.a : output.b', { output: ['a', 'b'], state: ['worn'], config: [] }],
  ['output[config.key] == 1', { output: 'all', state: [], config: ['key'] }],
  ['size(output) == 2 && output.a == 1', { output: 'all', state: [], config: [] }],
  ['"a" in output', { output: 'all', state: [], config: [] }],
  ['[output.a, -output.b] == [1, 2]', { output: ['a', 'b'], state: [], config: [] }],
])('%s reads its fields', (text, expected) => {
  expect(readsOf(parsed(text).tree)).toEqual(expected);
});

test('only what is read is asked for, and once in a scope', () => {
  const asked: string[] = [];
  const { read, names } = sourceOf({ a: 1, b: 2, unread: 3 });
  const output = {
    read: (field: string) => {
      asked.push(field);
      return read(field);
    },
    names,
  };
  const scope = createScope({ output, state: sourceOf({}), config: sourceOf({}) });
  expect(parsed('output.a < output.b').evaluate(scope)).toEqual({ kind: 'value', value: true });
  expect(parsed('output.b == 2').evaluate(scope)).toEqual({ kind: 'value', value: true });
  expect(asked).toEqual(['a', 'b']);
  expect(parsed('size(output)').evaluate(scope)).toEqual({ kind: 'value', value: 3 });
});

test('a field of every object is absent where the record has none', () => {
  const scope = createScope({ output: sourceOf({}), state: sourceOf({}), config: sourceOf({}) });
  expect(parsed('output.constructor == 1').evaluate(scope)).toEqual({
    kind: 'absent',
    reason: '`output.constructor` is absent',
  });
});
