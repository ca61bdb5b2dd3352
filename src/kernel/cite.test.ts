// Citing callers in messages.
import { describe, expect, test } from 'vitest';
import { cite } from './cite.ts';

describe('a citation', () => {
  test.each<[string, string, string]>([
    ['stands in backticks', 'a b', '`a b`'],
    ['shows an empty text', '', '``'],
    ['stays on one line', 'a\nb\r\u2028c', '`a\\u000ab\\u000d\\u2028c`'],
    ['moves no cursor', '\u001b[2J\u009b\u007f', '`\\u001b[2J\\u009b\\u007f`'],
    ['shows half of a pair', 'a\ud800', '`a\\ud800`'],
    ['keeps other scripts', '\u00e9\u{1f600}', '`\u00e9\u{1f600}`'],
    ['keeps eighty characters', 'x'.repeat(80), `\`${'x'.repeat(80)}\``],
    ['leaves out the rest', 'x'.repeat(81), `\`${'x'.repeat(80)}…\``],
  ])('%s', (_name, text, expected) => {
    expect(cite(text)).toBe(expected);
  });
});
