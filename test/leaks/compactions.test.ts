// Attacks through compactions: what several facts come to must not tell what one of them withholds. The secrets are too
// short to be found by the leak guard, so each attack is stopped by the rule it is about, or not at all.

import type { FactDraft, Oracle, PolicyDraft } from '../../src/disclosure/oracle/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless, locked, word } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const door = { door: 'east' };
const isDoor = says('"door":"east"');
const unlock = { scope: 'scene', scopeId: cursor.scene, source: 'ada', event: 'event-2' } as const;

/** A matrix by which everyone is told of compactions. */
const recounting: PolicyDraft = {
  ...policy,
  maskMatrix: {
    version: 1,
    consumers: {
      narrator: { '*': { public: 'full', consumers: 'full' } },
      player: { clue: { '*': 'full' }, place: { public: 'gist' }, compaction: { '*': 'full' } },
      keeper: { '*': { '*': 'full' } },
    },
  },
};

async function recounted(facts: readonly FactDraft[], allowed?: number): Promise<Oracle> {
  const oracle = await oracleWith([]);
  const inputs = (await oracle.appendFacts(facts)).map(({ handle }) => handle);
  const open = allowed === undefined ? {} : { allowed: inputs.slice(0, allowed) };
  await oracle.compact({ purpose: 'recap', inputs, ...open });
  await oracle.compact({ purpose: 'bridges', inputs: [(await oracle.appendFact(fact(harmless))).handle] });
  return oracle;
}

async function expectKept(oracle: Oracle, tells = isDoor): Promise<void> {
  const outputs = await allThatLeaves(oracle, { under: recounting });
  expectUntold(outputs, tells);
  expectTold(outputs, `"payload":"${harmless}"}],"purpose":"bridges"`, ['narrator', 'player', 'keeper']);
}

attack('compaction-locked', 'a compaction has a locked input', async () => {
  await expectKept(await recounted([fact('a clue'), secret(door)]));
});

attack('compaction-summary', 'a caller’s own summary tells of a locked input', async () => {
  const oracle = await recounted([fact(harmless)]);
  const { handle } = await oracle.appendFact(secret(door));
  await oracle.compact({ purpose: 'recap', inputs: [handle], summary: door });
  await expectKept(oracle);
});

attack('compaction-established', 'a caller’s own summary passes for established', async () => {
  const oracle = await oracleWith([]);
  const { handle } = await oracle.appendFact(fact(harmless));
  await oracle.compact({ purpose: 'recap', inputs: [handle], summary: 'perhaps a wyrm' });
  const outputs = await allThatLeaves(oracle, { under: recounting });
  expectUntold(outputs, (text) => /\] full compaction\n.*perhaps/.test(text));
  expectTold(outputs, '[M1] full compaction synthesized', ['narrator', 'player', 'keeper']);
});

attack('compaction-relocked', 'an input is locked after it was summed up', async () => {
  const oracle = await oracleWith([]);
  const { handle } = await oracle.appendFact(secret(door));
  await oracle.unlock({ handle, ...unlock });
  await oracle.compact({ purpose: 'recap', inputs: [handle] });
  await oracle.relock({ handle, ...unlock });
  await oracle.compact({ purpose: 'bridges', inputs: [(await oracle.appendFact(fact(harmless))).handle] });
  await expectKept(oracle);
});

attack('compaction-twin', 'an input has a locked twin', async () => {
  const oracle = await recounted([fact(door)]);
  await oracle.appendFact(secret(door));
  await expectKept(oracle);
});

attack('compaction-tier', 'an input has a field above everyone’s tier', async () => {
  await expectKept(await recounted([fact(door, { entity: 'keep', tiers: { door: 3 } })]));
});

attack('compaction-audience', 'an input is for somebody else', async () => {
  const oracle = await recounted([fact('a clue'), fact(door, { visibility: { consumers: ['stranger'] } })]);
  await expectKept(oracle);
});

attack('compaction-kind', 'an input is of a kind that is told by its gist', async () => {
  const oracle = await recounted([fact('a clue'), fact(door, { kind: 'place' })]);
  const outputs = await allThatLeaves(oracle, { under: recounting });
  expectUntold(
    outputs.filter(({ place }) => place.endsWith('of player')),
    isDoor,
  );
  expectTold(outputs, '"door":"east"', ['narrator', 'keeper']);
});

attack('compaction-left-out', 'an input is not among those that may be told', async () => {
  const oracle = await recounted([fact('a clue'), fact(door)], 1);
  await expectKept(oracle, (text) => /"items":\[[^\]]*"door"/.test(text));
});

attack('compaction-purpose', 'the purpose of a compaction quotes what is locked', async () => {
  const oracle = await recounted([locked]);
  const { handle } = await oracle.appendFact(fact('another clue'));
  await oracle.compact({ purpose: `who is ${word}`, inputs: [handle] });
  await expectKept(oracle, says(word));
});

attack('compaction-washed', 'a compaction of what nobody established says so', async () => {
  const oracle = await recounted([fact('perhaps a wyrm', { synthesized: true })]);
  const outputs = await allThatLeaves(oracle, { under: recounting });
  expectUntold(outputs, (text) => /\] full compaction\n.*perhaps a wyrm/.test(text));
  expectTold(outputs, 'full compaction synthesized', ['narrator', 'player', 'keeper']);
});
