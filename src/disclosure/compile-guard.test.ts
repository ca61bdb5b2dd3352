// The leak guard against attacks: each is caught by the whole guard, and gets through when the one step that
// catches it is taken away, so that no step can sleep.
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../kernel/index.ts';
import { compileGuard, compileGuardWithout, type GuardStep } from './compile-guard.ts';

const word = 'Vermithrax';
const code = '4711';
const entries = [
  { handle: 'locked:1', tokens: [word] },
  { handle: 'locked:2', tokens: [code] },
];
const btoaOf = (text: string) => Buffer.from(text).toString('base64');

type Attack = [name: string, removed: GuardStep, value: CanonicalValue, handle?: string];

const attacks: readonly Attack[] = [
  ['capitals', 'case', 'VERMITHRAX'],
  ['full-width letters', 'compatibility', 'Ｖｅｒｍｉｔｈｒａｘ'],
  ['mathematical letters', 'compatibility', '𝐕𝐞𝐫𝐦𝐢𝐭𝐡𝐫𝐚𝐱'],
  ['full-width digits', 'compatibility', 'the code is ４７１１', 'locked:2'],
  ['zero-width spaces', 'invisible', 'Ver\u200bmith\u200drax'],
  ['soft hyphens', 'invisible', 'Ver\u00admithrax'],
  ['direction marks', 'invisible', 'Ver\u202emithrax'],
  ['tag characters', 'invisible', 'Ver\u{e0041}mithrax'],
  ['struck-through letters', 'marks', [...'Vermithrax'].map((letter) => `${letter}\u0336`).join('')],
  ['accents', 'marks', 'Vérmïthräx'],
  ['spaces', 'separators', 'V e r m i t h r a x'],
  ['dashes, dots and lines', 'separators', 'Ver-mit.h\nra_x'],
  ['emoji between letters', 'separators', 'Ver🐉mithrax'],
  ['a grouped number', 'separators', 'about 4,711 coins', 'locked:2'],
  ['Cyrillic letters', 'confusables', 'Vеrmithrах'],
  ['Greek letters', 'confusables', 'Vermιτhrαx'],
  ['one for l and i', 'confusables', 'Verm1thrax'],
  ['rn for m', 'confusables', 'Verrnithrax'],
  ['flag letters', 'confusables', '🇻🇪🇷🇲🇮🇹🇭🇷🇦🇽'],
  ['Arabic digits', 'confusables', 'the code is ٤٧١١', 'locked:2'],
  ['Base64', 'base64', btoaOf(word)],
  ['Base64 in the middle of a text', 'base64', btoaOf(`a dragon: ${word}, asleep`)],
  ['Base64, one place on', 'base64', btoaOf(`x${word}`)],
  ['Base64, two places on', 'base64', btoaOf(`xx${word}!`)],
  ['Base64 of small letters', 'base64', btoaOf(word.toLowerCase())],
  ['Base64 for addresses', 'base64', Buffer.from(`>>${word}??`).toString('base64url')],
  ['Base64 of UTF-16', 'base64', Buffer.from(word, 'utf16le').toString('base64')],
  ['hex', 'hex', Buffer.from(word).toString('hex')],
  ['hex with spaces', 'hex', Buffer.from(word).toString('hex').replace(/../g, '$& ').toUpperCase()],
  ['a list of bytes', 'hex', [...Buffer.from(word)].map((byte) => `0x${byte.toString(16)}`).join(', ')],
  ['percent signs', 'escapes', 'Vermi%74%68rax'],
  ['percent signs twice', 'escapes', 'Vermi%2574hrax'],
  ['decimal entities', 'escapes', 'Vermi&#116;hrax'],
  ['hex entities', 'escapes', 'Vermi&#x74;hrax'],
  ['JavaScript escapes', 'escapes', 'Vermi\\u0074hr\\x61x'],
  ['quoted-printable', 'escapes', 'Vermi=74hrax'],
  ['code points', 'codes', [...word].map((letter) => letter.charCodeAt(0)).join(' ')],
  ['U+ notation', 'codes', [...word].map((letter) => `U+00${letter.charCodeAt(0).toString(16)}`).join(' ')],
  ['reversed', 'reversed', 'xarhtimreV'],
  ['ROT13', 'rot13', 'Irezvguenk'],
  ['a number in hex', 'numbers', 'the code is 0x1267', 'locked:2'],
  ['a number in binary', 'numbers', 'the code is 0b1001001100111', 'locked:2'],
  ['a number in words', 'numbers', 'four thousand seven hundred and eleven', 'locked:2'],
  ['a number digit by digit', 'numbers', 'four, seven, one, one', 'locked:2'],
  ['a name over two texts', 'joins', ['the name begins with Vermi', 'thrax ends it']],
  ['a name over many texts', 'joins', [...word]],
  ['a name over two members', 'joins', { first: 'Verm', second: 'ithrax' }],
];

