// Two oracles on one store decide one after the other, even if both start at the same time.
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../ledger/index.ts';
import { compilePromptPack, packKey } from '../../lens/index.ts';
import { compileWorkingSet } from '../working-set/compile-working-set.ts';
import { createOracle } from './create-oracle.ts';

const cursor = { world: 'w', campaign: 'c', scene: 's', session: 'r', mode: 'm' };
const maskMatrix = { version: 1, consumers: { agent: { clue: { public: 'full' } } } } as const;

/** Runs an action on two oracles of one store concurrently, and returns the outcome of each. */
async function atOnce(act: (oracle: ReturnType<typeof createOracle>, turn: 0 | 1) => Promise<unknown>) {
  const store = createMemoryStore();
  const oracles = [createOracle(store), createOracle(store)] as const;
  const ended = await Promise.allSettled(oracles.map((oracle, turn) => act(oracle, turn as 0 | 1)));
  const outcomes = ended.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.code));
  return { outcomes: outcomes.sort(), state: (await oracles[0].read()).state };
}

describe('of two at once', () => {
  test('one pins a value, and the other is refused another', async () => {
    const { outcomes, state } = await atOnce((oracle, turn) =>
      compileWorkingSet(oracle, cursor, { maskMatrix, pins: { stall: turn } }),
    );
    expect(outcomes).toEqual(['done', 'pin-mismatch']);
    expect([...state.pins.keys()]).toEqual(['stall']);
  });

  test('one registers a kind, and the other is refused it otherwise', async () => {
    const { outcomes } = await atOnce((oracle, turn) =>
      oracle.registerKind({ kind: 'clue', recall: turn === 1 }),
    );
    expect(outcomes).toEqual(['done', 'invalid-configuration']);
  });

  test('one records a pack, and the other is refused another under the same key', async () => {
    const { outcomes } = await atOnce(async (oracle, turn) => {
      const set = await compileWorkingSet(oracle, cursor, { maskMatrix });
      const { pack, envelope } = compilePromptPack(set, { consumer: 'agent', style: { turn } });
      await oracle.recordPack({ key: packKey(envelope, { consumer: 'agent' }), pack });
    });
    expect(outcomes).toEqual(['done', 'rebuild-differs']);
  });

  test('both register the same, and it is there once', async () => {
    const { outcomes, state } = await atOnce((oracle) => oracle.registerKind({ kind: 'clue' }));
    expect(outcomes).toEqual(['done', 'done']);
    expect(state.kinds.size).toBe(1);
  });
});

test('what could not be read again is not written, and the oracle goes on', async () => {
  const oracle = createOracle();
  await expect(compileWorkingSet(oracle, cursor, { maskMatrix, pins: { '': 1 } })).rejects.toMatchObject({
    name: 'PenumbraError',
  });
  await expect(oracle.recordDerivedLocks([{ handle: '', by: 'x' }])).rejects.toMatchObject({ code: 'usage' });
  await expect(compileWorkingSet(oracle, cursor, { maskMatrix })).resolves.toBeDefined();
});
