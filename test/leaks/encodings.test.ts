// Attacks by encoding: the locked name as programs write it, which any reader with a decoder turns back.

import { expect } from 'vitest';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { disguised, harmless, hiddenIn, word } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const bytes = [...Buffer.from(word)];
const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const eachByte = (mark: string, between = '') => bytes.map((byte) => mark + hexOf(byte)).join(between);
const fromHex = (_: string, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16));
const fromDecimal = (_: string, digits: string) => String.fromCodePoint(Number.parseInt(digits, 10));

/** Reads every run of Base64 from each of its places on. */
const fromBase64 =
  (encoding: BufferEncoding = 'utf8') =>
  (text: string) =>
    [...text.replace(/\s/g, '').matchAll(/[a-z0-9+/_-]{6,}/gi)]
      .flatMap(([run]) =>
        [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString(encoding)),
      )
      .join(' ');
/** Reads every run of hex digits, whatever parts them. */
const fromHexRuns = (text: string) =>
  [...text.replace(/[\s:,]|0x|\\x/g, '').matchAll(/(?:[0-9a-f]{2}){6,}/gi)]
    .flatMap(([run]) => [0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString()))
    .join(' ');
const percent = (text: string) => text.replace(/%([0-9a-f]{2})/gi, fromHex);

attack('base64', 'the name is in Base64', disguised({ text: base64(word), read: fromBase64() }));

attack('base64-second', 'Base64, one place on', disguised({ text: base64(`x${word}`), read: fromBase64() }));

attack(
  'base64-third',
  'Base64, two places on',
  disguised({ text: base64(`xy${word} too`), read: fromBase64() }),
);

attack(
  'base64-address',
  'Base64 for addresses, without its end',
  disguised({ text: Buffer.from(`>?>?${word}`).toString('base64url'), read: fromBase64() }),
);

attack(
  'base64-wide',
  'Base64 of UTF-16',
  disguised({ text: Buffer.from(word, 'utf16le').toString('base64'), read: fromBase64('utf16le') }),
);

attack(
  'base64-lines',
  'Base64 over lines',
  disguised({ text: base64(word).replace(/.{4}/g, '$&\n'), read: fromBase64() }),
);

attack(
  'base64-capitals',
  'Base64 of capitals',
  disguised({ text: base64(word.toUpperCase()), read: fromBase64() }),
);

attack('hex', 'the name is in hex', disguised({ text: eachByte(''), read: fromHexRuns }));

attack(
  'hex-spaced',
  'hex with spaces',
  disguised({ text: eachByte('', ' ').toUpperCase(), read: fromHexRuns }),
);

attack('hex-escaped', 'hex as escapes', disguised({ text: eachByte('\\x'), read: fromHexRuns }));

attack('hex-listed', 'hex as a list of bytes', disguised({ text: eachByte('0x', ', '), read: fromHexRuns }));

attack(
  'code-points',
  'the name as a list of numbers',
  disguised({ text: bytes.join(' '), read: (text) => text.replace(/\b(\d{2,3})\b ?/g, fromDecimal) }),
);

attack('percent', 'some letters are percent-encoded', disguised({ text: 'Vermi%74%68rax', read: percent }));

attack(
  'percent-twice',
  'letters are percent-encoded twice',
  disguised({ text: 'Vermi%2574%2568rax', read: (text) => percent(percent(text)) }),
);

