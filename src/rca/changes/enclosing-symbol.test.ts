// Which symbol lines stand in: the innermost function, with the type it belongs to.

import { expect, test } from 'vitest';
import type { SourceSymbol } from '../../context/index.ts';
import { namedSymbols, symbolAt } from './enclosing-symbol.ts';

const symbol = (kind: SourceSymbol['kind'], name: string, lines: readonly [number, number], depth = 0) => ({
  kind,
  name,
  signature: name,
  startLine: lines[0],
  endLine: lines[1],
  depth,
});

const source = namedSymbols([
  symbol('constant', 'LIMIT', [1, 1]),
  symbol('class', 'Cart', [3, 20]),
  symbol('field', 'items', [4, 4], 1),
  symbol('method', 'total', [6, 10], 1),
  symbol('method', 'add', [12, 18], 1),
  symbol('function', 'open', [22, 30]),
]);

test.each([
  ['a line of a method is the method of its class', 8, 8, 'Cart.total'],
  ['lines that begin in a method are that method', 9, 13, 'Cart.total'],
  ['lines before a function that reach into it are that function', 21, 23, 'open'],
  ['a line between methods is the class', 11, 11, 'Cart'],
  ['a line of a constant is the constant', 1, 1, 'LIMIT'],
  ['a line of a field is the field of its class', 4, 4, 'Cart.items'],
  ['a line outside of everything is nothing', 40, 41, undefined],
])('%s', (_, start, end, expected) => {
  expect(symbolAt(source, start, end)?.name).toBe(expected);
});
