// The words of the argument parser, and what people read of them.
import { expect, test } from 'vitest';
import { readUsageFault } from './program.ts';

const long = 'x'.repeat(500);

test.each([
  ["error: unknown command 'a'\n(Did you mean b?)\n", 'unknown command `a`', 'did you mean `b`?'],
  [
    "error: unknown option '--a'\n(Did you mean one of --b, --c?)",
    'unknown option `--a`',
    'did you mean `--b` or `--c`?',
  ],
  ["error: unknown command 'it's'", "unknown command `it's`", 'see penumbra --help'],
  ["error: unknown command 'a\nb'", 'unknown command `a\\u000ab`', 'see penumbra --help'],
  [`error: unknown command '${long}'`, `unknown command \`${'x'.repeat(80)}…\``, 'see penumbra --help'],
  [
    "error: option '--store <url>' argument missing",
    'option `--store <url>` argument missing',
    'see penumbra --help',
  ],
  [
    `error: too many arguments for 'gc'. Expected 0 arguments but got 1: ${long}.`,
    'too many arguments for `gc`, expected 0 arguments but got 1',
    'see penumbra --help',
  ],
])('%j', (text, message, hint) => expect(readUsageFault(text)).toEqual({ message, hint }));
