// Attacks by computing: whoever can guess a locked fact can hash it. Nothing that leaves may follow from what is locked,
// not an id, not a place, not a number.

import { expect } from 'vitest';
import type { FactDraft, Oracle } from '../../src/disclosure/oracle/index.ts';
import { canonicalHash } from '../../src/kernel/index.ts';
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

const toPlayer = (outputs: readonly Output[]): readonly Output[] =>
  outputs.filter(({ place }) => ['pack', 'text', 'envelope'].includes(place.replace(/ of player$/, '')));

/** What the player gets of worlds that differ in a pin alone. */
async function seenByPlayer(worldWith: (pin: string) => Promise<Oracle>): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (const pin of ['0000', '1234', '4711', '9999', '5151', '8080']) {
    const outputs = toPlayer(await allThatLeaves(await worldWith(pin)));
    expect(outputs).toHaveLength(3);
    seen.add(JSON.stringify(outputs));
  }
  return [...seen];
}

const doors = ['north', 'east', 'south', 'west'].map((way) => fact(`a door ${way}`));

attack(
  'withheld-item',
  'worlds that differ in what is told to others alone are one to a reader',
  async () => {
    const seen = await seenByPlayer((pin) =>
      oracleWith([
        ...doors,
        fact({ pin }, { visibility: { consumers: ['keeper'] } }),
        fact({ pin: `${pin}1` }, { visibility: 'owner', owner: 'keeper' }),
        fact({ pin: `${pin}2` }, { kind: 'place' }),
      ]),
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('a door west');
  },
);

attack('withheld-field', 'worlds that differ in a field above a tier alone are one to a reader', async () => {
  const about = (look: string, pin: string) =>
    fact({ look, pin }, { kind: 'creature', entity: 'wyrm', tiers: { look: 0, pin: 3 } });
  const seen = await seenByPlayer((pin) =>
    oracleWith([...doors, about('scales', pin), about('horns', `${pin}1`), about('wings', `${pin}2`)]),
  );
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain('wings');
});

attack(
  'withheld-payload',
  'worlds that differ in what a gist stands for alone are one to a reader',
  async () => {
    const place = (gist: string, pin: string) => fact({ pin }, { kind: 'place', gist });
    const seen = await seenByPlayer((pin) =>
      oracleWith([...doors, place('a mill', pin), place('a ford', `${pin}1`), place('a hill', `${pin}2`)]),
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('a ford');
  },
);

attack('withheld-tier', 'worlds that differ in what others know alone are one to a reader', async () => {
  const seen = await seenByPlayer(async (pin) => {
    const tiers = { look: 0, hp: 3 } as const;
    const oracle = await oracleWith([
      fact({ look: 'scales', hp: 31 }, { kind: 'creature', entity: 'wyrm', tiers }),
    ]);
    await oracle.raiseTier({ consumer: 'narrator', entity: 'wyrm', tier: Number(pin) % 4 });
    return oracle;
  });
  expect(seen).toHaveLength(1);
});

attack('withheld-quoted', 'an open fact quotes the handle of one that is told to others', async () => {
  const seen = await seenByPlayer(async (pin) => {
    const oracle = await oracleWith(doors);
    const { handle } = await oracle.appendFact(fact({ pin }, { visibility: { consumers: ['keeper'] } }));
    const digest = handle.slice('frame:'.length);
    for (const see of [handle, `see ${handle.slice(0, 20)}.`, digest.toUpperCase()])
      await oracle.appendFact(fact({ see, [`at ${handle}`]: 'a note' }, { kind: 'creature' }));
    return oracle;
  });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain('a note');
});

attack('withheld-far', 'an open fact quotes one that is locked for what it says or quotes', async () => {
  const seen = await seenByPlayer(async (pin) => {
    const oracle = await oracleWith(doors);
    const { handle } = await oracle.appendFact(pinFact(pin));
    const says = await oracle.appendFact(fact({ note: `the pin is ${pin}` }));
    for (const see of [says.handle, handle.slice(0, 'frame:'.length + 8)])
      await oracle.appendFact(fact({ see, note: 'a note' }, { kind: 'creature' }));
    return oracle;
  });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain('a note');
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
