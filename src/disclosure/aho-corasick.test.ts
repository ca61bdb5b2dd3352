// The automaton against the obvious search: every occurrence of every pattern, and no other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAutomaton } from './aho-corasick.ts';

type Found = readonly [pattern: number, end: number];

function findAll(patterns: readonly string[], text: string): readonly Found[] {
  const automaton = buildAutomaton(patterns);
  const found: Found[] = [];
  let state = 0;
  for (let index = 0; index < text.length; index++) {
    state = automaton.step(state, text.charCodeAt(index));
    automaton.findEnding(state, (pattern) => {
      found.push([pattern, index + 1]);
      return false;
    });
  }
  return found;
}

function findPlainly(patterns: readonly string[], text: string): readonly Found[] {
  return patterns.flatMap((pattern, index) =>
    Array.from({ length: text.length + 1 }, (_, end): Found => [index, end]).filter(([, end]) =>
      text.slice(0, end).endsWith(pattern),
    ),
  );
}

const sorted = (found: readonly Found[]) => found.map(([pattern, end]) => `${pattern} ${end}`).sort();
const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });

test('finds what the obvious search finds', () => {
  const long = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(few, { maxLength: 12 }), long, (patterns, text) => {
      expect(sorted(findAll(patterns, text))).toEqual(sorted(findPlainly(patterns, text)));
    }),
    { numRuns: 500 },
  );
});

test('goes on from a state as if the texts were one', () => {
  const automaton = buildAutomaton(['secret']);
  const after = [...'sec', ...'ret'].reduce((state, unit) => automaton.step(state, unit.charCodeAt(0)), 0);
  expect(automaton.findEnding(after, () => true)).toBe(true);
});

test('stops when it is told to, and knows nothing of what has no patterns', () => {
  expect(findAll([], 'anything')).toEqual([]);
  let visits = 0;
  const automaton = buildAutomaton(['ab', 'b']);
  const state = automaton.step(automaton.step(0, 97), 98);
  automaton.findEnding(state, () => ++visits === 1);
  expect(visits).toBe(1);
});
