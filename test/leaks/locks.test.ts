// Attacks on the locks themselves: what nobody opened stays closed, and what was opened is open there and nowhere else.
// Most secrets are too short to be found by the leak guard.

import { expect, test } from 'vitest';
import { compilePromptPack, renderPack } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  composeContent,
  type Oracle,
  type StoryCursor,
  type UnlockDraft,
  type UnlockScope,
} from '../../src/disclosure/oracle/index.ts';
import { type CanonicalValue, makeId, sha256 } from '../../src/kernel/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless, word } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const door = { door: 'east' };
const isDoor = says('"door":"east"');
const everyone = ['narrator', 'player', 'keeper'];
const onWord = { source: 'ada', event: 'event-4' };

attack('default-locked', 'a fact that says nothing of its precision', async () => {
  const { precision: _precision, ...silent } = fact(door);
  const outputs = await allThatLeaves(await oracleWith([silent, fact(harmless)]));
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
});

attack('undeclared', 'a frame of a type that declares nothing', async () => {
  const frame = composeContent(
    { handle: makeId('frame', sha256('a frame')), agent: 'keeper', payload: door },
    undefined,
  );
  const outputs = await allThatLeaves(await oracleWith([fact(harmless)]), { frames: [frame] });
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
});

attack('frame-locked', 'a frame that is locked and quoted', async () => {
  const frame = composeContent(
    { handle: makeId('frame', sha256('a frame')), agent: 'scribe', payload: { name: word } },
    undefined,
  );
  const oracle = await oracleWith([fact(harmless), fact(`by ${word}`)]);
  const outputs = await allThatLeaves(oracle, { frames: [frame] });
  expectUntold(outputs, says(word));
  expectTold(outputs, harmless, everyone);
});

attack('unlocked-elsewhere', 'an unlock of another scene, session or campaign', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle } = await oracle.appendFact(secret(door));
  for (const scope of ['scene', 'session', 'campaign'] as const)
    await oracle.unlock({ handle, scope, scopeId: 'elsewhere', ...onWord });
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
  expectTold(
    await allThatLeaves(oracle, { at: { ...cursor, scene: 'elsewhere' } }),
    '"door":"east"',
    everyone,
  );
});

/** Places that have the scene, session or campaign of the sample by name, and are others. */
const namesakes: Readonly<Record<UnlockScope, readonly Partial<StoryCursor>[]>> = {
  scene: [{ session: 'morning' }, { campaign: 'ashes' }, { world: 'moor' }],
  session: [{ campaign: 'ashes' }, { world: 'moor' }],
  campaign: [{ world: 'moor' }],
};

/** Opens a door in each scope, and sees that it is closed wherever another place has the name of that scope. */
async function expectNoNamesake(
  open: (oracle: Oracle, draft: UnlockDraft) => Promise<unknown>,
): Promise<void> {
  for (const scope of ['scene', 'session', 'campaign'] as const) {
    const oracle = await oracleWith([fact(harmless)]);
    const { handle } = await oracle.appendFact(secret(door));
    await open(oracle, { handle, scope, scopeId: cursor[scope], ...onWord });
    for (const namesake of namesakes[scope]) {
      const outputs = await allThatLeaves(oracle, { at: { ...cursor, ...namesake } });
      expectUntold(outputs, isDoor);
      expectTold(outputs, harmless, everyone);
    }
    expectTold(await allThatLeaves(oracle), '"door":"east"', everyone);
  }
}

attack('unlocked-namesake', 'a scene, session or campaign of the same name elsewhere', () =>
  expectNoNamesake(async (oracle, draft) => {
    await oracle.setCursor(cursor);
    await oracle.unlock(draft);
    await oracle.setCursor({ ...cursor, session: 'morning' });
  }),
);

attack('unlocked-and-met', 'the same where the unlock does not say where it holds', () =>
  expectNoNamesake(async (oracle, draft) => {
    await oracle.unlock(draft);
    await allThatLeaves(oracle);
  }),
);

attack('relocked', 'an unlock that was taken back', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle } = await oracle.appendFact(secret(door));
  const opened = { handle, scope: 'scene', scopeId: cursor.scene, ...onWord } as const;
  await oracle.unlock(opened);
  await oracle.relock({ ...opened, scope: 'campaign', scopeId: cursor.campaign });
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
});

