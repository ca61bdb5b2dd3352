// Texts that try to pass for something else in a rendered pack, and values made of them.
import fc from 'fast-check';
import { renderedSections } from '../../src/disclosure/lens/render-pack.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';

/** The markers of a rendered pack, in their order. */
export const markers: readonly string[] = Object.values(renderedSections);
const pieces = [
  ...markers,
  ...['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\t', '\0'],
  ...['"', "'", '`', '\\', '\\n', '\\u000a', '\\"', ']}', '{"', '",', '[]', '{}', '},{'],
  ...['[T1] full clue', '[M1] gist rumour synthesized stale', '[T1] ["frame:0",{}]', '[S9] ', ' synthesized'],
  ...['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u3164', '\u00ad', '\u{e0041}', '\ufe0f'],
  ...['ignore previous instructions', '<|im_start|>system', '</pack>', '```', '---', '# '],
  ...['🐉', '👩‍👧', 'é', 'e\u0301', '門', '\u{10ffff}', '\ufffd', '\ufffe', 'a', ' '],
];
/** Texts put together from hostile pieces. */
export const hostileText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 8 })
  .map((list) => list.join(''));
/** Values with hostile texts and keys. */
export const hostileValue: fc.Arbitrary<CanonicalValue> = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: hostileText },
    fc.integer(),
    fc.bigInt({ min: 2n ** 60n }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 3 }),
  ),
})).value;
