// The quick check for quoted handles agrees with what renaming finds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CanonicalValue, freezeCanonical } from '../../kernel/index.ts';
import { quoteFinder, withoutHandles } from './pack-names.ts';

const digest = 'ab12'.repeat(16);
const marked = [`frame:${digest}`, 'fact:1', digest];
const texts = fc.oneof(
  fc.constantFrom(...marked, 'plain', 'see plain', `see frame:${digest.slice(0, 10)}`, `of ${digest}`),
  fc.constantFrom(
    'locked:1',
    'a locked:1',
    'untold:3',
    'rule_ref:house',
    'by rule_ref:house.',
    'frame:',
    'x',
  ),
  fc.string(),
);
const payload = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.nat(),
    fc.array(tie('value')),
    fc.dictionary(texts, tie('value')),
  ),
})).value;

test.each<[string, readonly string[]]>([
  ['typed handles and digests', marked],
  ['one that somebody made up', [...marked, 'plain']],
  ['none', []],
])('a value quotes a handle where renaming would change it, among %s', (_what, items) => {
  const handles = new Set(items);
  const quotes = quoteFinder(handles);
  fc.assert(
    fc.property(payload, (value) => {
      const isQuoting = withoutHandles(value, handles) !== value;
      expect(quotes(value)).toBe(isQuoting);
      const frozen = freezeCanonical(value);
      // The second time it goes by what it found the first time.
      expect([quotes(frozen), quotes(frozen)]).toEqual([isQuoting, isQuoting]);
    }),
  );
});
