// What the reader of canonical JSON takes and refuses; its laws are in test/property.
import { describe, expect, test } from 'vitest';
import { canonicalText } from './canonical-json.ts';
import { limits } from './limits.ts';
import { parseCanonical } from './parse-canonical.ts';
import { PenumbraError } from './penumbra-error.ts';

function checkRefused(input: string | Uint8Array, path: string, offence: string): void {
  const error = refusalOf(input);
  expect(error).toBeInstanceOf(PenumbraError);
  expect(error).toMatchObject({ code: 'not-canonical', data: { path, offence } });
}

function refusalOf(input: string | Uint8Array): unknown {
  try {
    return parseCanonical(input);
  } catch (error) {
    return error;
  }
}

describe('the reader of canonical JSON takes', () => {
  test.each<[string, string, unknown]>([
    ['records and lists', '{"a":[1,{"b":null}],"b":{}}', { a: [1, { b: null }], b: {} }],
    ['texts with escapes', '"\\"\\\\\\n\\u00e9\\ud83d\\ude00/"', '"\\\n\u00e9\u{1f600}/'],
    ['a text that ends in backslashes', '["\\\\","\\\\\\\\\\""]', ['\\', '\\\\"']],
    ['safe integers as numbers', '[0,-1,9007199254740991]', [0, -1, Number.MAX_SAFE_INTEGER]],
    ['larger integers exactly', '[9007199254740992,-9007199254740993]', [2n ** 53n, -(2n ** 53n) - 1n]],
    ['an empty key', '{"":{"":1}}', { '': { '': 1 } }],
    ['words', '[true,false,null]', [true, false, null]],
  ])('%s', (_name, text, expected) => {
    expect(parseCanonical(text)).toStrictEqual(expected);
    expect(parseCanonical(new TextEncoder().encode(text))).toStrictEqual(expected);
  });

  test('a key `__proto__` as a key and not as the prototype', () => {
    const value = parseCanonical('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.isAdmin).toBeUndefined();
    expect(canonicalText(value)).toBe('{"__proto__":{"isAdmin":true}}');
  });

  test('the greatest depth', () => {
    const text = `${'['.repeat(limits.jsonDepth)}${']'.repeat(limits.jsonDepth)}`;
    expect(canonicalText(parseCanonical(text))).toBe(text);
  });
});

describe('the reader of canonical JSON refuses, saying where,', () => {
  const notCanonical = 'a string in another than its canonical form';
  const noValue = 'no value where one belongs';
  const tooDeep = `nesting deeper than ${limits.jsonDepth}`;

  test.each<[string, string | Uint8Array, string, string]>([
    ['nothing', '', '$', `${noValue} (offset 0)`],
    ['a float', '{"a":[1,1.0]}', '$.a[1]', 'a float (offset 8)'],
    ['an exponent', '1e3', '$', 'a float (offset 0)'],
    ['a capital exponent', '[1E3]', '$[0]', 'a float (offset 1)'],
    ['negative zero', '[-0]', '$[0]', 'negative zero (offset 1)'],
    ['leading zeros', '[01]', '$', 'neither a comma nor ] (offset 2)'],
    ['a plus', '[+1]', '$[0]', `${noValue} (offset 1)`],
    ['a minus alone', '[-]', '$[0]', `${noValue} (offset 1)`],
    ['hexadecimal', '0x1', '$', 'text after the value (offset 1)'],
    ['NaN', '[NaN]', '$[0]', `${noValue} (offset 1)`],
    ['infinity', '[-Infinity]', '$[0]', `${noValue} (offset 1)`],
    ['an unknown word', '{"a":nul}', '$.a', 'an unknown word (offset 5)'],
    ['a word in capitals', 'TRUE', '$', `${noValue} (offset 0)`],
    ['a duplicate key', '{"x":{"a":1,"a":1}}', '$.x.a', 'a duplicate key (offset 15)'],
    ['keys out of order', '{"b":1,"a":1}', '$.a', 'keys out of order (offset 10)'],
    [
      'keys in the order of units',
      '{"\\ud83d\\ude00":1,"\\uff61":1}',
      '$["\uff61"]',
      'keys out of order (offset 26)',
    ],
    ['a key that is no text', '{1:1}', '$', 'no string where one belongs (offset 1)'],
    ['a key without quotes', '{"x":[{a:1}]}', '$.x[0]', 'no string where one belongs (offset 7)'],
    ['a key without a colon', '{"a" 1}', '$.a', 'no colon after a key (offset 4)'],
    ['a key without a value', '{"a":}', '$.a', `${noValue} (offset 5)`],
    ['a comma too many in a list', '[1,]', '$[1]', `${noValue} (offset 3)`],
    ['a comma too many in a record', '{"a":1,}', '$', 'no string where one belongs (offset 7)'],
    ['a comma too few', '[1[]]', '$', 'neither a comma nor ] (offset 2)'],
    ['the wrong bracket', '{"a":1]', '$', 'neither a comma nor } (offset 6)'],
    ['a comment', '[/**/]', '$[0]', `${noValue} (offset 1)`],
    ['white space inside', '{"a": 1}', '$.a', `${noValue} (offset 5)`],
    ['white space before', ' 1', '$', `${noValue} (offset 0)`],
    ['white space after', '1 ', '$', 'text after the value (offset 1)'],
    ['a line feed at the end', '1\n', '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['a second value', '{}{}', '$', 'text after the value (offset 2)'],
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), '$', 'a byte outside 0x20-0x7e (offset 0)'],
    ['a byte order mark in text', '\ufeff1', '$', 'a byte outside 0x20-0x7e (offset 0)'],
    ['UTF-16', Uint8Array.of(0x31, 0x00), '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['a raw character beyond ASCII', '"\u00e9"', '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['a raw byte beyond ASCII', Uint8Array.of(0x22, 0x80, 0x22), '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['a raw DEL', '"\u007f"', '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['a raw control character', '"\u0001"', '$', 'a byte outside 0x20-0x7e (offset 1)'],
    ['an escape in capitals', '["\\u00E9"]', '$[0]', `${notCanonical} (offset 1)`],
    ['a needless escape', '"\\u0061"', '$', `${notCanonical} (offset 0)`],
    ['an escaped slash', '"\\/"', '$', `${notCanonical} (offset 0)`],
    ['a long escape where there is a short one', '"\\u000a"', '$', `${notCanonical} (offset 0)`],
    ['an unknown escape', '"\\x41"', '$', `${notCanonical} (offset 0)`],
    ['an unfinished escape', '"\\u00"', '$', `${notCanonical} (offset 0)`],
    ['a lone surrogate', '["\\ud800"]', '$[0]', `${notCanonical} (offset 1)`],
    ['a lone surrogate in a key', '{"a":{"\\udfff":1}}', '$.a', `${notCanonical} (offset 6)`],
    ['a text without an end', '["a\\"]', '$[0]', 'no string where one belongs (offset 1)'],
    [
      'nesting over the limit',
      `{"a":${'['.repeat(512)}`,
      `$.a${'[0]'.repeat(511)}`,
      `${tooDeep} (offset 516)`,
    ],
    ['endless nesting', '['.repeat(1_000_000), `$${'[0]'.repeat(512)}`, `${tooDeep} (offset 512)`],
  ])('%s', (_name, input, path, offence) => {
    checkRefused(input, path, offence);
  });
});
