// The leak guard: what it finds, in which disguise and place, and what it lets pass.
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, limits } from '../../kernel/index.ts';
import { compileGuard } from './compile-guard.ts';

const word = 'Vermithrax';
const code = '4711';
const entries = [
  { handle: 'locked:1', tokens: [word] },
  { handle: 'locked:2', tokens: [code] },
];
const btoaOf = (text: string) => Buffer.from(text).toString('base64');

type Disguise = [name: string, value: CanonicalValue, handle?: string];

const disguises: readonly Disguise[] = [
  ['capitals', 'VERMITHRAX'],
  ['full-width letters', 'Ｖｅｒｍｉｔｈｒａｘ'],
  ['mathematical letters', '𝐕𝐞𝐫𝐦𝐢𝐭𝐡𝐫𝐚𝐱'],
  ['full-width digits', 'the code is ４７１１', 'locked:2'],
  ['zero-width spaces', 'Ver\u200bmith\u200drax'],
  ['soft hyphens', 'Ver\u00admithrax'],
  ['direction marks', 'Ver\u202emithrax'],
  ['tag characters', 'Ver\u{e0041}mithrax'],
  ['struck-through letters', [...'Vermithrax'].map((letter) => `${letter}\u0336`).join('')],
  ['accents', 'Vérmïthräx'],
  ['spaces', 'V e r m i t h r a x'],
  ['dashes, dots and lines', 'Ver-mit.h\nra_x'],
  ['emoji between letters', 'Ver🐉mithrax'],
  ['a grouped number', 'about 4,711 coins', 'locked:2'],
  ['Cyrillic letters', 'Vеrmithrах'],
  ['Greek letters', 'Vermιτhrαx'],
  ['one for l and i', 'Verm1thrax'],
  ['rn for m', 'Verrnithrax'],
  ['flag letters', '🇻🇪🇷🇲🇮🇹🇭🇷🇦🇽'],
  ['Arabic digits', 'the code is ٤٧١١', 'locked:2'],
  ['Base64', btoaOf(word)],
  ['Base64 in the middle of a text', btoaOf(`a dragon: ${word}, asleep`)],
  ['Base64, one place on', btoaOf(`x${word}`)],
  ['Base64, two places on', btoaOf(`xx${word}!`)],
  ['Base64 of small letters', btoaOf(word.toLowerCase())],
  ['Base64 for addresses', Buffer.from(`>>${word}??`).toString('base64url')],
  ['Base64 of UTF-16', Buffer.from(word, 'utf16le').toString('base64')],
  ['hex', Buffer.from(word).toString('hex')],
  ['hex with spaces', Buffer.from(word).toString('hex').replace(/../g, '$& ').toUpperCase()],
  ['a list of bytes', [...Buffer.from(word)].map((byte) => `0x${byte.toString(16)}`).join(', ')],
  ['percent signs', 'Vermi%74%68rax'],
  ['percent signs twice', 'Vermi%2574hrax'],
  ['decimal entities', 'Vermi&#116;hrax'],
  ['hex entities', 'Vermi&#x74;hrax'],
  ['JavaScript escapes', 'Vermi\\u0074hr\\x61x'],
  ['quoted-printable', 'Vermi=74hrax'],
  ['code points', [...word].map((letter) => letter.charCodeAt(0)).join(' ')],
  ['U+ notation', [...word].map((letter) => `U+00${letter.charCodeAt(0).toString(16)}`).join(' ')],
  ['reversed', 'xarhtimreV'],
  ['ROT13', 'Irezvguenk'],
  ['a number in hex', 'the code is 0x1267', 'locked:2'],
  ['a number in binary', 'the code is 0b1001001100111', 'locked:2'],
  ['a number in words', 'four thousand seven hundred and eleven', 'locked:2'],
  ['a number digit by digit', 'four, seven, one, one', 'locked:2'],
  ['a name over two texts', ['the name begins with Vermi', 'thrax ends it']],
  ['a name over many texts', [...word]],
  ['a name over two members', { first: 'Verm', second: 'ithrax' }],
  ['dotted capitals', 'VERM\u0130THRAX'],
  ['Lisu and Cherokee letters', 'ꓦꓰꓣꓟꓲꓔꓧꓣꓮꓫ'],
  [
    'letters and digits of a script beyond the basic plane',
    '\u{1e954}\u{1e957}\u{1e951}\u{1e951}',
    'locked:2',
  ],
  ['ideographic digits', '四七一一', 'locked:2'],
  ['Base64 without an end', btoaOf(`a ${word}`).replaceAll('=', '')],
  ['Base64 over lines', btoaOf(`a dragon: ${word}`).replace(/.{8}/g, '$&\n')],
  ['Base64 of capitals', btoaOf(word.toUpperCase())],
  ['Base64 of a number alone', btoaOf(code), 'locked:2'],
  ['hex of a number', Buffer.from(code).toString('hex'), 'locked:2'],
  [
    'hex with colons',
    Buffer.from(word)
      .toString('hex')
      .replace(/..(?!$)/g, '$&:'),
  ],
  ['hex escapes', [...Buffer.from(word)].map((byte) => `\\x${byte.toString(16)}`).join('')],
  ['octal escapes', [...Buffer.from(word)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')],
  ['all in percent signs', [...Buffer.from(word)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['full-width letters in percent signs', encodeURIComponent('Ｖｅｒｍｉｔｈｒａｘ')],
  ['named entities', 'V&eacute;rmi&shy;thr&auml;x'],
  ['entities of entities', 'Vermi&amp;#116;hrax'],
  ['escapes of code points', 'Vermi\\u{74}hrax'],
  ['long escapes of code points', 'Vermi\\U00000074hrax'],
  [
    'escapes without a backslash',
    [...word].map((letter) => `u00${letter.charCodeAt(0).toString(16)}`).join(''),
  ],
  ['one escape without a backslash', 'Vermiu0074hrax'],
  ['escaped lines', 'Vermi\\nthrax'],
  ['list of code points', [...word].map((letter) => letter.charCodeAt(0)), 'locked:1'],
  ['a number in octal', 'the code is 0o11147', 'locked:2'],
  ['a number in hundreds', 'forty-seven hundred and eleven', 'locked:2'],
  ['a number in pairs', 'forty-seven eleven', 'locked:2'],
  ['a number with a power', 'about 4.711e3', 'locked:2'],
  ['a number with decimals', 'exactly 4711.00', 'locked:2'],
  ['a number in Roman letters', 'anno MMMMDCCXI', 'locked:2'],
  ['a number in two fields', { first: 47, second: 11 }, 'locked:2'],
  ['a number in two texts', ['47', '11'], 'locked:2'],
  ['a number as key and value', { '47': 11 }, 'locked:2'],
  ['a name as key and value', { Vermi: 'thrax' }],
  ['a name as two keys', { Vermi: null, thrax: true }],
  ['a name over nested values', { a: [{ b: 'Ver' }, ['mi']], c: { d: 'thrax' } }],
  ['a name in words beside long texts', [`${'long '.repeat(3_000)} Vermi`, `thrax ${'more '.repeat(3_000)}`]],
];

const furtherDisguises: readonly Disguise[] = [
  ['a number with zeros as a power', 'about 8.123e7 coins', 'locked:3'],
  ['a number with zeros as a lower power', '81.23E+6', 'locked:3'],
  ['Base64 of a name without its blank', btoaOf('AmberHarbour'), 'locked:4'],
  ['hex of a small name without its blank', Buffer.from('amberharbour').toString('hex'), 'locked:4'],
  ['Base64 of a name in capitals with its blank', btoaOf('AMBER HARBOUR'), 'locked:4'],
  ['symbols apart', 'see 🐉 🔥', 'locked:5'],
  ['symbols joined invisibly', 'see 🐉\u200d🔥', 'locked:5'],
  ['symbols with marks', '🐉\u0336🔥\u0336', 'locked:5'],
  ['symbols in entities', '&#128009;&#128293;', 'locked:5'],
  ['symbols in two texts', ['🐉', '🔥'], 'locked:5'],
];

describe('the guard', () => {
  test.each<Disguise>([...furtherDisguises])('of more tokens finds %s', (_name, value, handle) => {
    const further = [
      { handle: 'locked:3', tokens: ['81230000'] },
      { handle: 'locked:4', tokens: ['Amber Harbour'] },
      { handle: 'locked:5', tokens: ['🐉🔥'] },
    ];
    const hits = compileGuard([...entries, ...further]).scan(value);
    expect(hits.map((hit) => hit.handle)).toEqual([handle]);
  });

  test.each<Disguise>([...disguises])('finds %s', (_name, value, handle = 'locked:1') => {
    const hits = compileGuard(entries).scan(value);
    expect(hits.map((hit) => hit.handle)).toEqual([handle]);
  });

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
    ['a name in texts with escapes that do not touch', ['x%20Vermi', 'and', 'thrax%20y']],
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

  test('names what leaked under the names it is bound to', () => {
    const guard = compileGuard([{ handle: 'frame:1', tokens: [word] }]);
    const bound = guard.bind('0123456789abcdef', { names: new Map([['frame:1', 'locked:7']]) });
    expect(bound.scan(word)).toEqual([{ handle: 'locked:7', path: 'value' }]);
    expect(guard.scan(word)).toEqual([{ handle: 'frame:1', path: 'value' }]);
  });

  test('finds ids as they are written or in part of their kind, and in no other form', () => {
    const digest = '0123456789abcdef'.repeat(4);
    const ids = [`frame:${digest}`, 'fedcba9876543210'];
    const guard = compileGuard([{ handle: 'locked:1', tokens: [], ids }]);
    const found = (text: string) => guard.scan(text).length > 0;
    const told = [
      `frame:${digest}`,
      digest.toUpperCase(),
      digest.replace(/..../g, '$& '),
      'FEDC-BA98-7654-3210',
      `${digest.slice(0, 12)}…`,
    ];
    expect(told.map(found)).toEqual(told.map(() => true));
    expect([btoaOf(digest), btoaOf(ids[1] ?? ''), digest.slice(0, 8), 'frame:'].map(found)).toEqual(
      Array(4).fill(false),
    );
  });

  test('reports each place once, whoever else owns the token', () => {
    const guard = compileGuard([...entries, { handle: 'locked:3', tokens: [word, word, ''] }]);
    expect(guard.scan([word, `${word} ${word}`])).toEqual([
      { handle: 'locked:1', path: 'value[0]' },
      { handle: 'locked:1', path: 'value[1]' },
    ]);
  });

  test('knows nothing of tokens that leave nothing', () => {
    const guard = compileGuard([{ handle: 'locked:1', tokens: ['', ' ', '\u200b\u00ad', '\ud800'] }]);
    expect(guard.scan(['', ' \u200b', 'anything', '\udfff'])).toEqual([]);
  });

  test('finds a token that begins with a thousand invisible characters', () => {
    const guard = compileGuard([{ handle: 'locked:1', tokens: [`${'\u200b'.repeat(10_000)}${word}`] }]);
    expect(guard.scan(word)).toHaveLength(1);
  });

  test('knows a token of any length by its beginning', () => {
    const long = `${word} `.repeat(1_000);
    const guard = compileGuard([{ handle: 'locked:1', tokens: [long] }]);
    expect(guard.scan(`and ${long}`)).toHaveLength(1);
    expect(guard.scan(`and ${word} ${word}`)).toEqual([]);
  });

  test('finds the same wherever the token stands in a long text', () => {
    const guard = compileGuard(entries);
    for (const filler of ['lorem ipsum ', 'łórem ipsum ', '🐉 ']) {
      for (let length = 2_030; length < 2_060; length++) {
        const before = filler.repeat(400).slice(0, length).toWellFormed();
        expect(guard.scan(`${before} Verm%69thrax ${filler}`)).toHaveLength(1);
        expect(guard.scan(`${before} Vermu0069thrax ${filler}`)).toHaveLength(1);
        expect(guard.scan(`${before} ${word}, 4711 `)).toHaveLength(2);
      }
    }
  });

  test('is not confused by a scan within a scan', () => {
    const guard = compileGuard(entries);
    const value = {
      a: 'Vermi',
      get b() {
        guard.scan('something else');
        return 'thrax';
      },
    };
    expect(guard.scan(value)).toEqual([{ handle: 'locked:1', path: 'value{1}' }]);
  });

  test.each<[string, () => CanonicalValue, number]>([
    ['ten million characters', () => `${'secret name, '.repeat(800_000)} ${word}`, 1],
    ['five million foreign characters', () => `${'секрет 名前 '.repeat(500_000)} ${word}`, 1],
    ['a million leaves', () => [...Array(1_000_000).fill('ab'), 'Vermi', 'thrax'], 1],
    ['a million escapes', () => `${'&amp;%25'.repeat(125_000)} Vermi%74hrax`, 1],
    ['lone surrogates', () => `\ud800${[...word].join('\udfff')}`, 1],
    ['an expanding character', () => `${'\ufdfa'.repeat(20_000)}${word}`, 1],
  ])('reads %s', (_name, make, hits) => {
    expect(compileGuard(entries).scan(make())).toHaveLength(hits);
  });

  test('reads as deep as canonical JSON goes, and refuses what goes deeper', () => {
    const nested = (depth: number): CanonicalValue => (depth === 0 ? word : [nested(depth - 1)]);
    expect(compileGuard(entries).scan(nested(limits.jsonDepth))).toHaveLength(1);
    expect(() => compileGuard(entries).scan(nested(limits.jsonDepth + 1))).toThrow('nesting deeper');
  });
});
