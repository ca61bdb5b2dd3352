// Names in headings, plain and hostile.
import { describe, expect, test } from 'vitest';
import { showName } from './render-section.ts';

describe('a name', () => {
  test.each([
    ['index.ts', 'index.ts'],
    ['snake_case.py', 'snake_case.py'],
    ['größe.md', 'größe.md'],
    ['__init__.py', '`__init__.py`'],
    ['my file', '`my file`'],
    ['a\nb', '`a\\u{a}b`'],
    ['# x', '`# x`'],
    ['<b>', '`<b>`'],
    ['@types', '`@types`'],
    ['a`b\\', '`a\\u{60}b\\u{5c}`'],
    ['a\u202eb', '`a\\u{202e}b`'],
    ['a\u00a0b', '`a\\u{a0}b`'],
    ['\ud800', '`\\u{d800}`'],
    ['', '``'],
  ])('%j is shown as %s', (name, shown) => {
    expect(showName(name)).toBe(shown);
  });
});
