// A cold boot (L-15): the same bytes from the log alone, from a snapshot and the rest, elsewhere and on another store;
// and every fault by its own name, pins first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import {
  bootOracle,
  compileWorkingSet,
  createOracle,
  defaultPolicy,
  type PolicyDraft,
} from '../../src/disclosure/oracle/index.ts';
import {
  canonicalHash,
  canonicalText,
  type FaultCode,
  PenumbraError,
  type Sha256,
  sha256,
} from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  defineFrameTypes,
  exportArchive,
  type FrameDraft,
  importArchive,
  putFrame,
  type Store,
  validateLedger,
  verifyObject,
} from '../../src/ledger/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { countWork } from './counting-store.ts';
import { beginLife, endLife, hashOf, pins } from './sample-life.ts';
import { cursor, fact, policy, sampleOracle } from './sample-world.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-boot-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A whole life on a store, with a snapshot in the middle or without one. */
async function live(store: Store, hasSnapshot = true): Promise<string> {
  const oracle = await beginLife(store);
  if (hasSnapshot) await oracle.snapshot();
  await endLife(oracle);
  return hashOf(oracle);
}

async function logOf(store: Store, prefix = 'oracle/'): Promise<string> {
  return (await store.listHeads({ prefix }))[0]?.log ?? '';
}

describe('equal bytes', () => {
  test('come from the log alone, and from a snapshot with the rest', async () => {
    const [plain, short] = [createMemoryStore(), createMemoryStore()];
    const hash = await live(plain, false);
    expect(await live(short)).toBe(hash);
    for (const store of [plain, short]) {
      expect(await hashOf(createOracle(store))).toBe(hash);
      expect(await hashOf(await bootOracle(store, { pins }))).toBe(hash);
      expect(await validateLedger(store)).toMatchObject({ ok: true });
    }
    expect((await createOracle(short).read()).state).toEqual((await createOracle(plain).read()).state);
  });

  test('come from SQLite, also in another process, and from PostgreSQL', async () => {
    const hash = await live(createMemoryStore());
    const file = join(directory, 'ledger.db');
    const sqlite = await openSqliteStore({ file, create: true });
    expect(await live(sqlite)).toBe(hash);
    await sqlite.close();
    for (const way of ['boot', 'open']) {
      const program = join(import.meta.dirname, 'boot-sample.ts');
      expect(execFileSync(process.execPath, [program, file, way], { encoding: 'utf8' })).toBe(`${hash}\n`);
    }
    const database = await createDatabase();
    try {
      const postgres = await openPostgresStore({ url: database.url, create: true });
      expect(await live(postgres)).toBe(hash);
      expect(await hashOf(await bootOracle(postgres, { pins }))).toBe(hash);
      await postgres.close();
    } finally {
      await database.drop();
    }
  });

  test('come from an archive, with its snapshot', async () => {
    const [store, copy] = [createMemoryStore(), countWork(createMemoryStore())];
    const hash = await live(store);
    await importArchive(copy.store, exportArchive(store));
    copy.take();
    expect(await hashOf(createOracle(copy.store))).toBe(hash);
    expect(await hashOf(await bootOracle(copy.store, { pins }))).toBe(hash);
  });

  test.each<[string, PolicyDraft]>([
    ['the default', {}],
    ['another order', { ...policy, ordering: { version: 7, kinds: ['creature'] } }],
    ['a small budget', { ...policy, budget: { tokens: 1_200 }, truncation: { overflow: 'skip' } }],
    ['other pins', { ...policy, pins: { weather: true } }],
    ['no pins', { ...policy, pins: {} }],
  ])('come under %s policy', async (_name, under) => {
    const store = createMemoryStore();
    await live(store);
    const set = await compileWorkingSet(createOracle(store), cursor, under);
    const booted = await bootOracle(store, { pins: { ...pins, ...(under.pins as Record<string, string>) } });
    expect((await compileWorkingSet(booted, cursor, under)).bytes).toEqual(set.bytes);
  });
});

