/**
 * The contract store: one open contract at a time, with a valid signature and an expiry, even if others write
 * to the log.
 */
import { describe, expect, test } from 'vitest';
import { makeContractRoom, makeKeys, sampleDraft } from '../../../test/guard/contract-room.ts';
import type { Signer } from '../../kernel/index.ts';
import { validateLedger } from '../../ledger/index.ts';
import { contractLimits } from '../conditions/contract.ts';

const HOUR_MS = 3_600_000;

describe('a contract in the store', () => {
  test('is whole, frozen, and in force', async () => {
    const { open, clock } = await makeContractRoom();
    const contracts = await open();
    expect(contracts.current('forge')).toBeNull();
    const contract = await contracts.open(sampleDraft, 'forge');
    expect(contract).toEqual({
      ...sampleDraft,
      id: expect.stringMatching(/^contract:[0-9a-f]{16}$/),
      session: 'session',
      mode: 'forge',
      createdMs: clock.now(),
      expiresMs: clock.now() + 8 * HOUR_MS,
      baseCommit: 'c0ffee',
      policy: 'the-hash-of-a-policy',
    });
    expect(contracts.current('forge')).toEqual(contract);
    expect(Object.isFrozen(contracts.current('forge')?.targets)).toBe(true);
  });

  test('is the only one until it ends, and equal ones after another have their own ids', async () => {
    const contracts = await (await makeContractRoom()).open();
    const first = await contracts.open(sampleDraft, 'forge');
    expect(await contracts.open(sampleDraft, 'forge')).toBe('one-open');
    expect(await contracts.cancel('not needed')).toEqual(first);
    expect(contracts.current('forge')).toBeNull();
    const second = await contracts.open(sampleDraft, 'forge');
    expect(contracts.current('forge')).toEqual(second);
    expect(second).not.toEqual(first);
    expect((await contracts.list()).map(({ state }) => state)).toEqual(['cancelled', 'open']);
  });

  test('that is closed gives nothing more, and leaves its audit in the ledger', async () => {
    const { open, store, entries } = await makeContractRoom();
    const contracts = await open();
    await contracts.open(sampleDraft, 'forge');
    const audit = await contracts.close();
    expect(audit).toMatchObject({ undone: ['src/a/parser.ts'], undeclared: [] });
    expect([contracts.current('forge'), await contracts.close(), await contracts.cancel('x')]).toEqual([
      null,
      'none-open',
      'none-open',
    ]);
    const [, closed] = (await entries()).map(({ value }) => JSON.parse(value));
    const [bytes] = await store.getMany([closed.audit.slice('content:'.length)]);
    expect(JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()))).toEqual(audit);
    expect((await validateLedger(store, {})).faults).toEqual([]);
  });

  test('gives nothing while it is closed, and holds again where closing fails', async () => {
    const { open } = await makeContractRoom();
    const inForce: boolean[] = [];
    const contracts = await open({
      // biome-ignore lint/correctness/useYield: it fails before the first record.
      async *readRecords() {
        inForce.push(contracts.current('forge') !== null);
        throw new Error('the log is gone');
      },
    });
    await contracts.open(sampleDraft, 'forge');
    await expect(contracts.close()).rejects.toThrow('gone');
    expect([...inForce, contracts.current('forge') !== null]).toEqual([false, true]);
  });

  test('is found again by the next process, and what became of it, too', async () => {
    const { open } = await makeContractRoom();
    const contract = await (await open()).open(sampleDraft, 'forge');
    const next = await open();
    expect(next.current('forge')).toEqual(contract);
    await next.close();
    expect((await open()).current('forge')).toBeNull();
  });

  test('belongs to the mode and the policy it was opened under', async () => {
    const { open } = await makeContractRoom();
    const contracts = await open();
    await contracts.open(sampleDraft, 'forge');
    expect([contracts.current('run'), contracts.current(null)]).toEqual([null, null]);
    expect(contracts.current('forge')).not.toBeNull();
    const other = await open({ policy: 'another' });
    expect(other.current('forge')).toBeNull();
    expect(await other.open(sampleDraft, 'forge')).toBe('one-open');
    expect(await other.cancel('the policy changed')).toMatchObject({ root: 'repo' });
  });

  test('is not drawn up without a mode, nor from what does not fit', async () => {
    const { open, entries } = await makeContractRoom();
    const contracts = await open();
    await expect(contracts.open(sampleDraft, null)).rejects.toThrow('a contract needs a mode');
    await expect((await open()).open({ ...sampleDraft, targets: ['../x'] }, 'forge')).rejects.toThrow(
      'targets.0',
    );
    expect(await entries()).toEqual([]);
  });

  test('may name what looks like an id of the ledger without referring to it', async () => {
    const { open, store } = await makeContractRoom();
    const id = `content:${'0'.repeat(64)}`;
    const contracts = await open();
    await contracts.open({ ...sampleDraft, intent: id, plan: [id] }, 'forge');
    await contracts.cancel(id);
    expect((await validateLedger(store, {})).faults).toEqual([]);
  });

  test('at its largest fits the log', async () => {
    const contracts = await (await makeContractRoom()).open();
    const edits = Array.from({ length: 45 }, (_, index) => ({
      path: `src/a/${index}`,
      operation: 'WRITE' as const,
      summary: '"'.repeat(220),
    }));
    expect(await contracts.open({ ...sampleDraft, edits }, 'forge')).toMatchObject({ edits });
  });
});

