// What the guard must not take for a token, each beside the disguise that looks like it and must be found.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import { sealWorkingSet } from '../working-set/seal-working-set.ts';
import { compileGuard } from './compile-guard.ts';
import { lockedTokens, lockedWords } from './locked-tokens.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const rotated = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0) + (letter.toLowerCase() < 'n' ? 13 : -13);
    return String.fromCharCode(code);
  });
const spaced = (text: string) => text.replace(/..(?!$)/g, '$& ');

/** What a token is found in, and what it is not found in. */
type Case = [token: string, found: readonly CanonicalValue[], passed: readonly CanonicalValue[]];

function check(token: string, found: readonly CanonicalValue[], passed: readonly CanonicalValue[]): void {
  const guard = compileGuard([{ handle: 'locked:1', tokens: [token] }]);
  const isFound = (value: CanonicalValue) => guard.scan(value).length > 0;
  expect(found.filter((value) => !isFound(value))).toEqual([]);
  expect(passed.filter(isFound)).toEqual([]);
}

describe('letters are misread for one another', () => {
  test.each<Case>([
    ['Modwin', ['M0dw1n', 'rnodvvin', 'Mоdwіn', 'ｍｏｄｗｉｎ', 'a-modwinian'], ['odwin']],
    ['Nadwin', ['nadvvin', 'pin Nadw1n'], ['madwin', 'the wadwin']],
    ['Clot', ['clot', 'с1оt'.replace('1', 'l'), 'c-l-o-t', 'ｃｌｏｔ'], ['c1ot', 'cl0t', 'ciot', 'C10T']],
    ['Wim', ['wim', 'wіm', 'W.I.M.'], ['vvim', 'wirn', 'wlm', 'w1m']],
    ['B10', ['b10', 'B-10', 'b1٠'], ['blo', 'bio', 'BIO']],
    ['4711', ['4711', '٤٧١١', '４７１１', '四七一一'], ['47ll', '47il', '471l']],
    ['100110', ['100110', '1,00,110', 'x100110y'], ['looilo', 'loollo', '1oo11o']],
  ])('in long words, and %s is not one or is', check);
});

describe('words are parted as their script parts them', () => {
  test.each<Case>([
    ['山田', ['山田', '犯人は山田です', '山 田', ['山', '田']], ['山本', '田山']],
    ['さくら', ['桜はさくらだ', 'さくらんぼ'], ['さくり']],
    ['수지', ['수지가 왔다', '그수지'], ['수진이 왔다', '순지']],
    ['דוד', ['לדוד', 'וְדָוִד'], ['דודים']],
    ['محمد', ['لمحمد', 'مُحَمَّد'], ['محمدية']],
    ['4711', ['価格は四七一一円', '価格は4711円'], ['四七一一二', '一四七一一']],
    ['Anna', ['Annaは', 'うそAnna'], ['Annas', 'Johanna']],
  ])('%s', check);

  test.each<[leaf: string, isToken: boolean]>([
    ['Godwin', true],
    ['Edwin', false],
    ['Иванов', true],
    ['Олег', false],
    ['山田', true],
    ['龍', false],
    ['一二', false],
    ['さくら', true],
    ['ゆき', false],
    ['수지', true],
    ['김', false],
    ['محمد', true],
    ['דוד', false],
    ['山x', false],
    ['ᏣᎳᎩ', true],
    ['ᐃᓄᒃ', true],
    ['ᐃᓄ', false],
    ['ꕙꔤꖱ', true],
  ])('whether %s tells something by its length: %s', (leaf, isToken) => {
    expect(lockedTokens({ payload: leaf })).toEqual(isToken ? [leaf] : []);
  });
});

