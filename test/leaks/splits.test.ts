// Attacks by splitting: half of the locked name in one place and half in the next, harmless each by itself.

import { expect } from 'vitest';
import { fact, oracleWith } from '../lens/sample-world.ts';
import { allThatLeaves, textFor } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless, hiddenIn, locked } from './disguised.ts';
import { expectTold, expectUntold, says, type Telltale } from './expect-untold.ts';

const [begin, end] = ['the name is Vermi', 'thrax is its end'];

/** Tells whether both halves stand in one pack of a kind that shows them side by side. */
const together: Telltale = (text) => text.includes('"truth":[') && text.includes(begin) && text.includes(end);

attack(
  'split-fields',
  'the halves are two fields',
  hiddenIn(says('"a":"Vermi"'), { a: 'Vermi', b: 'thrax' }),
);

attack('split-items', 'the halves are two items', hiddenIn(says('"Vermi","thrax"'), ['Vermi', 'thrax']));

attack('split-letters', 'each letter is an item', hiddenIn(says('"V","e","r"'), [...'Vermithrax']));

attack('split-key', 'the halves are key and value', hiddenIn(says('"Vermi":"thrax"'), { Vermi: 'thrax' }));

attack('split-keys', 'the halves are two keys', hiddenIn(says('"Vermi":null'), { Vermi: null, thrax: true }));

attack(
  'split-far-keys',
  'the halves are keys with values between them',
  hiddenIn(says('"Vermi":1'), { Vermi: 1, thrax: 2 }),
);

attack(
  'split-next-key',
  'the halves are a value and the next key',
  hiddenIn(says('"a":"Vermi"'), { a: 'Vermi', thrax: 1 }),
);

attack(
  'split-long-value',
  'the halves are the end of a long value and the next key',
  hiddenIn(says('so Vermi"'), { a: `${'and on it goes, '.repeat(60)}so Vermi`, thrax: 1 }),
);

attack(
  'split-nested',
  'the halves lie at different depths',
  hiddenIn(says('"thrax"'), { a: [{ b: 'Ver' }, ['mi']], c: { d: 'thrax' } }),
);

attack('split-facts', 'the halves are two facts', async () => {
  // Facts come in the order of their ids, so that a few are tried until both orders were there.
  for (const note of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const facts = [locked, fact(`${note}: ${begin}`), fact(`${end}, ${note}`)];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, (text) => /Vermi"\n.*\n"thrax/.test(text));
    expect(textFor(outputs, 'narrator')).toMatch(/Vermi|thrax/);
  }
});

attack('split-by-kind', 'the halves are neighbours for one consumer alone', async () => {
  // The kinds come by name: for the keeper a creature stands between a clue and a place, for the player none does.
  const facts = [
    locked,
    fact(begin, { kind: 'clue' }),
    fact('a creature between them', { kind: 'creature', visibility: 'system' }),
    fact('never shown', { kind: 'place', gist: end }),
  ];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, (text) => together(text) && !text.includes('a creature between them'));
  expectTold(outputs, begin, ['player']);
});

attack('split-channels', 'the halves are the last truth and the first memory', async () => {
  const facts = [locked, fact(begin), fact(end, { kind: 'rumour' })];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, together);
  expectTold(outputs, begin, ['narrator', 'player', 'keeper']);
});

attack('split-scene', 'the halves are the last memory and the first of the scene', async () => {
  const facts = [locked, fact(begin, { kind: 'rumour' }), fact(end, { kind: 'weather' })];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, together);
  expectTold(outputs, begin, ['narrator', 'keeper']);
});

attack('split-gists', 'the halves are two gists', async () => {
  const gist = (text: string, kind: string) =>
    fact(`about ${kind}`, { kind, gist: text, precision: 'locked' });
  const facts = [locked, gist(begin, 'clue'), gist(end, 'creature'), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, together);
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack('stopped-work', 'a split name stops nobody’s work', async () => {
  const facts = [locked, fact(begin), fact(end, { kind: 'creature' })];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expect(outputs.filter(({ text }) => text.includes('leak-blocked'))).toEqual([]);
  expectTold(outputs, begin, ['narrator', 'player', 'keeper']);
});
