// The rules of who is told what: matrix, visibility, tiers, tokens, and the forms of numbers and escapes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import { numberForms } from '../guard/number-forms.ts';
import { unescapeText } from '../guard/unescape-text.ts';
import { isEdge } from '../guard/unit-mark.ts';
import {
  admits,
  type FieldTiers,
  fieldsAtTier,
  formFor,
  isMaskMatrix,
  lockedTokens,
  type MaskMatrix,
  narrower,
  normalizeText,
  normalKey,
  tierOf,
  toTier,
  type Visibility,
} from '../index.ts';

describe('the mask matrix', () => {
  const matrix: MaskMatrix = {
    version: 1,
    consumers: {
      player: { clue: { public: 'full', '*': 'gist' }, '*': { public: 'gist' } },
      '*': { clue: { owner: 'full' }, map: { '*': 'absent' } },
    },
  };

  test.each<[string, string, 'public' | 'owner' | 'system' | 'consumers', string]>([
    ['player', 'clue', 'public', 'full'],
    ['player', 'clue', 'owner', 'gist'],
    ['player', 'place', 'public', 'gist'],
    ['player', 'place', 'owner', 'absent'],
    ['other', 'clue', 'owner', 'full'],
    ['other', 'clue', 'public', 'absent'],
    ['other', 'map', 'public', 'absent'],
    ['constructor', 'toString', 'public', 'absent'],
    ['__proto__', 'clue', 'public', 'absent'],
  ])('gives %s for %s of visibility %s: %s', (consumer, kind, visibility, form) => {
    expect(formFor(matrix, { consumer, kind, visibility })).toBe(form);
  });

  test('gives nothing where it says nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (consumer, kind) => {
        expect(formFor({ version: 1, consumers: {} }, { consumer, kind, visibility: 'public' })).toBe(
          'absent',
        );
      }),
    );
  });

  test('is known from other values', () => {
    expect(isMaskMatrix(matrix)).toBe(true);
    for (const other of [null, [], {}, { version: 1 }, { version: 1, consumers: [] }, { ...matrix, more: 1 }])
      expect(isMaskMatrix(other)).toBe(false);
    expect(isMaskMatrix({ version: 1, consumers: { a: { b: { everyone: 'full' } } } })).toBe(false);
  });
});

describe('visibility', () => {
  const all: readonly Visibility[] = [
    'public',
    'owner',
    'system',
    { consumers: ['a', 'b'] },
    { consumers: ['b', 'c'] },
  ];

  test('admits the named, the owner, and leaves the rest to the matrix', () => {
    expect(admits({ consumers: ['a'] }, 'a')).toBe(true);
    expect(admits({ consumers: ['a'] }, 'b')).toBe(false);
    expect(admits('owner', 'a', 'a')).toBe(true);
    expect(admits('owner', 'b', 'a')).toBe(false);
    expect(admits('owner', 'b')).toBe(true);
  });

  test('of two, the narrower admits no one whom either keeps out by name, unless it is the system', () => {
    const audience = fc.record(
      { visibility: fc.constantFrom(...all), owner: fc.constantFrom('a', 'b') },
      { requiredKeys: ['visibility'] },
    );
    fc.assert(
      fc.property(audience, audience, fc.constantFrom('a', 'b', 'c'), (x, y, who) => {
        const both = narrower(x, y);
        const isIn = (each: typeof both) => admits(each.visibility, who, each.owner);
        if (isIn(both) && both.visibility !== 'system') expect([isIn(x), isIn(y)]).toEqual([true, true]);
        expect(both).toEqual(narrower(y, x));
      }),
    );
  });

  test.each([
    [{ visibility: 'public' }, { visibility: 'system' }, { visibility: 'system' }],
    [{ visibility: { consumers: ['a'] } }, { visibility: 'owner' }, { visibility: 'owner', owner: 'a' }],
    [{ visibility: { consumers: ['a', 'b'] } }, { visibility: 'owner' }, { visibility: { consumers: [] } }],
    [
      { visibility: 'owner', owner: 'a' },
      { visibility: 'owner', owner: 'b' },
      { visibility: { consumers: [] } },
    ],
    [
      { visibility: { consumers: ['c', 'b', 'a'] } },
      { visibility: { consumers: ['b', 'c'] } },
      { visibility: { consumers: ['b', 'c'] } },
    ],
  ] as const)('of %j and %j it is %j', (left, right, both) => {
    expect(narrower(left, right)).toEqual(both);
  });
});

