// Documents as the ledger holds them: the parsed report of a test run, with paths, messages, traces and counts.
// They are made from a seed, so that every run measures the same bytes.

import type { CanonicalValue } from '../src/kernel/index.ts';

const areas = ['billing', 'catalog', 'checkout', 'identity', 'search', 'shipping'];
const messages = [
  'expected 200 to be 503',
  'Timed out after 5000 ms waiting for "#total"\n  at the second attempt',
  "TypeError: Cannot read properties of undefined (reading 'lines')",
  'Übergrößenträger ≠ größe: "naïve" comparison of “quoted” text',
];

/** Makes a report whose JSON has about so many bytes, and at least one test in it. */
export function sampleDocument({
  bytes,
  seed = 0,
}: {
  readonly bytes: number;
  readonly seed?: number;
}): CanonicalValue {
  const tests: CanonicalValue[] = [];
  let length = 0;
  for (let index = seed; length === 0 || length < bytes - 100; index++) {
    const test = sampleTest(index);
    tests.push(test);
    length += JSON.stringify(test).length + 1;
  }
  return { suite: `nightly-${seed}`, total: tests.length, passed: 0, tests };
}

function sampleTest(index: number): CanonicalValue {
  const area = areas[index % areas.length] as string;
  const file = `packages/${area}/test/case-${index}.test.ts`;
  return {
    name: `${area} keeps the order of its ${index % 7} parts`,
    file,
    status: index % 3 === 0 ? 'failed' : 'broken',
    durationMs: (index * 7919) % 30_000,
    retries: index % 3,
    isFlaky: index % 5 === 0,
    owner: null,
    tags: [area, 'regression', `shard-${index % 8}`],
    failure: {
      message: messages[index % messages.length] as string,
      trace: [1, 2, 3].map((depth) => ({
        file,
        line: 10 * depth + (index % 90),
        column: 5,
        function: `step${depth}`,
      })),
    },
  };
}
