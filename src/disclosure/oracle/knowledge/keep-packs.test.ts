// Packs on record: kept with what it takes to compile them again, and never replaced by another one.
import { describe, expect, test } from 'vitest';
import { sampleOracle } from '../../../../test/lens/sample-world.ts';
import { canonicalize, canonicalText, PenumbraError, type Sha256, sha256 } from '../../../kernel/index.ts';
import {
  collect,
  createMemoryStore,
  defineFrameTypes,
  type Store,
  validateLedger,
} from '../../../ledger/index.ts';
import { createOracle } from './create-oracle.ts';
import type { PackDraft } from './oracle.ts';

const key = sha256('key');
const packOf = (tone: string) => {
  const bytes = canonicalize({ style: { tone }, truth: [{ payload: 'Vermithrax' }] });
  return { bytes, hash: sha256(bytes) };
};
const throwing = {
  hash: packOf('dry').hash,
  get bytes(): Uint8Array {
    throw new Error('Vermithrax');
  },
};
const request = { schema: 'penumbra.pack-request/1', consumer: 'narrator' };

async function faultOf(promise: Promise<unknown>): Promise<PenumbraError> {
  const error = await promise.then(() => null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PenumbraError);
  expect((error as PenumbraError).hint).toBeTruthy();
  expect(canonicalText({ ...(error as PenumbraError).data })).not.toContain('Vermithrax');
  expect((error as PenumbraError).message).not.toContain('Vermithrax');
  return error as PenumbraError;
}

/** A store from which one object was lost. */
function without(store: Store, lost: Sha256): Store {
  return {
    ...store,
    getMany: async (ids) =>
      (await store.getMany(ids)).map((bytes, index) => (ids[index] === lost ? null : bytes)),
  };
}

describe('a pack', () => {
  test('is read back with its request, also by another oracle', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    const pack = packOf('dry');
    await oracle.recordPack({ key, pack, request });
    expect(await oracle.readPack(key)).toEqual({ ...pack, request });
    expect(await createOracle(store).readPack(key)).toEqual({ ...pack, request });
    expect((await oracle.read()).state.packs).toEqual(
      new Map([[key, { hash: pack.hash, request: sha256(canonicalText(request)) }]]),
    );
  });

  test('without a request has none', async () => {
    const oracle = await sampleOracle();
    await oracle.recordPack({ key, pack: packOf('dry') });
    expect(await oracle.readPack(key)).toEqual({ ...packOf('dry'), request: null });
    expect(await oracle.readPack(sha256('another key'))).toBeNull();
    expect(await oracle.readPack('constructor')).toBeNull();
  });

  test('recorded again is the same, and writes nothing', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    await oracle.recordPack({ key, pack: packOf('dry'), request });
    const before = await store.statistics();
    await oracle.recordPack({ key, pack: packOf('dry'), request });
    await createOracle(store).recordPack({ key, pack: packOf('dry') });
    expect(await store.statistics()).toEqual(before);
  });

  test('stays with its request when the ledger is collected, and leaves it whole', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    await oracle.recordPack({ key, pack: packOf('dry'), request });
    await collect(store, { types: defineFrameTypes() });
    expect(await createOracle(store).readPack(key)).toEqual({ ...packOf('dry'), request });
    expect(await validateLedger(store)).toMatchObject({ ok: true });
  });

  test('that comes out different is refused with the first difference', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    await oracle.recordPack({ key, pack: packOf('dry'), request });
    const fault = await faultOf(oracle.recordPack({ key, pack: packOf('wet'), request }));
    expect(fault).toMatchObject({
      code: 'rebuild-differs',
      data: { key, recorded: packOf('dry').hash, hash: packOf('wet').hash, difference: 'style' },
    });
    expect(await oracle.readPack(key)).toEqual({ ...packOf('dry'), request });
  });

  test('is taken once, whatever its bytes say when they are asked again', async () => {
    const { bytes, hash } = packOf('dry');
    const answers = [bytes, packOf('wet').bytes];
    const pack = {
      hash,
      get bytes() {
        return answers.shift() as Uint8Array;
      },
    };
    const oracle = await sampleOracle();
    await oracle.recordPack({ key, pack });
    expect(answers).toHaveLength(1);
    expect(await oracle.readPack(key)).toEqual({ ...packOf('dry'), request: null });
  });

  test('says so where the recorded one is gone', async () => {
    const store = createMemoryStore();
    await (await sampleOracle(store)).recordPack({ key, pack: packOf('dry'), request });
    const lost = createOracle(without(store, packOf('dry').hash));
    const fault = await faultOf(lost.recordPack({ key, pack: packOf('wet') }));
    expect(fault.data).toMatchObject({ difference: 'the recorded pack is gone' });
    expect((await faultOf(lost.readPack(key))).code).toBe('store-damaged');
    const asked = createOracle(without(store, sha256(canonicalText(request))));
    expect((await faultOf(asked.readPack(key))).code).toBe('store-damaged');
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['no pack', { key }],
    ['a key that is no hash', { key: 'Vermithrax', pack: packOf('dry') }],
    ['a hash of other bytes', { key, pack: { ...packOf('dry'), hash: sha256('other') } }],
    ['a text for bytes', { key, pack: { bytes: 'Vermithrax', hash: sha256('Vermithrax') } }],
    [
      'a pack that cannot be read',
      {
        key,
        get pack() {
          throw new Error('Vermithrax');
        },
      },
    ],
    ['bytes that cannot be read', { key, pack: throwing }],
    ['a request with a function', { key, pack: packOf('dry'), request: { Vermithrax: () => 1 } }],
    ['a request with a decimal', { key, pack: packOf('dry'), request: { Vermithrax: 0.5 } }],
  ])('is refused for %s, and nothing is written', async (_name, draft) => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    const before = await store.statistics();
    const { code } = await faultOf(oracle.recordPack(draft as PackDraft));
    expect(['usage', 'not-canonical']).toContain(code);
    expect(await store.statistics()).toEqual(before);
    await oracle.recordPack({ key, pack: packOf('dry') });
  });
});