describe('the guard', () => {
  test.each<Attack>([...attacks])(
    'finds %s, and needs `%s` for it',
    (_name, removed, value, handle = 'locked:1') => {
      expect(
        compileGuard(entries)
          .scan(value)
          .map((hit) => hit.handle),
      ).toEqual([handle]);
      expect(compileGuardWithout(entries, new Set([removed])).scan(value)).toEqual([]);
    },
  );

  test.each<[string, CanonicalValue]>([
    ['text', 'beware of Vermithrax the red'],
    ['key', { Vermithrax: 1 }],
    ['nested value', { a: [{ b: 'Vermithrax' }] }],
    ['number', { code: 4711 }],
    ['large number', { note: [4711n] }],
    ['word inside of another', 'antivermithraxian'],
    ['number beside letters', 'ref4711x'],
  ])('finds a plain %s', (_name, value) => {
    expect(compileGuard(entries).scan(value)).toHaveLength(1);
  });

  test.each<[string, CanonicalValue]>([
    ['a longer number', 'order 147112'],
    ['a part of the word', 'Vermith'],
    ['another value', { true: null, other: [false, 12] }],
    ['nothing', ''],
  ])('lets %s pass', (_name, value) => {
    expect(compileGuard(entries).scan(value)).toEqual([]);
  });

  test('finds a short token between the edges of words only', () => {
    const guard = compileGuard([{ handle: 'locked:1', tokens: ['C4', 'Bo'] }]);
    const found = (text: string) => guard.scan(text).length > 0;
    expect(['the C4 charge', 'C-4', 'Bo!', 'is it bo', 'B o'].map(found)).toEqual(Array(5).fill(true));
    expect(['bone', 'robot', 'oboe', 'c48', 'xc4'].map(found)).toEqual(Array(5).fill(false));
  });

  test('does not take a short token reversed or rotated for it', () => {
    expect(compileGuard([{ handle: 'locked:1', tokens: ['no'] }]).scan('on and ab')).toEqual([]);
  });

  test('finds tokens without letters as they are written', () => {
    const guard = compileGuard([{ handle: 'locked:1', tokens: ['🐉🔥', '***'] }]);
    expect(guard.scan('see 🐉🔥 here')).toHaveLength(1);
    expect(guard.scan('a***b')).toHaveLength(1);
    expect(guard.scan('🐉 and a ** b')).toEqual([]);
  });

  test('names handle and place, never the token', () => {
    const hits = compileGuard(entries).scan({ Vermithrax: { deep: ['x', 'Vermithrax'] } });
    expect(hits).toEqual([
      { handle: 'locked:1', path: 'value{0}' },
      { handle: 'locked:1', path: 'value{0}{0}[1]' },
    ]);
  });

  test('joins adjacent parts and reports the one in which the token ends', () => {
    const parts = [
      { path: 'truth[0].payload', value: 'ends with Vermi' },
      { path: 'truth[1].payload', value: 'thrax begins' },
    ];
    expect(compileGuard(entries).scanAdjacent(parts)).toEqual([
      { handle: 'locked:1', path: 'truth[1].payload' },
    ]);
  });

  test('can leave out numbers, and patterns too short to mean anything in a hash', () => {
    const guard = compileGuard(entries);
    expect(guard.scan({ count: 4711 }, { numbers: false })).toEqual([]);
    expect(guard.scan('frame:ab4711cd', { minimumLength: 16 })).toEqual([]);
    expect(guard.scan(btoaOf(`${word}${word}`), { minimumLength: 12 })).toHaveLength(1);
  });

  test('is frozen and does not tell its tokens', () => {
    const guard = compileGuard(entries).bind('0123456789abcdef');
    expect(Object.isFrozen(guard)).toBe(true);
    expect(guard).toMatchObject({ size: 2, workingSetId: '0123456789abcdef' });
    expect(JSON.stringify(guard)).not.toMatch(/vermithrax|4711/i);
  });

  test('of a thousand tokens scans a long text in linear time', () => {
    const tokens = Array.from({ length: 1_000 }, (_, index) => `secret name ${index * 7919}`);
    const guard = compileGuard([{ handle: 'locked:1', tokens }]);
    // Every position almost matches, which would be quadratic for a search that starts over.
    const text = 'secret name '.repeat(20_000);
    expect(guard.scan(text)).toEqual([]);
    expect(guard.scan(`${text} 7919`)).toHaveLength(1);
  });
});