describe('tiers', () => {
  test('leave out the fields above, at any depth, and put nothing in their place', () => {
    const payload = { hp: 31, look: 'scales', lair: { door: 'east', trap: 'pit' } };
    const fields = { hp: 4, look: 0, '/lair/door': 0, '/lair/trap': 3, missing: 1 };
    expect(fieldsAtTier(payload, fields, 4)).toEqual({ ...payload });
    expect(fieldsAtTier(payload, fields, 3)).toEqual({ look: 'scales', lair: { door: 'east', trap: 'pit' } });
    expect(fieldsAtTier(payload, fields, 0)).toEqual({ look: 'scales', lair: { door: 'east' } });
  });

  test.each<[string, FieldTiers, CanonicalValue | undefined]>([
    ['what is not listed is told at no tier', { hp: 4 }, { hp: 31 }],
    ['a table that lists nothing tells nothing', {}, undefined],
    [
      'what is listed is told with all below it',
      { '/lair': 1 },
      { lair: { door: 'east', trap: ['pit', ''] } },
    ],
    ['never is above every tier', { hp: 0, look: 'never' }, { hp: 31 }],
    [
      'never holds below what is listed',
      { lair: 0, '/lair/trap/0': 'never' },
      { lair: { door: 'east', trap: [''] } },
    ],
    ['never holds above what is listed', { lair: 'never', '/lair/door': 0, hp: 0 }, { hp: 31 }],
    ['the whole may be listed', { '': 0, lair: 'never' }, { hp: 31, look: 'scales' }],
    ['the whole may never be told', { '': 'never', hp: 0 }, undefined],
  ])('%s', (_name, fields, told) => {
    const payload = { hp: 31, look: 'scales', lair: { door: 'east', trap: ['pit', ''] } };
    expect(fieldsAtTier(payload, fields, Number.MAX_SAFE_INTEGER - 1)).toEqual(told);
  });

  test('are numbers or the names of the document', () => {
    expect(
      ['UNKNOWN', 'HEARD_OF', 'SEEN', 'FOUGHT', 'STUDIED'].map((name) => toTier(name as 'SEEN')),
    ).toEqual([0, 1, 2, 3, 4]);
    expect(() => toTier('GUESSED' as 'SEEN')).toThrow('a tier is');
    expect(() => toTier(1.5)).toThrow('a tier is');
  });

  test('of someone unknown are none', () => {
    expect(tierOf({ player: { wyrm: 2 } }, 'player', 'wyrm')).toBe(2);
    expect(tierOf({ player: { wyrm: 2 } }, 'player', 'constructor')).toBe(0);
    expect(tierOf({}, 'toString', 'wyrm')).toBe(0);
  });
});

describe('the tokens of a locked item', () => {
  test('are its telling leaves: six characters, or four digits', () => {
    const payload = { a: 'short', b: 'longer', c: 123, d: 4711, e: ['47 11', 'x-y-z-1-2-3', true, null] };
    expect(lockedTokens({ payload })).toEqual(['longer', '4711', '47 11', 'x-y-z-1-2-3']);
  });

  test('are the named ones, however short, and no others', () => {
    const payload = { a: 'C4', b: 'longer', c: { d: ['x', 7], 'e/f': 'y' } };
    expect(lockedTokens({ payload, precise: ['/a', '/c/d', '/c/e~1f', '/gone'] })).toEqual([
      'C4',
      'x',
      '7',
      'y',
    ]);
  });

  test('are the keys that are telling, unless open items have them', () => {
    const payload = { Vermithrax: 'asleep', lairs: [{ 'Hollow Mill': true, door: 1 }], Location: null };
    const openKeys = new Set([normalKey('location')]);
    expect(lockedTokens({ payload, openKeys })).toEqual(['asleep', 'Vermithrax', 'Hollow Mill']);
    const vocabulary = new Set([normalKey('hollow mill')]);
    expect(lockedTokens({ payload, openKeys, vocabulary })).toEqual(['asleep', 'Vermithrax']);
  });

  test('are the telling keys on the way to a named leaf and below it, and no others', () => {
    const payload = { Vermithrax: { is: 'red', was: { awakened: 7 } }, Location: 'north' };
    expect(lockedTokens({ payload, precise: ['/Vermithrax/is'] })).toEqual(['red', 'Vermithrax']);
    expect(lockedTokens({ payload, precise: ['/Vermithrax/was'] })).toEqual(['7', 'Vermithrax', 'awakened']);
    expect(lockedTokens({ payload, precise: ['/gone/Elsewhere', '/Location'] })).toEqual([
      'north',
      'Location',
    ]);
  });

  test('leave out registered words', () => {
    const vocabulary = new Set([normalKey('Dragon Keep')]);
    expect(lockedTokens({ payload: ['dragon-keep', 'dragon keeper'], vocabulary })).toEqual([
      'dragon keeper',
    ]);
  });
});