describe('a snapshot', () => {
  test('saves reading the events before it', async () => {
    const { store, take } = countWork(createMemoryStore());
    const oracle = await beginLife(store);
    const { sequence } = await oracle.snapshot();
    await oracle.registerKind({ kind: 'omen' });
    take();
    await createOracle(store).read();
    const short = take().rows;
    await bootOracle(store, { pins });
    // A boot reads the events twice, for the pins and for the whole.
    expect(take().rows).toBeGreaterThan(short + 2 * sequence - 2);
  });

  test('is passed over where a merge came before it', async () => {
    const at = (now: number) => ({ clock: { now: () => now } });
    const [ours, theirs] = [createMemoryStore(), createMemoryStore()];
    const early = await sampleOracle(theirs, at(1));
    await early.registerKind({ kind: 'omen' });
    const late = await sampleOracle(ours, at(5));
    await late.snapshot();
    await importArchive(ours, exportArchive(theirs));
    expect((await createOracle(ours).read()).state.kinds.has('omen')).toBe(true);
    await early.snapshot();
    await importArchive(theirs, exportArchive(ours));
    expect((await createOracle(theirs).read()).state).toEqual((await createOracle(ours).read()).state);
  });

  test('that is older is used where the newest does not fit', async () => {
    const { store, take } = countWork(createMemoryStore());
    const oracle = await beginLife(store);
    await oracle.snapshot();
    take();
    await createOracle(store).read();
    const { rows } = take();
    const log = await logOf(store, 'oracle-snapshot/');
    const [entry] = await store.readLog(log, {});
    const forged = entry?.value.replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000') ?? '';
    await store.commit({
      atMs: 0,
      appends: [
        { log, value: forged },
        { log, value: '{"no":"snapshot"}' },
      ],
    });
    const state = (await createOracle(store).read()).state;
    expect(take().rows).toBeLessThanOrEqual(rows + 3);
    expect(state).toEqual((await (await bootOracle(store, { pins })).read()).state);
  });

  test('that is damaged is passed over', async () => {
    const store = createMemoryStore();
    const hash = await live(store);
    const [entry] = await store.readLog(await logOf(store, 'oracle-snapshot/'), {});
    const id = /content:([0-9a-f]{64})/.exec(entry?.value ?? '')?.[1] as Sha256;
    expect(await store.hasMany([id])).toEqual([true]);
    expect(await hashOf(createOracle(damaged(store, id)))).toBe(hash);
  });
});

/** A store that finds one object altered. */
function damaged(store: Store, id: Sha256): Store {
  return {
    ...store,
    async getMany(ids) {
      if (ids.includes(id)) verifyObject(id, new Uint8Array([0]));
      return store.getMany(ids);
    },
  };
}

/** A store whose event log was altered without its digest. */
function altered(store: Store, from: string, to: string): Store {
  return {
    ...store,
    readLog: async (log, page) =>
      (await store.readLog(log, page)).map((entry) => ({ ...entry, value: entry.value.replace(from, to) })),
  };
}

/** A store with one more event, written by hand. */
async function withEvent(store: Store, value: string): Promise<Store> {
  await store.commit({ atMs: 0, appends: [{ log: await logOf(store), value }] });
  return store;
}

/** A store with one more frame of an oracle's type, written by hand under a type that checks nothing. */
async function withFrame(store: Store, type: 'fact' | 'compaction', content: string): Promise<Store> {
  const isJson = !content.startsWith('{ ');
  const mediaType = isJson ? 'application/json' : 'text/plain';
  const types = defineFrameTypes({ name: type, cardinality: 'many', mediaType });
  const subject = { kind: 'world', id: 'default' } as const;
  const draft: FrameDraft = { subject, type, agent: 'oracle', basis: { inputs: [] }, content };
  await putFrame({ store, clock: { now: () => 0 }, types }, draft);
  return store;
}

const [one, two] = ['1', '2'].map((digit) => `frame:${digit.repeat(64)}`) as [string, string];
const output = [{ kind: 'clue', payload: 'Vermithrax' }];
/** The content of a compaction as it should be. */
const recap = {
  purpose: 'recap',
  policy: defaultPolicy.compaction,
  inputs: [one, two],
  allowed: [two],
  output,
  output_hash: canonicalHash(output),
};

async function check(store: Store, code: FaultCode, given: Record<string, string | number> = pins) {
  const error = await bootOracle(store, { pins: given }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PenumbraError);
  const { message, data, hint, code: actual } = error as PenumbraError;
  expect([actual, message]).toEqual([code, expect.any(String)]);
  expect(hint).toBeTruthy();
  expect(`${message} ${canonicalText({ ...data })}`).not.toContain('Vermithrax');
  return error as PenumbraError;
}

