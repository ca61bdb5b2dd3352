// Attacks with numbers: a locked number in every way it is written, and in two halves.

import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { code, disguised, factsTelling, harmless, hiddenIn } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const isCode = (text: string) => /(?<![0-9a-f])4711(?![0-9a-f])/.test(text);
const written = (text: string) => disguised({ text, secret: text });

attack('number', 'an open fact has the number', hiddenIn(isCode, { coins: code }));

attack('number-text', 'an open fact has the number in a text', hiddenIn(isCode, `there are ${code} coins`));

attack('number-large', 'the number is beyond what a double holds', async () => {
  const large = 90_071_992_547_409_931n;
  const facts = [secret({ hoard: large }), fact({ coins: large }), fact(`${large}`), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, says(String(large)));
  expectTold(outputs, harmless, ['narrator']);
});

attack('number-grouped', 'the number is in groups', written('4,711'));

attack('number-words', 'the number is in words', written('four thousand seven hundred and eleven'));

attack('number-digits', 'the number is in words, digit by digit', written('four seven one one'));

attack('number-pairs', 'the number is read in pairs', written('forty-seven eleven'));

attack('number-hex', 'the number is in hex', written('0x1267'));

attack('number-hex-padded', 'the number is in hex as programs print it', async () => {
  await written('0x00001267')();
  await written('0x0000000000001267')();
});

attack('number-octal-c', 'the number is in octal as C has it', written('011147'));

attack('number-octal', 'the number is in octal', written('0o11147'));

attack('number-binary', 'the number is in binary', written('0b1001001100111'));

attack('number-roman', 'the number is in Roman letters', written('MMMMDCCXI'));

attack('number-script', 'the number is in digits of another script', written('٤٧١١'));

attack('number-power', 'the number is written with a power of ten', async () => {
  const facts = [secret({ hoard: 47_110_000 }), fact('some 4.711e7 coins'), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, says('4.711e7'));
  expectTold(outputs, harmless, ['narrator']);
});

attack(
  'number-halves',
  'the number is in two fields',
  factsTelling(says('"first":47,"second":11', '[47,11]'), [
    fact({ first: 47, second: 11 }),
    fact([47, 11], { kind: 'place', gist: [47, 11] }),
  ]),
);

attack('number-short', 'a short number that the fact names is found by itself', async () => {
  const facts = [secret({ floor: 13 }, { precise: ['/floor'] }), fact('on floor 13'), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, says('floor 13'));
  expectTold(outputs, harmless, ['narrator']);
});

attack('number-zeros', 'zeros stand before the number', written('0004711'));

attack('number-enclosed', 'the digits stand in circles', written('❹❼➊➀'));

attack(
  'number-no-zeros',
  'the number is told without the zeros before it',
  lockedNumber('004711', 'number 4711'),
);

attack('number-power-down', 'the number has a negative power of ten', written('471100e-2'));

attack('number-times', 'a power of ten is a product', lockedNumber(47_110_000, 'some 4.711 × 10⁷ coins'));

attack('number-backwards', 'a number is written backwards', async () => {
  await lockedNumber(202_015_557_788, 'code 887755510202 there')();
  await lockedNumber('+49 170 1234567', 'code 7654321 071 94 there')();
});

attack('number-words-and', 'the number has an `and` behind its thousands', async () => {
  await lockedNumber(2024, 'two thousand and twenty-four coins')();
  await lockedNumber(700_001, 'seven hundred thousand and one coins')();
});

attack('number-words-a', 'one is not said', lockedNumber(100_000, 'a hundred thousand coins'));

attack('number-hex-short', 'a number of four digits is in hex', lockedNumber(1984, 'at 0x7c0 there'));

attack('date-digits', 'a date is told in another order', lockedNumber('2024-05-17', 'on 17.05.2024'));

attack('date-words', 'a date is told with its month', lockedNumber('2024-05-17', 'on May 17th, 2024'));

attack('date-short', 'a date is told without zeros and century', lockedNumber('17 May 2024', 'on 5/17/24'));

attack('date-time', 'a date stands in a time stamp, before a T', async () => {
  await lockedNumber('17 May 2024', 'at 2024-05-17T10:31:22.000Z')();
  await lockedNumber('17 May 2024', 'backup-of-day2024-05-17.tar')();
});

attack('date-time-t', 'a time stamp is told with a T for its blank', async () => {
  await lockedNumber('2024-05-17 10:31:22', 'at 2024-05-17T10:31:22Z')();
  await lockedNumber('17.05.2024 10:31', 'at 20240517T1031')();
});

attack('date-sept', 'the ninth month has its other short name', async () => {
  await lockedNumber('1999-09-12', 'on Sept. 12, 1999')();
  await lockedNumber('12 Sept 1999', 'on 12.09.1999')();
});

attack('date-marks', 'a date is told as in Chinese, Japanese and Korean', async () => {
  await lockedNumber('2024-05-12', '于2024年5月12日')();
  await lockedNumber('2024-05-12', '2024년 5월 12일에')();
  await lockedNumber('2024年5月12日', 'on 12.05.2024')();
});

attack(
  'date-instant',
  'a time is told in seconds since 1970',
  lockedNumber('2024-05-17T10:31:22Z', 'at 1715941882 sharp'),
);

attack('number-zero', 'one zero stands before a short number', async () => {
  await lockedNumber(471, 'room 0471 there')();
  await lockedNumber(12, 'room 012 there')();
});

attack('number-power-alone', 'a number is a power of ten, or has one with asterisks', async () => {
  for (const power of ['10^6', '10⁶', '10**6', '10 ** 6', '1*10^6'])
    await lockedNumber(1_000_000, `some ${power} coins`)();
  await lockedNumber(90_210, 'some 90.21*10**3 coins')();
});

attack('number-fraction', 'a fraction has no zero before its point', async () => {
  await lockedNumber('0.0625', 'some .0625 of it')();
  await lockedNumber('0.625', 'some .625 of it')();
});

attack(
  'date-printed',
  'a date is told as `date` prints it',
  lockedNumber('2019-05-12 10:00:00', 'on Sun May 12 10:00:00 2019'),
);

/** Makes the body of an attack on a number or date of its own. */
function lockedNumber(hidden: string | number, text: string): () => Promise<void> {
  return async () => {
    const facts = [secret({ hoard: hidden }, { precise: ['/hoard'] }), fact({ note: text }), fact(harmless)];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, says(text));
    expectTold(outputs, harmless, ['narrator']);
  };
}
