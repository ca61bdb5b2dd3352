// Attacks by computing: whoever can guess a locked fact can hash it. Nothing that leaves may follow from what is locked,
// not an id, not a place, not a number.

import { expect } from 'vitest';
import { canonicalHash } from '../../src/kernel/index.ts';
import type { FactDraft } from '../../src/oracle/index.ts';
import { fact, oracleWith, sampleOracle, secret } from '../lens/sample-world.ts';
import { allThatLeaves, type Output } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

/** What auditors are shown may name handles; an agent gets none of it. */
const forAgents = (outputs: readonly Output[]): readonly Output[] =>
  outputs.filter(({ place }) => place !== 'audit' && place !== 'derived locks');

const pinFact = (pin: string): FactDraft => secret({ pin }, { gist: 'a pin' });

/** Locked facts of one kind between open ones, with gists that are alike, differ, or are not there. */
function worldOf(pin: string): readonly FactDraft[] {
  const open = ['north', 'east', 'south', 'west', 'up', 'down'].map((way) => fact(`a door ${way}`));
  return [
    ...open,
    pinFact(pin),
    secret({ pin: `${pin}1` }, { gist: 'a pin' }),
    secret({ word: `word-${pin}` }, { gist: 'a word' }),
    secret({ words: `words-${pin}` }, { gist: { hint: 'some words' }, visibility: 'system' }),
    secret({ silence: `silence-${pin}` }),
    secret({ place: `place-${pin}` }, { kind: 'place', gist: 'a place' }),
    secret({ weather: `weather-${pin}` }, { kind: 'weather', gist: 'it may rain' }),
    fact('a mill', { kind: 'place', gist: 'a place' }),
  ];
}

attack('two-worlds', 'worlds that differ in what is locked alone give the same bytes', async () => {
  const outputs: string[] = [];
  for (const pin of ['0000', '1234', '4711', '9999', '5e5e', '8080'])
    outputs.push(JSON.stringify(forAgents(await allThatLeaves(await oracleWith(worldOf(pin))))));
  expect(new Set(outputs).size).toBe(1);
  expect(outputs[0]).toContain('it may rain');
});

attack('guessing', 'no id that can be computed from a guess is in any output', async () => {
  const guesses = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
  const outputs = forAgents(await allThatLeaves(await oracleWith(worldOf('0042'))));
  const own = await (await sampleOracle()).appendFacts(guesses.slice(0, 100).map(pinFact));
  const digests = [
    ...own.flatMap(({ handle, factId }) => [handle.slice('frame:'.length), factId]),
    ...guesses.map((pin) => canonicalHash({ pin })),
  ];
  const known = new Set(digests.map((digest) => digest.slice(0, 16)));
  const told = outputs.flatMap(({ text }) => text.match(/[0-9a-f]{16,}/g) ?? []);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((digest) => known.has(digest.slice(0, 16)))).toEqual([]);
});

attack('handle-quoted', 'an open fact quotes the handle of a locked one', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle } = await oracle.appendFact(pinFact('0042'));
  const digest = handle.slice('frame:'.length);
  for (const note of [
    `see ${handle}`,
    `see ${digest.toUpperCase()}`,
    (digest.match(/.{8}/g) ?? []).join('-'),
  ])
    await oracle.appendFact(fact({ note }));
  const outputs = forAgents(await allThatLeaves(oracle));
  expectUntold(outputs, (text) => says(digest)(text.replaceAll('-', '')));
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack('short-id-quoted', 'an open fact quotes the short id of a locked one', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { factId } = await oracle.appendFact(pinFact('0042'));
  await oracle.appendFact(fact({ note: `its id is ${factId}` }));
  const outputs = forAgents(await allThatLeaves(oracle));
  expectUntold(outputs, says(factId));
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack('handle-shortened', 'an open fact quotes the beginning of the handle of a locked one', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle, factId } = await oracle.appendFact(pinFact('0042'));
  const digest = handle.slice('frame:'.length);
  for (const length of [12, 16, 20, 40]) await oracle.appendFact(fact({ note: digest.slice(0, length) }));
  await oracle.appendFact(fact({ note: `frame:${digest.slice(0, 12)}`, id: factId.slice(0, 12) }));
  const outputs = forAgents(await allThatLeaves(oracle));
  expectUntold(outputs, says(digest.slice(0, 12), factId.slice(0, 12)));
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});
