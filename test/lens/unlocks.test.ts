// Unlocks, all the way to the pack: what opens a fact, for how long, and what beats it.
import { describe, expect, test } from 'vitest';
import { compilePromptPack, parsePack } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  type Oracle,
  type StoryCursor,
  type UnlockDraft,
} from '../../src/disclosure/oracle/index.ts';
import { alteredSet, handmadeGuard } from './altered-set.ts';
import { cursor, fact, oracleWith, packOf, policy, sampleOracle, secret } from './sample-world.ts';

const name = { name: 'Vermithrax' };

/** What the keeper is told at a cursor. */
async function toldAt(oracle: Oracle, at: Partial<StoryCursor> = {}): Promise<readonly unknown[]> {
  const set = await compileWorkingSet(oracle, { ...cursor, ...at }, policy);
  const { pack } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
  return parsePack(pack).truth.map(({ payload }) => payload);
}

function unlockOf(handle: string, scope: UnlockDraft['scope'] = 'scene', scopeId?: string): UnlockDraft {
  return { handle, scope, scopeId: scopeId ?? cursor[scope], source: 'ada', event: 'event-3' };
}

/** An oracle with one locked fact, and that fact’s handle. */
async function oneSecret() {
  const oracle = await sampleOracle();
  const { handle } = await oracle.appendFact(secret(name, { gist: { name: 'something old' } }));
  return { oracle, handle };
}

test('G2: a fact that says nothing about precision is locked', async () => {
  const { precision: _precision, ...draft } = fact(name);
  const { pack, auditEnvelope } = await packOf([draft], { consumer: 'keeper' });
  expect(parsePack(pack).truth).toEqual([]);
  expect(auditEnvelope.locked_handles).toEqual(['locked:1']);
});

test('G2: a locked fact that is unlocked appears, with its own handle', async () => {
  const { oracle, handle } = await oneSecret();
  expect(await toldAt(oracle)).toEqual([{ name: 'something old' }]);
  await oracle.unlock(unlockOf(handle));
  expect(await toldAt(oracle)).toEqual([name]);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { envelope, auditEnvelope } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
  expect(envelope.allowed_handles).toEqual([handle]);
  expect(auditEnvelope.locked_handles).toEqual([]);
});