describe('a boot is refused for', () => {
  const lived = async () => {
    const store = createMemoryStore();
    await live(store);
    return store;
  };

  test('a wrong pin, before anything else is judged', async () => {
    const wrong = { ...pins, stall: 4 };
    const store = await lived();
    expect((await check(store, 'pin-mismatch', wrong)).data).toEqual({ pin: 'stall' });
    await check(altered(store, 'wyrm', 'worm'), 'pin-mismatch', wrong);
    await withEvent(store, '{"type":"unheard-of"}');
    await withFrame(store, 'fact', '{"name":"Vermithrax"}');
    await check(store, 'pin-mismatch', wrong);
    await check(await lived(), 'usage', null as unknown as typeof pins);
  });

  test('a pin’s old value once it is revised', async () => {
    const store = await lived();
    await createOracle(store).revisePin({ name: 'stall', value: 4, operator: 'ada', event: 'event-8' });
    await check(store, 'pin-mismatch');
    await bootOracle(store, { pins: { ...pins, stall: 4 } });
  });

  test('a pin that is missing, and for one too many, before anything else is judged', async () => {
    const store = await lived();
    const { stall: _stall, ...missing } = pins;
    const extra = { ...pins, another: 1 };
    expect((await check(store, 'pin-mismatch', missing)).data).toEqual({ pin: 'stall', fault: 'missing' });
    expect((await check(store, 'pin-mismatch', {})).data).toEqual({ pin: 'hash', fault: 'missing' });
    expect((await check(store, 'pin-mismatch', extra)).data).toEqual({ pin: 'another', fault: 'extra' });
    await withEvent(store, '{"type":"unheard-of"}');
    await check(store, 'pin-mismatch', missing);
    await check(store, 'pin-mismatch', extra);
  });

  test('no pins where none is on record yet', async () => {
    await bootOracle(createMemoryStore(), { pins });
    const store = createMemoryStore();
    await sampleOracle(store);
    await bootOracle(store, { pins });
  });

  test('entries that do not lead to the digest', async () => {
    const store = await lived();
    const fault = await check(altered(store, 'wyrm', 'worm'), 'digest-mismatch');
    expect(fault.data).toEqual({ log: await logOf(store) });
    await check(altered(store, 'frame:', 'frame:0'), 'digest-mismatch');
  });

  test.each<[string, string]>([
    ['of an unknown type', '{"Vermithrax":1,"type":"unheard-of"}'],
    ['without its fields', '{"type":"unlock"}'],
    ['with more than its fields', '{"Vermithrax":1,"name":"x","type":"pin","value":1}'],
    ['that is a list', '["Vermithrax"]'],
  ])('an event %s', async (_name, value) => {
    const store = await lived();
    const fault = await check(await withEvent(store, value), 'log-corrupt');
    expect(fault.data).toMatchObject({ log: await logOf(store) });
    await expect(createOracle(store).read()).rejects.toMatchObject({ code: 'log-corrupt' });
  });

  test.each<[string, 'fact' | 'compaction', string]>([
    ['a fact that is none', 'fact', '{"name":"Vermithrax"}'],
    ['a fact that is not canonical', 'fact', '{ "name": "Vermithrax" }'],
    ['a compaction that is none', 'compaction', '{"name":"Vermithrax"}'],
    [
      'a compaction whose output is another',
      'compaction',
      canonicalText({ ...recap, output_hash: sha256('') }),
    ],
    [
      'a compaction that allows what it does not rest on',
      'compaction',
      canonicalText({ ...recap, inputs: [recap.inputs[0]] }),
    ],
  ])('%s', async (_name, type, content) => {
    const store = await lived();
    await withFrame(store, type, content);
    const fault = await check(store, 'log-corrupt');
    const log = (await store.listHeads({ prefix: 'frame/' })).find((head) => head.log.endsWith(type))?.log;
    expect(fault.data).toEqual({ log, frame: expect.stringMatching(/^frame:[0-9a-f]{64}$/) });
  });

  test('nothing where a compaction is well-formed, whatever became of its inputs', async () => {
    await bootOracle(await withFrame(await lived(), 'compaction', canonicalText(recap)), { pins });
  });

  test('a fact that breaks a rule of facts, though it is shaped like one', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(fact('x'));
    const [{ handle: _handle, factId: _factId, ...content } = { handle: '', factId: '' }] = (
      await oracle.read()
    ).facts.values();
    const broken: readonly object[] = [
      { ...content, precise: ['/Vermithrax'] },
      { ...content, tiers: { Vermithrax: 1 }, entity: 'x' },
      { ...content, visibility: { consumers: [] } },
      { ...content, precision: 'open' },
      { ...content, Vermithrax: 1 },
    ];
    for (const each of broken)
      await check(await withFrame(createMemoryStore(), 'fact', canonicalText(each)), 'log-corrupt');
    await bootOracle(await withFrame(createMemoryStore(), 'fact', canonicalText(content)), { pins: {} });
  });

  test('an altered object', async () => {
    const store = await lived();
    const [{ handle = '' } = {}] = (await createOracle(store).read()).facts.values();
    const fault = await check(damaged(store, handle.replace('frame:', '') as Sha256), 'hash-mismatch');
    expect(fault.data).toMatchObject({ object: handle.replace('frame:', '') });
  });

  test('one fault, and is taken when it is mended', async () => {
    const store = await lived();
    await check(altered(store, 'wyrm', 'worm'), 'digest-mismatch');
    await bootOracle(store, { pins });
  });
});