attack(
  'entity-decimal',
  'letters are decimal entities',
  disguised({ text: 'Vermi&#116;hrax', read: (text) => text.replace(/&#(\d+);/g, fromDecimal) }),
);

attack(
  'entity-hex',
  'letters are hex entities',
  disguised({ text: 'Vermi&#x74;hrax', read: (text) => text.replace(/&#x([0-9a-f]+);/g, fromHex) }),
);

attack(
  'entity-named',
  'letters are named entities',
  disguised({
    text: 'V&eacute;rmi&shy;thr&auml;x',
    read: (text) => text.replace(/&shy;/g, '').replace(/&([a-z])(?:acute|uml);/g, '$1'),
  }),
);

attack(
  'escaped-point',
  'letters are escapes of code points',
  disguised({ text: 'Vermi\\u{74}hrax', read: (text) => text.replace(/\\*u\{([0-9a-f]+)\}/g, fromHex) }),
);

attack(
  'quoted-printable',
  'letters are quoted-printable',
  disguised({ text: 'Vermi=74=68rax', read: (text) => text.replace(/=([0-9a-f]{2})/g, fromHex) }),
);

attack(
  'octal',
  'letters are octal escapes',
  disguised({
    text: bytes.map((byte) => `\\${byte.toString(8)}`).join(''),
    read: (text) =>
      text.replace(/\\*([0-3][0-7]{2})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 8)),
      ),
  }),
);

attack('hex-glued', 'bytes in hex follow each other', disguised({ text: eachByte('0x'), read: fromHexRuns }));

const notation = (text: string) => text.replace(/U\+([0-9A-F]{4})/g, fromHex);

attack(
  'notation',
  'letters are code points in Unicode’s notation, one behind the other',
  disguised({ text: bytes.map((byte) => `U+00${hexOf(byte).toUpperCase()}`).join(''), read: notation }),
);

attack(
  'entity-padded',
  'entities have zeros before their number',
  disguised({ text: 'Vermi&#0000000116;hrax', read: (text) => text.replace(/&#0*(\d+);/g, fromDecimal) }),
);

attack(
  'entity-letter',
  'an entity is a letter that looks like another',
  disguised({ text: 'V&iecy;rmithrax', read: (text) => text.replace('&iecy;', 'e') }),
);

attack(
  'entity-sign',
  'entities of signs part the letters',
  disguised({ text: 'Ver&hearts;mi&NoBreak;thrax', read: (text) => text.replace(/&[a-z]+;/gi, '') }),
);

attack(
  'escape-split',
  'the name is escaped and split over two values',
  hiddenIn(says('Vermi&#116;'), { a: 'Vermi&#116;', b: 'hrax' }),
);

/** Makes the body of an attack on a secret of its own. */
const lockedAs = (hidden: string, text: string, read: (text: string) => string) => async () => {
  expect(read(text)).toContain(hidden);
  const facts = [secret({ name: hidden }), fact({ note: `see ${text} there` }), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts), { replies: [`it is ${text}.`] });
  expectUntold(outputs, says(text, JSON.stringify(text).slice(1, -1)));
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
};

const fromJavaScript = (text: string) => text.replace(/\\*u([0-9a-f]{4})/g, fromHex);

attack('escaped', 'letters are escapes of JavaScript', async () => {
  await disguised({ text: 'Vermi\\u0074hrax', read: fromJavaScript })();
  await lockedAs('beef12-34qx-zz', '?key=beef12\\u002d34qx-zz', fromJavaScript)();
});

attack(
  'escaped-bare',
  'escapes of JavaScript have lost their sign',
  disguised({ text: 'Vermiu0074hrax', read: fromJavaScript }),
);

attack('escape-once', 'what comes out of an escape looks like a power of ten or an escape', async () => {
  await lockedAs('ab12-6e74-qx90', 'ab12%2D6e74%2Dqx90', percent)();
  await lockedAs('ACME\\trobinson', 'ACME%5Ctrobinson', percent)();
});

attack(
  'escape-beside',
  'what stands beside an escape looks like one',
  lockedAs('beef12-34qx-zz', '?key=beef12%2D34qx%2Dzz', percent),
);

attack(
  'escape-printable',
  'what comes out of quoted-printable looks like a power of ten',
  lockedAs('ab12-6e74-qx90', 'ab12=2D6e74=2Dqx90', (text) => text.replace(/=([0-9a-f]{2})/gi, fromHex)),
);

attack('escape-own', 'the secret has an escape of its own, and another letter is escaped', async () => {
  await lockedAs('p%41ssw0rd-x', 'p%41ssw0rd&#45;x', (text) => text.replace('&#45;', '-'))();
  const account = 'ACME\\trobinson, second clerk of the treasury of the northern branch';
  await lockedAs(
    account,
    account.slice(2).replace('s', '&#115;'),
    (text) => `AC${text.replace('&#115;', 's')}`,
  )();
});

const tagged = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const untagged = (text: string) =>
  [...text].flatMap((letter) => {
    const code = (letter.codePointAt(0) ?? 0) - 0xe0000;
    return code >= 0x20 && code < 0x7f ? [String.fromCharCode(code)] : [];
  });

attack(
  'tags',
  'the name is in tags, which nobody sees',
  disguised({ text: `all is well${tagged(word)}`, read: (text) => untagged(text).join('') }),
);

attack(
  'tags-between',
  'the letters in tags stand between others',
  disguised({
    text: [...word].map((letter) => `o${tagged(letter)}`).join(''),
    read: (text) => untagged(text).join(''),
  }),
);

attack(
  'selectors',
  'the bytes of the name are variation selectors',
  disguised({
    text: `😀${bytes.map((byte) => String.fromCodePoint(0xe0100 + byte - 16)).join('')}`,
    read: (text) =>
      [...text]
        .map((letter) => (letter.codePointAt(0) ?? 0) - 0xe0100 + 16)
        .filter((byte) => byte >= 16 && byte < 128)
        .map((byte) => String.fromCharCode(byte))
        .join(''),
  }),
);

attack(
  'octal-echo',
  'letters are octal escapes as `echo` reads them',
  disguised({
    text: bytes.map((byte) => `\\0${byte.toString(8)}`).join(''),
    read: (text) =>
      text.replace(/\\+0([0-3][0-7]{2})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 8)),
      ),
  }),
);

attack(
  'octal-braces',
  'letters are octal escapes in braces',
  disguised({
    text: 'Vermi\\o{164}hrax',
    read: (text) => text.replace(/\\+o\{164\}/g, 't'),
  }),
);

attack(
  'escaped-nul',
  'escaped NULs stand between the letters',
  disguised({ text: [...word].join('\\0'), read: (text) => text.replace(/\\+0/g, '') }),
);

/** Reads a text as a terminal shows it, whether it has the codes or their escapes in JSON. */
const onTerminal = (text: string) =>
  text
    .replace(/\\u001b|\\u009b/g, (written) => JSON.parse(`"${written}"`) as string)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal reads.
    .replace(/(?:\x1b\[|\x9b)[\d;]*m|\x1b\]8;;[^\x07]*\x07|\x1b\(B/g, '');
const terminalCodes = ['\u001b[31m', '\u001b[0;38;5;9m', '\u009b31m', '\u001b]8;;http://x\u0007', '\u001b(B'];

attack('colours', 'terminal codes stand between the letters', async () => {
  for (const terminalCode of terminalCodes)
    await hiddenIn(
      (text) => onTerminal(text.replace(/\\u0007/g, '\u0007')).includes(word),
      `Vermi${terminalCode}thrax`,
      { [`so Ver${terminalCode}mithrax`]: 'is the name' },
    )();
});

attack('colours-escaped', 'escapes of terminal codes stand between the letters', async () => {
  const escapes = ['\\033[31m', '\\x1b[31m', '\\u001b[1;31m', '\\e[31m', '&#27;[31m', '%1B[31m', '^[[31m'];
  for (const written of escapes)
    await disguised({
      text: `Vermi${written}thrax`,
      read: (text) => text.replace(/Vermi.{2,9}?\[[\d;]*m/g, 'Vermi'),
    })();
});

attack(
  'colours-look-alike',
  'terminal codes stand between letters of which one looks like another',
  async () => {
    const read = (told: string) => onTerminal(told).replace('\u039c', 'm');
    await hiddenIn((told) => read(told).includes(word), 'Ver\u039ci\u001b[31mthrax')();
  },
);