attack('unlocked-by-short-id', 'an unlock by what is for look-up alone', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle, factId } = await oracle.appendFact(secret(door));
  for (const alias of [
    factId,
    `frame:${factId}`,
    handle.slice(0, 22),
    `rule_ref:${handle}`,
    handle.toUpperCase(),
  ])
    await oracle
      .unlock({ handle: alias, scope: 'scene', scopeId: cursor.scene, ...onWord })
      .catch(() => undefined);
  const unknown = oracle.unlock({ handle: factId, scope: 'scene', scopeId: cursor.scene, ...onWord });
  await expect(unknown).rejects.toMatchObject({ code: 'frame-not-found' });
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
});

attack('vocabulary', 'a named leaf is a registered word', async () => {
  const oracle = await oracleWith([
    secret({ name: word }, { precise: ['/name'] }),
    fact(`by ${word}`),
    fact(harmless),
  ]);
  await oracle.registerVocabulary([word]);
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, says(word));
  expectTold(outputs, harmless, everyone);
});

/** Makes the body of an attack: an open text quotes a key of a locked fact. */
function keyQuoted(payload: CanonicalValue, precise: readonly string[] = []): () => Promise<void> {
  return async () => {
    const facts = [
      secret(payload, { precise }),
      fact(`by ${word}`),
      fact({ [`of ${word}`]: 1 }),
      fact(harmless),
    ];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, says(word));
    expectTold(outputs, harmless, everyone);
  };
}

attack('locked-key', 'a key of a locked fact is quoted', keyQuoted({ [word]: 'asleep' }));

attack(
  'locked-key-deep',
  'a key deep in a locked fact',
  keyQuoted([{ lairs: [{ [word]: { awake: false } }] }]),
);

attack(
  'locked-key-named',
  'a key by which a leaf is named',
  keyQuoted({ [word]: { is: 'asleep' } }, [`/${word}/is`]),
);

attack(
  'locked-key-within',
  'a key within what is named',
  keyQuoted({ lairs: { [word]: 'asleep' } }, ['/lairs']),
);

test('a key that open items have is the name of a field, and one that is a kind or a pin is the operator’s', async () => {
  const shared = { location: 'north gate', weather: 'fog', threshold: 'seven' };
  const open = [fact({ location: 'south' }), fact('a location of some weather, at the threshold')];
  const oracle = await oracleWith([secret(shared), ...open, fact('fine', { kind: 'weather' })]);
  const outputs = await allThatLeaves(oracle, { under: { ...policy, pins: { threshold: 3 } } });
  expectTold(outputs, 'a location of some weather, at the threshold', everyone);
  expectUntold(outputs, says('north gate'));
});

attack('synthesized', 'what nobody established passes for established', async () => {
  const oracle = await oracleWith([fact('perhaps a wyrm', { synthesized: true })]);
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, (text) => /\] full clue\n.*perhaps/.test(text));
  expectTold(outputs, '[T1] full clue synthesized', everyone);
});

attack('not-visible', 'a fact that is somebody else’s', async () => {
  const facts = [
    fact(door, { visibility: 'owner', owner: 'stranger' }),
    fact({ ...door, for: 'them' }, { visibility: { consumers: ['stranger'] } }),
    fact(harmless),
  ];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, isDoor);
  expectTold(outputs, harmless, everyone);
});

attack('no-row', 'a kind or visibility without a row', async () => {
  const facts = [
    fact(door, { kind: 'rumour' }),
    fact({ ...door, of: 'them' }, { visibility: 'system' }),
    fact(harmless),
  ];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(
    outputs.filter(({ place }) => place.endsWith('of player')),
    isDoor,
  );
  expectTold(outputs, '"door":"east"', ['keeper']);
  expectTold(outputs, harmless, everyone);
});

attack('by-gist', 'a kind that is told by its gist, without one', async () => {
  const facts = [
    fact(door, { kind: 'place' }),
    fact({ ...door, of: 'it' }, { kind: 'place', gist: 'a door' }),
    fact(harmless),
  ];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(
    outputs.filter(({ place }) => place.endsWith('of player')),
    isDoor,
  );
  expectTold(outputs, '"a door"', ['player']);
});

attack('stranger', 'a consumer whom the matrix does not know', async () => {
  const set = await compileWorkingSet(await oracleWith([fact(harmless)]), cursor, policy);
  for (const consumer of ['stranger', 'toString', '__proto__', '*', ''])
    expect(() => renderPack(compilePromptPack(set, { consumer, guard: set.guard }).pack)).toThrow(
      'no consumer',
    );
});