describe('G2: an unlock', () => {
  const elsewhere: readonly (keyof StoryCursor)[] = ['scene', 'session', 'campaign', 'world'];
  const ways: readonly [string, (oracle: Oracle, draft: UnlockDraft) => Promise<unknown>][] = [
    [
      'at the cursor',
      async (oracle, draft) => {
        await oracle.setCursor(cursor);
        await oracle.unlock(draft);
        await oracle.setCursor({ ...cursor, world: 'moor', session: 'morning', scene: 'hall' });
      },
    ],
    [
      'in a place of its own',
      async (oracle, draft) => {
        await oracle.setCursor({ ...cursor, world: 'moor', campaign: 'ashes', session: 'morning' });
        const { world, campaign, session } = cursor;
        await oracle.unlock({ ...draft, place: { world, campaign, session } });
      },
    ],
    [
      'where its scope is met first',
      async (oracle, draft) => {
        await oracle.unlock(draft);
        expect(await toldAt(oracle)).toEqual([name]);
      },
    ],
  ];
  const scopes = [
    ['scene', []],
    ['session', ['scene']],
    ['campaign', ['scene', 'session']],
  ] as const;
  test.each(
    ways.flatMap(([way, open]) => scopes.map(([scope, outlives]) => ({ way, open, scope, outlives }))),
  )('of a $scope holds $way, and outlives only what is within it', async ({ open, scope, outlives }) => {
    const { oracle, handle } = await oneSecret();
    await open(oracle, unlockOf(handle, scope));
    for (const part of elsewhere) {
      const isTold = (outlives as readonly string[]).includes(part);
      expect(await toldAt(oracle, { [part]: 'another' })).toEqual([
        isTold ? name : { name: 'something old' },
      ]);
    }
    expect(await toldAt(oracle, { mode: 'REPLAY' })).toEqual([name]);
  });

  test('that was met in one place is closed there by a lock that does not say where', async () => {
    const { oracle, handle } = await oneSecret();
    await oracle.setCursor(cursor);
    await oracle.unlock(unlockOf(handle));
    await oracle.setCursor({ ...cursor, session: 'morning' });
    await oracle.unlock(unlockOf(handle));
    await oracle.relock({
      ...unlockOf(handle),
      place: { world: 'vale', campaign: 'embers', session: 'morning' },
    });
    expect(await toldAt(oracle)).toEqual([name]);
    expect(await toldAt(oracle, { session: 'morning' })).toEqual([{ name: 'something old' }]);
    await oracle.relock(unlockOf(handle));
    expect(await toldAt(oracle)).toEqual([{ name: 'something old' }]);
  });

  test('of an id that another scope has is none', async () => {
    const { oracle, handle } = await oneSecret();
    await oracle.unlock(unlockOf(handle, 'scene', cursor.session));
    await oracle.unlock(unlockOf(handle, 'session', cursor.scene));
    await oracle.unlock(unlockOf(handle, 'campaign', cursor.world));
    expect(await toldAt(oracle)).toEqual([{ name: 'something old' }]);
  });

  test('ends when it is locked again, and begins anew after that', async () => {
    const { oracle, handle } = await oneSecret();
    await oracle.unlock(unlockOf(handle));
    await oracle.relock(unlockOf(handle));
    expect(await toldAt(oracle)).toEqual([{ name: 'something old' }]);
    await oracle.unlock(unlockOf(handle));
    expect(await toldAt(oracle)).toEqual([name]);
  });

  test('of the broader scope wins over a lock of the narrower', async () => {
    const { oracle, handle } = await oneSecret();
    await oracle.unlock(unlockOf(handle, 'scene'));
    await oracle.unlock(unlockOf(handle, 'session'));
    await oracle.relock(unlockOf(handle, 'scene'));
    expect(await toldAt(oracle)).toEqual([name]);
    await oracle.relock(unlockOf(handle, 'session'));
    expect(await toldAt(oracle)).toEqual([{ name: 'something old' }]);
  });

  test('of one fact does not open another of the same payload, nor itself while that is locked', async () => {
    const oracle = await sampleOracle();
    const one = await oracle.appendFact(secret(name));
    const two = await oracle.appendFact(secret(name, { kind: 'place' }));
    expect(two.factId).toBe(one.factId);
    expect(two.handle).not.toBe(one.handle);
    await oracle.unlock(unlockOf(one.handle));
    expect(await toldAt(oracle)).toEqual([]);
    await oracle.unlock(unlockOf(two.handle));
    expect(await toldAt(oracle)).toEqual([name, name]);
  });

  test('of a locked fact does not open what was tagged open beside a locked twin', async () => {
    const oracle = await oracleWith([fact(name), secret(name, { kind: 'place' })]);
    expect(await toldAt(oracle)).toEqual([]);
  });

  test('opens a fact that was locked only because it told of another', async () => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(secret(name));
    await oracle.appendFact(fact({ note: 'beware of Vermithrax' }));
    expect(await toldAt(oracle)).toEqual([]);
    await oracle.unlock(unlockOf(handle));
    expect((await toldAt(oracle)).length).toBe(2);
  });
});

describe('G2: locked beats allowed', () => {
  const both = async (change: object) => {
    const set = await compileWorkingSet(
      await oracleWith([fact('the gate stands open', change)]),
      cursor,
      policy,
    );
    const turned = alteredSet(set, ({ allowmention_handles }) => ({
      locked_precision_handles: allowmention_handles,
    }));
    return compilePromptPack(turned, { consumer: 'keeper', guard: handmadeGuard });
  };

  test('without a gist it is absent', async () => {
    const { pack, auditEnvelope } = await both({});
    expect(parsePack(pack).truth).toEqual([]);
    expect(auditEnvelope.excluded).toEqual([{ handle: expect.any(String), reason: 'locked' }]);
  });

  test('with a gist it is the gist', async () => {
    const { pack } = await both({ gist: 'a gate' });
    expect(parsePack(pack).truth).toMatchObject([{ form: 'gist', payload: 'a gate' }]);
    expect(new TextDecoder().decode(pack.bytes)).not.toContain('stands open');
  });
});