describe('a token that is little without its signs', () => {
  test.each<Case>([
    [
      'A+',
      ['an A+ today', '(A+)', 'grade=A+', ['A+'], 'a+', 'Ａ＋'],
      ['a man, a plan', 'a + b', 'a+b', 'aa+'],
    ],
    ['C#', ['in C#.', 'C# and F#'], ['see', 'c', 'vitamin C']],
    ['-5', ['at -5 now', 'x=-5;'], ['5 of them', '-52']],
    ['U.S.', ['the U.S. of', 'u s', 'U-S'], ['tell us', 'us.']],
    ['a.m.', ['9 a.m.', 'A M'], ['I am', 'am']],
    ['C-4', ['C4', 'the C-4 charge', 'c 4'], ['c48', 'xc4']],
  ])('%s is found with them', check);

  test('is found behind ten thousand signs that nobody sees', () => {
    check('A+', [`A${'\u200b'.repeat(10_000)}+`], [`A${'\u200b'.repeat(10_000)} + b`]);
  });
});

describe('a short word that nobody named', () => {
  const guard = compileGuard([{ handle: 'locked:1', tokens: [], words: ['active', 'Godwin'] }]);
  const isFound = (text: CanonicalValue) => guard.scan(text).length > 0;

  test('is found as a word by itself', () => {
    const told = [
      'it is active',
      'A-c-t-i-v-e',
      'so actіve!',
      ['act', 'ive'],
      'Godwin’s',
      'G0dw1n',
      base64('active'),
    ];
    expect(told.filter((text) => !isFound(text))).toEqual([]);
    expect(['inactive', 'activeness', 'isActive', 'reactive actives', 'Godwinson'].filter(isFound)).toEqual(
      [],
    );
  });

  test.each<[leaf: string, precise: readonly string[], isWord: boolean]>([
    ['active', [], true],
    ['active', ['/0'], false],
    ['Vermithrax', [], false],
    ['act1ve', [], false],
    ['two words', [], false],
    ['активен', [], true],
  ])('is %s, where %j are named: %s', (status, precise, isWord) => {
    expect([...lockedWords({ payload: [status], precise })]).toEqual(isWord ? [status] : []);
  });
});

describe('a long token is known by its parts', () => {
  test('but not by what it quotes', () => {
    const handle = `frame:${'0a1b2c3d4e5f6a7b'.repeat(4)}`;
    const token = `as ${handle} says, the vault opens with three knocks at dawn`;
    const guard = compileGuard([{ handle: 'locked:1', tokens: [token], quoted: [handle] }]);
    expect(guard.scan([handle, handle.slice(6, 30)])).toEqual([]);
    expect(guard.scan('the vault opens with three knocks')).toHaveLength(1);
    expect(guard.scan(token)).toHaveLength(1);
  });

  const zeros = `${'0'.repeat(40)} ${'10'.repeat(20)}`;
  test.each<Case>([
    [
      'Tonight the vault opens with three knocks and a silence',
      [
        'vault opens with three knocks and',
        'THE VAULT, opens-with Three knocks',
        ['the vault opens', 'with three knocks'],
      ],
      ['tonight the vault opens', 'with three knocks and a', 'silence and knocks three with opens vault the'],
    ],
    [
      'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
      ['k_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39HqLyjWDarjtT1zdp7dc', 'yjWDarjtT1zdp7dc'],
      ['sk_live_', '4eC39HqLyjWD', 'T1zdp7dc'],
    ],
    [
      'https://storage.example.com/v1/archive/of/letters.html',
      ['storage.example.com/v1/archive/of', 'example.com/v1/archive/of/letters'],
      ['https://storage.example.com/v1', 'archive/of/letters.html'],
    ],
    ['released on 2024-05-17T10:31:22Z', ['released on 2024-05-17T10:31:22Z'], ['2024-05-17T10:31:22Z']],
    [zeros, [zeros], ['0'.repeat(40), '10'.repeat(12), '0, '.repeat(30)]],
  ])('%s', check);

  test('wherever it is cut, also at a letter of two units', () => {
    const words = Array.from({ length: 900 }, (_, index) => `mow${(index * 7_919) % 10_007}m`);
    const guard = compileGuard([{ handle: 'locked:1', tokens: [words.join(' ')] }]);
    for (let from = 0; from + 7 <= words.length; from += 7)
      expect(guard.scan(words.slice(from, from + 7).join(' '))).toHaveLength(1);
  });
});

