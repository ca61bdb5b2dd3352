// Attacks by spelling: the locked name as a reader still reads it, in other characters or with something between them.

import { expect } from 'vitest';
import { CONFUSABLE_SHAPES } from '../../src/disclosure/guard/confusable-shapes.ts';
import { compileGuard } from '../../src/disclosure/lens/index.ts';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { disguised, harmless, hiddenIn, locked, word } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const lettersOnly = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const plainLetters = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const lookAlikes: Readonly<Record<string, string>> = {
  е: 'e',
  і: 'i',
  а: 'a',
  х: 'x',
  ι: 'i',
  τ: 't',
  α: 'a',
  т: 't',
  н: 'h',
  𐊰: 'm',
  𐌉: 'i',
  𐊗: 't',
  һ: 'h',
  𖼵: 'r',
  Μ: 'm',
  '٧': 'V',
  '∨': 'V',
  '|': 'i',
  '╳': 'x',
};
const latin = (text: string) => [...text].map((letter) => lookAlikes[letter] ?? letter).join('');
const between = (separator: string) => [...word].join(separator);

attack('plain', 'an open fact quotes what is locked', disguised({ text: word }));

attack('key', 'a key quotes what is locked', hiddenIn(says(word), { [`of ${word} the Red`]: 1 }));

attack('nested', 'a quotation lies deep', hiddenIn(says(word), [[{ deep: [[{ deeper: [`by ${word}`] }]] }]]));

attack('longer-word', 'the name is a part of another word', disguised({ text: `anti${word}ian` }));

attack('mixed-case', 'the name is in another case', disguised({ text: 'vERMITHRAX' }));

attack(
  'enclosed',
  'the letters of the name stand in circles',
  disguised({ text: 'Ⓥⓔⓡⓜⓘⓣⓗⓡⓐⓧ', read: plainLetters }),
);

attack('look-alike', 'letters are those of rare scripts', disguised({ text: 'Ver𐊰𐌉𐊗һ𖼵aх', read: latin }));

attack(
  'look-alike-capital',
  'a capital looks like another letter than its small form',
  disguised({ text: 'VerΜithrax', read: latin }),
);

attack(
  'look-alike-digit',
  'a digit of another script looks like a letter',
  disguised({ text: '٧ermithrax', read: latin }),
);

attack('look-alike-sign', 'signs look like letters', disguised({ text: '∨erm|thra╳', read: latin }));

attack('all-look-alikes', 'any character that Unicode knows to look like a letter or digit', () => {
  const missed = [...CONFUSABLE_SHAPES.replace(/\n /g, ' ').matchAll(/^([a-z0-9]+) (.+)$/gm)].flatMap(
    ([, plain = '', codes = '']) => {
      const guard = compileGuard([{ handle: 'locked:1', tokens: [`vrax${plain}hek`] }]);
      return codes.split(' ').filter((code) => {
        const alike = String.fromCodePoint(Number.parseInt(code, 16));
        return guard.scan(`so vrax${alike}hek it is`).length === 0;
      });
    },
  );
  expect(missed).toEqual([]);
});

attack(
  'letter-for-punctuation',
  'letters that look like punctuation part the name',
  disguised({ text: 'Verǃmiꞏthʼrax', read: (text) => text.replace(/[ǃꞏʼ]/g, '') }),
);

attack('marks', 'each letter has a mark', disguised({ text: between('\u0301'), read: lettersOnly }));

attack('accents', 'letters have accents', disguised({ text: 'Vérmïthräx', read: plainLetters }));

attack('cyrillic', 'letters are Cyrillic', disguised({ text: 'Vеrmiтнrах', read: latin }));

attack('greek', 'letters are Greek', disguised({ text: 'Vermιτhrαx', read: latin }));

attack(
  'zero-width',
  'something without width parts the letters',
  disguised({ text: between('\u200b'), read: lettersOnly }),
);

attack(
  'soft-hyphen',
  'soft hyphens part the letters',
  disguised({ text: between('\u00ad'), read: lettersOnly }),
);

attack(
  'direction',
  'marks of direction part the letters',
  disguised({ text: between('\u202e'), read: lettersOnly }),
);

attack('spaces', 'spaces part the letters', disguised({ text: between(' '), read: lettersOnly }));

attack('dots', 'dots part the letters', disguised({ text: between('.'), read: lettersOnly }));

attack('lines', 'line ends part the letters', disguised({ text: between('\n'), read: lettersOnly }));

attack('dashes', 'dashes part the letters', disguised({ text: between('—'), read: lettersOnly }));

attack('emoji', 'pictures part the letters', disguised({ text: between('🐉'), read: lettersOnly }));

attack('backwards', 'the name is backwards', disguised({ text: 'xarhtimreV' }));

attack(
  'rotated',
  'the name is in ROT13',
  disguised({
    text: 'Irezvguenk',
    read: (text) =>
      text.replace(/[a-z]/gi, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < 'n' ? 13 : -13)),
      ),
  }),
);

const lockedAs = (hidden: string, text: string) => async () => {
  const facts = [secret({ name: hidden }), fact(`see ${text} there`), fact(harmless, { kind: 'weather' })];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, says(text));
  expectTold(outputs, harmless, ['narrator', 'keeper']);
};

attack(
  'look-alike-foreign',
  'a Latin letter stands in a Greek name',
  lockedAs('Νικόλαος Βασιλείου', 'Nικόλαος Bασιλείου'),
);

attack('look-alike-letter', 'letters of other scripts pass for letters that are not plain', async () => {
  await lockedAs('Weißgerber', 'Wei\u03b2gerber')();
  await lockedAs('МОСКВА-ПЛАН', 'МОСКВА-\u03a0ЛАН')();
});

attack('small-capitals', 'small capitals of other scripts stand in a name', async () => {
  await lockedAs('Лолита Волкова', 'ᴫолита Воᴫкова')();
  await lockedAs('Παλλάδιος', 'ᴨαᴧᴧάδιος')();
});

attack('long-text', 'the name stands anywhere in a very long text', async () => {
  // Around the ends of the windows in which a text is read.
  for (const place of [2_043, 2_048, 4_093, 6_140, 8_190]) {
    const text = `${'ab'.repeat(place).slice(0, place)} ${word} and on`;
    const facts = [locked, fact(text), fact(harmless, { kind: 'weather' })];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, says(word));
    expectTold(outputs, harmless, ['narrator', 'keeper']);
  }
});
