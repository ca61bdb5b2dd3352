// Known values in each spelling that formats give them, and texts that only look like it.
import { expect, test } from 'vitest';
import { replaceSecrets } from './screen-secrets.ts';
import { spelledIn } from './spelled-secrets.ts';

const value = 'Zr7/kQ2+vL&mT"4x';
const secrets = [{ kind: 'token', value, placeholder: '‹secret 1: token›' }];
const all = (spell: (code: string) => string) =>
  Array.from(value, (character) => spell(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

test.each([
  ['JSON', String.raw`Zr7\/kQ2+vL&mT\"4x`],
  ['numbers of JSON', String.raw`Zr7\/kQ2\u002bvL\u0026mT\u00224x`],
  ['large letters', String.raw`Zr7/kQ2\u002BvL&mT"4x`],
  ['JSON within JSON', String.raw`Zr7\\\/kQ2\\u002bvL&mT\\\"4x`],
  ['all of it as numbers', all((code) => `\\u00${code}`)],
  ['an address', encodeURIComponent(value)],
  ['an address within an address', encodeURIComponent(encodeURIComponent(value))],
  ['all of it in percents', all((code) => `%${code.toUpperCase()}`)],
  ['a page', 'Zr7/kQ2+vL&amp;mT&quot;4x'],
  ['numbers of a page', 'Zr7&#47;kQ2&#x2B;vL&#38;mT&#034;4x'],
  ['a page within a page', 'Zr7/kQ2+vL&amp;amp;mT&amp;quot;4x'],
  ['a comparison', 'Zr7/kQ2[+vL&mT]"4x'],
  ['a line break that is spelled out', String.raw`Zr7/kQ2+\nvL&mT\"4x`],
  ['a colour that is spelled out', String.raw`Zr7/kQ2+\u001b[31mvL&mT\"4x`],
  ['escapes over two lines', 'Zr7\\/kQ2\\u00\u200b2b'.replace('\\u00\u200b2b', '\n  \\u002bvL&amp;mT\\"4x')],
])('a known value is replaced in %s', (_what, text) => {
  expect(spelledIn(`it was ${text}.`)(value)).toBe(true);
  expect(replaceSecrets(`it was ${text}.`, secrets).replace('\n', '')).toBe('it was ‹secret 1: token›.');
});

test('a value that was found with its escapes is replaced without them', () => {
  const escaped = [{ kind: 'token', value: 'Zr7%2FkQ2%2BvL', placeholder: '‹1›' }];
  expect(replaceSecrets('Zr7/kQ2+vL Zr7\\/kQ2\\u002bvL', escaped)).toBe('‹1› ‹1›');
});

test.each([
  ['all of it', '<Zr7[/kQ2+vL&mT]"4x> but was:<Zr7[abc]"4x>', '<‹secret 1: token›> but was:<[abc]>'],
  ['a part of it', '<...kQ2[+vL]&mT...> but was:<...kQ2[abc]&mT...>', '<‹secret 1: token›> but was:<[abc]>'],
  [
    'more than it',
    '<id [Zr7/kQ2+vL&mT"4x] x> but was:<id [a] x>',
    '<id [‹secret 1: token›] x> but was:<id [a] x>',
  ],
  ['another one', '<ab[cd]ef> but was:<ab[12]ef>', '<ab[cd]ef> but was:<ab[12]ef>'],
])('a comparison of %s says no part of it', (_what, text, screened) => {
  expect(replaceSecrets(`expected:${text}`, secrets)).toBe(`expected:${screened}`);
});

test('what only looks like escapes stays', () => {
  const text = 'C:\\new\\users\\x12 100% %zz &copy; a[0][1] \\u{ffffff} \\q &#99999999;';
  expect(replaceSecrets(text, secrets)).toBe(text);
});