describe('a word written another way', () => {
  test.each<Case>([
    [
      'secret',
      [
        'so terces is',
        'TERCES',
        ['ter', 'ces'],
        'frperg!',
        'my-frperg-name',
        'c2VjcmV0',
        base64('a secret'),
        base64('my secret'),
        base64('my secret').replace('=', ''),
        hex('secret'),
        spaced(hex('secret')),
        '%73ecret',
        's&#101;cret',
        '\\u0073ecret',
        'sеcrеt',
        'sec\u200bret',
        's-e-c-r-e-t',
        [...Buffer.from('secret')].join(' '),
      ],
      ['winterces', 'tercest', 'terce5', 'xfrperg', 'frpergs', 'c2Vj cmV0', 'terces1'],
    ],
    ['lamina', ['animal', 'ynzvan'], ['anlmal', 'an1mal', 'anirnal', 'animals', 'ynzuan']],
    ['4711', ['NDcxMQ==', hex('4711')], [spaced(hex('4711')), 'NDcx MQ', '1174', '52 55 49 49']],
    ['123456', [hex('123456'), base64('123456')], ['654321']],
    ['sub>?>?', [base64('sub>?>?'), base64('sub>?>?').replaceAll('/', '_')], ['c3']],
  ])('%s is found as a whole', check);

  const letters = fc.constantFrom(...'abcilmnorvwxyzABCILMOWZ0123459');
  const words = fc
    .string({ unit: letters, minLength: 6, maxLength: 40 })
    .filter((text) => /[a-z]/i.test(text));

  test('is found whatever the word is and whatever stands around', () => {
    fc.assert(
      fc.property(words, fc.string({ unit: letters, maxLength: 4 }), (word, lead) => {
        const whole = [[...word].reverse().join(''), rotated(word)].map((text) => `${lead} ${text}, ${lead}`);
        const inner = [word, base64(lead + word), base64(lead + word + lead), hex(lead + word)];
        check(word, [...whole, ...inner.map((text) => lead + text), [...word].join(' ')], []);
      }),
    );
  });

  test('is found at any length, also where its beginning is all that is kept', () => {
    const long = Array.from({ length: 90 }, (_, index) => `word${index * 7919}`).join(' ');
    const reversed = [...long].reverse().join('');
    check(long, [long, reversed], [reversed.slice(0, 60)]);
  });

  test('is found wherever its beginning is cut, also at a letter of two units', () => {
    for (let lead = 0; lead < 6; lead++) {
      const long = `${'x'.repeat(lead)}${'rm wo '.repeat(90)}`;
      const short = long.slice(0, 24);
      check(long, [long, [...long].reverse().join('')], []);
      check(short, [base64(short), base64(`a${short}`), base64(`ab${short}`), hex(short)], []);
    }
  });
});

describe('a number written another way', () => {
  test.each<Case>([
    [
      '4711',
      ['it is 0x1267.', '0X1267', '(0o11147)', '0b1001001100111', 'MMMMDCCXI', 'mmmmdccxi'],
      ['0x12678', '0x1267f', '0 x 1267', '0x12 67', 'a0x1267', 'ox1267', '0b1001001100111011', 'MMMMDCCXII'],
    ],
    [
      '7000',
      ['seven thousand', 'about Seven-Thousand!', ['twenty', 'seven thousand'], 'one, seven thousand', '7e3'],
      ['twenty-seven thousand', 'Forty Seven Thousand', 'a hundred and seven thousand', 'seven thousands'],
    ],
    [
      '4000',
      ['four thousand', 'four thousand of them', ['four thousand', 'seven'], 'four thousand and more'],
      ['four thousand seven hundred', 'four thousand and one', 'four thousand million', 'a000400'],
    ],
    ['20201555', ['55510202', 'no. 5551-0202'], ['155510202', 'a55510202', '5551020']],
    ['471', ['room 0471', 'room 00471'], ['at 0.0471', 'a0471', '4710']],
    ['12', ['no. 012'], ['0120', '0.012']],
    ['1000000', ['10^6', '10⁶', '10**6', '10 ** 6'], ['10*6', '10 6', '110^6', '10^5', '10⁵', '10 * 6']],
    ['0.0625', ['.0625'], ['1.0625x', 'v.0625', '.06251']],
    ['19020', ['1902e1', '1.902e4', '19.02E+3', '190.2e2 of them'], ['1902e-2', '1902e2', '1.902e5', '1902']],
  ])('%s is found as that number', check);
});