describe('time', () => {
  test('ends a contract at its last moment, and what has expired is closed before the next', async () => {
    const { open, clock } = await makeContractRoom();
    const contracts = await open();
    await contracts.open({ ...sampleDraft, expiresInMs: contractLimits.shortestMs }, 'forge');
    clock.advance(contractLimits.shortestMs - 1);
    expect(await contracts.list()).toMatchObject([{ state: 'open', remainingMs: 1 }]);
    expect(contracts.current('forge')).not.toBeNull();
    clock.advance(1);
    expect(contracts.current('forge')).toBeNull();
    expect(await contracts.list()).toMatchObject([{ state: 'expired', remainingMs: 0 }]);
    expect(await contracts.open(sampleDraft, 'forge')).toBe('one-open');
    expect(await contracts.close()).toMatchObject({ undone: ['src/a/parser.ts'] });
    expect(await contracts.open(sampleDraft, 'forge')).toMatchObject({ root: 'repo' });
  });

  test('set back does not revive what was seen expired, in this process or the next', async () => {
    const { open, clock } = await makeContractRoom();
    const contracts = await open();
    await contracts.open(sampleDraft, 'forge');
    clock.advance(9 * HOUR_MS);
    expect(contracts.current('forge')).toBeNull();
    await open();
    clock.advance(-8.5 * HOUR_MS);
    expect(contracts.current('forge')).toBeNull();
    expect((await open()).current('forge')).toBeNull();
    expect(await (await open()).list()).toMatchObject([{ state: 'expired' }]);
  });

  test('before a contract was opened is not believed', async () => {
    const { open, clock } = await makeContractRoom();
    const contracts = await open();
    await contracts.open(sampleDraft, 'forge');
    clock.advance(-1_000);
    expect(contracts.current('forge')).not.toBeNull();
    clock.advance(-HOUR_MS);
    expect(contracts.current('forge')).toBeNull();
  });
});

describe('two processes', () => {
  test('that open at once open one', async () => {
    const { open } = await makeContractRoom();
    const stores = await Promise.all([open(), open(), open()]);
    const outcomes = await Promise.all(stores.map((contracts) => contracts.open(sampleDraft, 'forge')));
    expect(outcomes.filter((outcome) => outcome !== 'one-open')).toHaveLength(1);
    expect(await stores[0]?.list()).toHaveLength(1);
  });

  test('of one store are no different', async () => {
    const { open, entries } = await makeContractRoom();
    const contracts = await open();
    const opened = await Promise.all([1, 2, 3].map(() => contracts.open(sampleDraft, 'forge')));
    expect(opened.filter((outcome) => outcome !== 'one-open')).toHaveLength(1);
    const ended = await Promise.all([contracts.close(), contracts.cancel('x'), contracts.close()]);
    expect(ended.filter((outcome) => outcome !== 'none-open')).toHaveLength(1);
    expect(await entries()).toHaveLength(2);
  });

  test('of one store, the slower decides again by what the faster did', async () => {
    const { open, keys } = await makeContractRoom();
    const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waits = [first.promise, later.promise];
    const signer: Signer = {
      sign: async (...given) => {
        await waits.shift();
        return keys.sign(...given);
      },
    };
    const contracts = await open({ signer });
    const faster = contracts.open(sampleDraft, 'forge');
    const slower = contracts.open(sampleDraft, 'forge');
    first.resolve();
    expect(await faster).toMatchObject({ root: 'repo' });
    later.resolve();
    expect(await slower).toBe('one-open');
    expect(await contracts.list()).toHaveLength(1);
  });

  test('that close at once close once', async () => {
    const { open, entries } = await makeContractRoom();
    const stores = await Promise.all([open(), open()]);
    await stores[0]?.open(sampleDraft, 'forge');
    const outcomes = await Promise.all(stores.map((contracts) => contracts.close()));
    expect(outcomes.filter((outcome) => outcome === 'none-open')).toHaveLength(1);
    expect(await entries()).toHaveLength(2);
  });

  test('see what the other did when they look again', async () => {
    const { open } = await makeContractRoom();
    const [one, other] = [await open(), await open()];
    await one.open(sampleDraft, 'forge');
    await other.refresh();
    expect(other.current('forge')).toEqual(one.current('forge'));
    await one.cancel('x');
    await other.refresh();
    expect(other.current('forge')).toBeNull();
  });
});

describe('without the key', () => {
  test('nothing is opened, and what was opened is unverifiable and gives nothing', async () => {
    const { open, keys } = await makeContractRoom();
    await (await open()).open(sampleDraft, 'forge');
    for (const options of [{ verifier: null, signer: null }, { verifier: makeKeys('another') }]) {
      const contracts = await open(options);
      expect(contracts.current('forge')).toBeNull();
      expect(await contracts.list()).toMatchObject([{ state: 'unverifiable' }]);
      expect(await contracts.open(sampleDraft, 'forge')).toBe('no-key');
    }
    const broken = { verify: () => Promise.reject(new Error('no such key')) };
    expect((await open({ verifier: broken })).current('forge')).toBeNull();
    expect((await open({ verifier: keys })).current('forge')).not.toBeNull();
  });
});
