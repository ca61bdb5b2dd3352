// Lines of older changes in today's file, checked against a file that is really edited repeatedly.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeHunk, SourceSymbol } from '../../context/index.ts';
import { namedSymbols, presentLines, symbolAt } from './change-index.ts';

/** Replaces lines of a text, and returns the hunk that git would report. */
function edit(
  lines: readonly string[],
  { at, remove, add }: { readonly at: number; readonly remove: number; readonly add: readonly string[] },
) {
  const from = Math.min(at, lines.length);
  const removed = lines.slice(from, from + remove);
  const oldStart = removed.length === 0 ? from : from + 1;
  const newStart = add.length === 0 ? from : from + 1;
  const hunk: ChangeHunk = { oldStart, newStart, removed, added: add };
  return { hunk, lines: [...lines.slice(0, from), ...add, ...lines.slice(from + removed.length)] };
}

test('what an older change added is found where it stands today, however often the file was edited', () => {
  const anEdit = fc.record({ at: fc.nat(12), remove: fc.nat(3), add: fc.nat(3) });
  fc.assert(
    fc.property(anEdit, fc.array(anEdit, { maxLength: 5 }), (first, later) => {
      let lines: readonly string[] = Array.from({ length: 10 }, (_, at) => `line ${at}`);
      const hunks: ChangeHunk[] = [];
      for (const [order, { at, remove, add }] of [first, ...later].entries()) {
        const made = edit(lines, {
          at,
          remove,
          add: Array.from({ length: add }, (_, one) => `${order}.${one}`),
        });
        lines = made.lines;
        hunks.unshift(made.hunk);
      }
      const oldest = hunks.at(-1) as ChangeHunk;
      const [present] = presentLines(
        [oldest],
        hunks.slice(0, -1).map((hunk) => [hunk]),
      );
      const left = lines.flatMap((line, at) => (oldest.added.includes(line) ? [at + 1] : []));
      for (const line of left) {
        expect(line).toBeGreaterThanOrEqual(present?.start ?? 0);
        expect(line).toBeLessThanOrEqual(present?.end ?? 0);
      }
    }),
  );
});

test('lines that nothing touched again are told exactly', () => {
  const hunk = { oldStart: 4, newStart: 5, removed: [], added: ['x', 'y'] };
  const above = { oldStart: 1, newStart: 1, removed: ['a', 'b'], added: ['c'] };
  const below = { oldStart: 20, newStart: 19, removed: ['a'], added: [] };
  const [present] = presentLines([hunk], [[above, below]]);
  expect(present).toMatchObject({ start: 4, end: 5 });
});

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