describe('a token that looks like an escape', () => {
  test.each<Case>([
    ['port=8080', ['port=8080', 'p%6Frt=8080'], ['port 80', 'the port: 80 of them']],
    ['C:\\temp\\new', ['C:%5Ctemp%5Cnew', 'C:\\\\temp\\\\n&#101;w'], ['c emp ew']],
  ])('is not what undoing that leaves, where nothing is undone: %s', check);
});

describe('terminal codes', () => {
  test.each<Case>([
    [
      'Anna',
      ['\u001b[1mAn\u001b[0mna', '\u001b[31mAnna\u001b[0m', '\\e[1mAnna\\e[0m'],
      ['\u001b[1mJo\u001b[0manna', 'An\u001b[1mnas'],
    ],
    ['Vermithrax', ['Vermi\u001b]8;;http://x\u001b\\thrax', '\u001b]0;Vermithrax\u0007'], ['Vermi[31mthrax']],
    ['Ver\u001b[31mmithrax', ['Ver\u001b[1mmithrax', 'Ver\u001b[31mmithrax'], ['Ver 31 thrax']],
  ])('part nothing, and %j is told by what is shown', check);
});

describe('a date', () => {
  test.each<Case>([
    [
      '12 May 2024',
      ['2024-05-12T10:20Z', 'x20240512T1020', '2024年5月12日'],
      ['120240512', '2024-05-121', 'T5-12'],
    ],
  ])('%s has edges where its digits end', check);
});

describe('a token that ends beside where it began', () => {
  test.each<Case>([
    [
      'Vermithrax',
      [
        { Vermi: 'thrax' },
        { Vermi: ['th', 'rax'] },
        { Vermi: { thrax: 1 } },
        { Vermi: null, thrax: '' },
        { a: 'Vermi', b: 'thrax' },
        { a: 'Vermi', thrax: 1 },
        [{ a: 'Vermi' }, { thrax: 'b' }],
        { Vermi: 1, thrax: 2 },
        [{ Ver: 'x' }, { mi: 'y', thrax: 'z' }],
        [`${'long '.repeat(3_000)}Vermi`, { thrax: 1 }],
        ['Vermi&#116;', 'hrax'],
        { 'V&#101;rmi': 'thrax' },
        [{ a: 'Vermi' }, { a: 'thrax' }],
        { [`${'long '.repeat(3_000)}Vermi`]: `thrax ${'more '.repeat(3_000)}` },
      ],
      [{ a: 'Vermi', b: 'and', thrax: 1 }, { Vermi: 1, and: 2, thrax: 3 }, { Vermi: ['and', 'thrax'] }],
    ],
  ])('is found in key and value, key and key, or value and value: %s', check);
});

describe('the words of the formats', () => {
  test.each([
    ['additionalProperties'],
    ['public'],
    ['facts_slice'],
    ['promptpack_hash'],
    ['Additional Properties'],
  ])('are no tokens unless they are named: %s', (word) => {
    expect(lockedTokens({ payload: { name: word } })).toEqual([]);
    expect(lockedTokens({ payload: { name: word }, precise: ['/name'] })).toEqual([word]);
    expect(lockedTokens({ payload: { name: `${word} too` } })).toEqual([`${word} too`]);
  });

  test('are all fields of a working set that are long enough to be a token', () => {
    const [facts_slice, state_slice] = [[{ handle: 'a', kind: 'clue', payload: 'one' }], []];
    const matrix = { version: 1, consumers: {} };
    const { bytes } = sealWorkingSet({ mask_matrix: matrix, facts_slice, state_slice });
    const fields = new TextDecoder().decode(bytes).match(/(?<=")\w+(?=":)/g) ?? [];
    expect(fields.length).toBeGreaterThan(30);
    expect(lockedTokens({ payload: fields })).toEqual([]);
  });
});
