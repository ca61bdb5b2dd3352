// Which candidates the traces pass through, from the root cause outwards.

import { expect, test } from 'vitest';
import { createFrameMapper } from '../stack/map-frames-to-files.ts';
import { parseStack } from '../stack/parse-stack.ts';
import { stackEvidence } from './code-columns.ts';

const paths = ['src/main/java/x/Cart.java', 'src/main/java/x/Tax.java', 'src/test/java/x/CartTest.java'];
const candidates = paths.slice(0, 2).map((path) => ({ path, side: 'production' as const }));

function check(traces: string[], expected: [string, number, number][]) {
  const index = { candidates, mapFrame: createFrameMapper(paths) };
  const evidence = stackEvidence(traces.map(parseStack), index);
  expect([...evidence].map(([path, { position, traces: seen }]) => [path.slice(16), position, seen])).toEqual(
    expected,
  );
}

const cart = '\tat x.Cart.add(Cart.java:1)';
const tax = '\tat x.Tax.rate(Tax.java:2)';
const own = '\tat x.CartTest.testAdd(CartTest.java:3)';
const library = '\tat java.util.List.add(List.java:4)';

test.each<[string, string[], [string, number, number][]]>([
  [
    'tests and libraries do not count',
    [`E: m\n${library}\n${tax}\n${cart}\n${tax}\n${own}`],
    [
      ['Tax.java', 0, 1],
      ['Cart.java', 1, 1],
    ],
  ],
  [
    'the root cause tells, not who passed it on',
    [`E: m\n${cart}\n${own}\nCaused by: F: n\n${tax}`],
    [['Tax.java', 0, 1]],
  ],
  [
    'a root cause in libraries alone was met further out',
    [`E: m\n${cart}\n${own}\nCaused by: F: n\n${library}`],
    [['Cart.java', 0, 1]],
  ],
  [
    'the best position of several traces',
    [`E: m\n${cart}\n${tax}\n${own}`, `E: m\n${tax}\n${own}`],
    [
      ['Cart.java', 0, 1],
      ['Tax.java', 0, 2],
    ],
  ],
  ['a trace with test frames only', [`E: m\n${own}`], []],
  ['no trace', [''], []],
])('%s', (_, traces, expected) => {
  check(traces, expected);
});
