// Unlocks: what they open, for how long, and what closes it, from the events alone and through to the working set.
import { describe, expect, test } from 'vitest';
import { cursor, fact, policy, sampleOracle, secret } from '../../../../test/lens/sample-world.ts';
import { createMemoryStore, exportArchive, importArchive, type Store } from '../../../ledger/index.ts';
import { parseWorkingSet } from '../../index.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import { compileWorkingSet } from '../working-set/compile-working-set.ts';
import type { StoryCursor } from './story-cursor.ts';
import { openHandles, placeOf, type UnlockDraft, type UnlockEvent, type UnlockScope } from './unlock.ts';

const here = { scene: 'gate', session: 'evening', campaign: 'embers' } as const;
const draft = (handle: string, scope: UnlockScope, scopeId: string): UnlockDraft => ({
  handle,
  scope,
  scopeId,
  source: 'dice',
  event: 'event-7',
});

/** Events as `+scene` and `-scene`, or `+scene:hall` for another one. */
function eventsOf(script: string): readonly UnlockEvent[] {
  return script
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [scope, scopeId] = word.slice(1).split(':') as [UnlockScope, string | undefined];
      const event = { ...draft('h', scope, scopeId ?? here[scope]), place: placeOf(cursor) };
      return { type: word[0] === '+' ? 'unlock' : 'relock', ...event };
    });
}

function check(script: string, isOpen: boolean, at: Partial<StoryCursor> = {}): void {
  expect(openHandles(eventsOf(script), { ...cursor, ...at }).has('h')).toBe(isOpen);
}

describe('a handle', () => {
  test.each<[string, string, boolean, Partial<StoryCursor>?]>([
    ['is closed before anything', '', false],
    ['is open in its scene', '+scene', true],
    ['closes with its scene', '+scene', false, { scene: 'hall' }],
    ['is open again when the scene is', '+scene +scene:hall -scene:hall', true],
    ['outlives a scene by its session', '+session', true, { scene: 'hall' }],
    ['closes with its session', '+session', false, { session: 'morning' }],
    ['outlives a session by its campaign', '+campaign', true, { scene: 'hall', session: 'morning' }],
    ['closes with its campaign', '+campaign', false, { campaign: 'ashes' }],
    ['is not told apart by mode', '+scene', true, { mode: 'REPLAY' }],
    [
      'closes with its session, though a scene of the same name follows',
      '+scene',
      false,
      { session: 'morning' },
    ],
    [
      'closes with its campaign, though a session of the same name follows',
      '+session',
      false,
      { campaign: 'ashes' },
    ],
    ['closes with its world', '+campaign', false, { world: 'moor' }],
    ['is closed by a lock of its scope', '+scene -scene', false],
    ['is opened again after a lock', '+scene -scene +scene', true],
    ['stays open in the broader scope', '+campaign +scene -scene', true],
    ['is closed by a lock of the broader scope', '+scene -session', false],
    ['is closed in all scopes by the broadest', '+scene +session +campaign -campaign', false],
    ['is opened after a broader lock', '+campaign -campaign +scene', true],
    ['does not hear the lock of another scene', '+scene -scene:hall', true],
    ['does not hear the lock of another session', '+session -session:morning', true],
    ['is not opened twice as much', '+scene +scene -scene', false],
  ])('%s', (_name, script, isOpen, at) => {
    check(script, isOpen, at);
  });

  test('is never another one', () => {
    const events = [{ type: 'unlock', ...draft('a', 'scene', 'gate') }] as const;
    expect([...openHandles(events, cursor)]).toEqual(['a']);
  });
});

async function told(oracle: Oracle, at: Partial<StoryCursor> = {}): Promise<readonly unknown[]> {
  const set = await compileWorkingSet(oracle, { ...cursor, ...at }, policy);
  return parseWorkingSet(set).facts_slice.map(({ payload }) => payload);
}

describe('an unlock', () => {
  test.each<[UnlockScope, Partial<StoryCursor>]>([
    ['scene', { scene: 'hall' }],
    ['session', { session: 'morning' }],
    ['campaign', { campaign: 'ashes' }],
  ])('of a %s lives in that one only', async (scope, elsewhere) => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(secret('Vermithrax'));
    await oracle.unlock(draft(handle, scope, cursor[scope]));
    expect(await told(oracle)).toEqual(['Vermithrax']);
    expect(await told(oracle, elsewhere)).toEqual([]);
    await oracle.relock(draft(handle, scope, cursor[scope]));
    expect(await told(oracle)).toEqual([]);
  });

  test('changes nothing for a fact whose own tag is open, and its lock does not close it', async () => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(fact('the gate is open'));
    await oracle.unlock(draft(handle, 'scene', 'gate'));
    await oracle.relock(draft(handle, 'scene', 'gate'));
    expect(await told(oracle)).toEqual(['the gate is open']);
  });

  test('of a rule makes it mentionable', async () => {
    const oracle = await sampleOracle();
    await oracle.unlock(draft('rule_ref:stealth-4', 'scene', 'gate'));
    const mentionable = async (at: Partial<StoryCursor>) =>
      parseWorkingSet(await compileWorkingSet(oracle, { ...cursor, ...at }, policy)).allowmention_handles;
    expect(await mentionable({})).toEqual(['rule_ref:stealth-4']);
    expect(await mentionable({ scene: 'hall' })).toEqual([]);
  });

  test('takes its place by recorded time where ledgers are merged, in either direction', async () => {
    const at = (now: number) => ({ clock: { now: () => now } });
    const [ours, theirs] = [createMemoryStore(), createMemoryStore()];
    const oracle = await sampleOracle(ours, at(1));
    const { handle } = await oracle.appendFact(secret('Vermithrax'));
    await copy(ours, theirs);
    await (await sampleOracle(ours, at(20))).unlock(draft(handle, 'scene', 'gate'));
    const other = await sampleOracle(theirs, at(10));
    await other.unlock(draft(handle, 'scene', 'gate'));
    await (await sampleOracle(theirs, at(15))).relock(draft(handle, 'scene', 'gate'));
    expect(await told(other)).toEqual([]);
    await copy(theirs, ours);
    await copy(ours, theirs);
    expect(await told(oracle)).toEqual(['Vermithrax']);
    expect(await told(other)).toEqual(['Vermithrax']);
  });
});

async function copy(from: Store, to: Store): Promise<void> {
  await importArchive(to, exportArchive(from));
}
