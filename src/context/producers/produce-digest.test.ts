// What a document without symbols is made of.

import { expect, test } from 'vitest';
import { markdownHeadings } from './produce-digest.ts';

test.each<[string, string, string, readonly string[]]>([
  ['no headings', 'text', '', []],
  ['the first of the highest rank', '## a\n# b\n# c', 'b', ['a', 'c']],
  ['one of the lowest rank', '###### a', 'a', []],
  ['none in a fence', '```\n# a\n```\n## b', 'b', []],
])('the title of a text is found: %s', (_name, text, title, headings) => {
  expect(markdownHeadings(text)).toEqual({ title, headings });
});

test('the headings of a text are found however many they are', () => {
  expect(markdownHeadings('# a\n'.repeat(200_000)).headings).toHaveLength(199_999);
});
