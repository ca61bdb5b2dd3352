// Hashes by known answers; that no two inputs share a preimage is in test/property/ids.test.ts.
import { describe, expect, test } from 'vitest';
import { canonicalHash, canonicalShortHash, isSha256, sha256, taggedHash, taggedText } from './hash.ts';

const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('a hash', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['no bytes', new Uint8Array(), ofNothing],
    ['an empty text', '', ofNothing],
    ['bytes', Uint8Array.of(0x61, 0x62, 0x63), ofAbc],
    ['a text as UTF-8', 'abc', ofAbc],
    ['a part of a buffer', new Uint8Array([0, 0x61, 0x62, 0x63, 0]).subarray(1, 4), ofAbc],
  ])('of %s is that of SHA-256', (_name, input, expected) => {
    expect(sha256(input)).toBe(expected);
  });

  test('of a value is that of its bare canonical form, as document 002 asks', () => {
    expect(canonicalHash({ b: 1, a: '\u00e9' })).toBe(sha256('{"a":"\\u00e9","b":1}'));
    expect(canonicalHash({ a: 1 })).toBe('015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
  });

  test('in short is its first sixteen digits', () => {
    expect(canonicalShortHash({ a: 1 })).toBe('015abd7f5cc57a2d');
  });

  test('under a tag has the canonical form of tag and value as its preimage', () => {
    expect(taggedText('penumbra/frame/1', { b: 1, a: 2 })).toBe('["penumbra/frame/1",{"a":2,"b":1}]');
    expect(taggedHash('penumbra/frame/1', null)).toBe(sha256('["penumbra/frame/1",null]'));
  });

  test.each<[string, boolean]>([
    [ofAbc, true],
    [ofAbc.toUpperCase(), false],
    [ofAbc.slice(1), false],
    [`${ofAbc}0`, false],
    [`${ofAbc}\n`, false],
    [` ${ofAbc}`, false],
    [`${ofAbc.slice(1)}g`, false],
    ['', false],
  ])('%j is one: %j', (text, expected) => {
    expect(isSha256(text)).toBe(expected);
  });
});