describe('normalising', () => {
  test('twice is normalising once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalKey(normalKey(text))).toBe(normalKey(text));
      }),
    );
  });

  test('of a letter whose capital is two is the same from either', () => {
    for (const text of ['stra\u1e9ee', 'stra\u00dfe', 'STRASSE']) expect(normalKey(text)).toBe('strasse');
  });

  test('marks the edges of runs of letters and of digits', () => {
    const { marks, characters } = normalizeText('ab-c 12x');
    const edges = [...marks].map((mark) => (isEdge(mark) ? 1 : 0)).join('');
    expect([normalKey('ab-c 12x'), edges, characters]).toEqual(['abcl2x', '1011011', 6]);
  });
});

test('numbers have other forms', () => {
  const textsOf = (digits: string) => numberForms(digits).map(({ text }) => text);
  expect(textsOf('4711')).toEqual([
    '0x1267',
    '0x00001267',
    '0x0000000000001267',
    '0o11147',
    '011147',
    '0b1001001100111',
    'four seven one one',
    'four thousand seven hundred eleven',
    'four thousand seven hundred and eleven',
    'forty seven hundred eleven',
    'forty seven hundred and eleven',
    'forty seven eleven',
    'MMMMDCCXI',
  ]);
  expect(textsOf('0').at(-1)).toBe('zero');
  expect(textsOf('1000020')).toContain('one million twenty');
  expect(textsOf('1905')).toContain('nineteen oh five');
  expect(numberForms('9'.repeat(1_000))).toEqual([]);
});

test.each([
  ['plain text', null],
  ['100% sure & well', null],
  ['a%20b', 'a b'],
  ['caf%C3%A9', 'café'],
  ['&lt;b&gt; &unknown;', '<b>  '],
  ['\\u{1f409}\\x41', '🐉A'],
  ['&#99999999;', null],
  ['%252541', 'A'],
  ['%EF%BC%B6'.repeat(100), 'Ｖ'.repeat(100)],
  [`%41${'%EF%BC%B6'.repeat(100)}`, `A${'Ｖ'.repeat(100)}`],
  ['M=C3=BCnchen, \\xfc', 'München, ü'],
  ['0x56, 0x65 and 0x1267', 'Veand 0x1267'],
  ['U+0056 u0065 \\U00000072 %u006d', 'V e r m'],
  ['V&eacute;r&shy;m&Tau;h&amp;#114;', 'VermΤhr'],
  ['\\126\\145 \\n', 'Ve  '],
  ['1.902e4, 1902e2 and 19.02E+3.', '19020, 190200 and 19020.'],
  ['x1e3, 1e3f, 1e300', null],
  ['471100e-2, 1902e-2 and 12e-0', '4711, 19.02 and 12.'],
  ['4.711 × 10^7, 4.711x10⁷ and 4711*10^-2', '47110000, 47110000 and 47.11'],
  ['no. 0004711 of 007, at 04:07, 0.0471', 'no. 4711 of 7, at 04:07, 0.0471'],
  ['U+0056U+0065U+0072 U+4D, 0x560x65 0x0072', 'Ver M, Ver'],
  ['&#0000000116;&#x00000000074;\\u{00000000074}', 'ttt'],
  ['V&iecy;r&NoBreak;mi&hearts;&Tau;&Vscr;&imath;', 'Vеrmi ΤVı'],
  ['Ver\u{e006d}\u{e0069}', 'Vermi\nmi\n'],
  ['4.7115e3', '4711.5'],
  ['10^6, 10⁶, 10**6, 90.21*10**3, 10**-2 and 5e-3', '1000000, 1000000, 1000000, 90210, 0.01 and 0.005'],
  ['110**2, 1.10**2, 10*2 and 10 2', null],
  ['room 012 and 0471, at 04:07:09, on 2024-05-07', 'room 12 and 471, at 04:07:09, on 2024-05-07'],
  ['.0625 of it, v.5 and 1.5', '0.0625 of it, v.5 and 1.5'],
  ['\\0126\\0145 \\o{162} \\033', 'Ve r \u001b'],
  ['V\u001b[1;31me\u009b0mr\u001b]8;;http://x\u0007m\u001b(Bi\u001bP1\u001b\\', 'Vermi'],
  ['V\\e[31mer\\x1b[0mm%1B[1mi&#27;[0mt^[[2mh', 'Vermith'],
])('escapes in %j are undone to %j', (text, undone) => {
  expect((unescapeText(text) ?? [null]).at(-1)).toBe(undone);
});
