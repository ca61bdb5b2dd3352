// Snapshots: a state survives writing and reading, a prefix plus the rest gives the whole, and invalid
// snapshots are ignored.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fact, sampleOracle } from '../../../../test/lens/sample-world.ts';
import { canonicalText, makeId, sha256 } from '../../../kernel/index.ts';
import { createMemoryStore, type Store, toObject, verifyObject } from '../../../ledger/index.ts';
import { policyNames } from '../facts/policy.ts';
import { createOracle } from '../knowledge/create-oracle.ts';
import type { OracleEvent } from './oracle-event.ts';
import { newestSnapshots, snapshotEntry, snapshotObject } from './oracle-snapshot.ts';
import { applyEvent, emptyState, foldEvents } from './oracle-state.ts';

const name = fc.constantFrom('a', 'b', 'constructor');
const text = fc.constantFrom('x', '__proto__', 'constructor', 'a/b', 'ÿ😀');
const digest = fc.constantFrom('1', '2').map(sha256);
const event: fc.Arbitrary<OracleEvent> = fc.oneof(
  fc.record({
    type: fc.constant('kind' as const),
    kind: name,
    recall: fc.boolean(),
    mechanical: fc.boolean(),
    slice: fc.constantFrom('facts' as const, 'state' as const),
  }),
  fc.record({
    type: fc.constantFrom('unlock' as const, 'relock' as const),
    handle: text,
    scope: fc.constantFrom('scene' as const, 'campaign' as const),
    scopeId: text,
    source: text,
    event: text,
  }),
  fc.record({
    type: fc.constant('cursor' as const),
    cursor: fc.record({ world: text, campaign: text, scene: text, session: text, mode: text }),
  }),
  fc.record({ type: fc.constant('tier' as const), consumer: name, entity: text, tier: fc.nat(4) }),
  fc.record({ type: fc.constant('vocabulary' as const), words: fc.array(text) }),
  fc.record({ type: fc.constant('promotion' as const), handle: text, operator: text, event: text }),
  fc.record({ type: fc.constant('compaction' as const), handle: text, isDropped: fc.boolean() }),
  fc.record({
    type: fc.constant('policy' as const),
    name: fc.constantFrom(...policyNames),
    id: digest.map((hash) => makeId('policy', hash)),
  }),
  fc.record({ type: fc.constant('pin' as const), name: text, value: fc.oneof(text, fc.nat(), fc.boolean()) }),
  fc.record({ type: fc.constant('derived-lock' as const), handle: text, by: text }),
  fc.record({
    type: fc.constant('pack' as const),
    key: digest,
    pack: digest.map((hash) => makeId('pack', hash)),
    request: fc.option(digest.map((hash) => makeId('content', hash))),
  }),
);

async function storeWith(value: string, bytesOrText: Uint8Array | string): Promise<Store> {
  const store = createMemoryStore();
  await store.commit({ atMs: 0, puts: [toObject(bytesOrText)], appends: [{ log: 'snapshots', value }] });
  return store;
}

async function found(store: Store) {
  return Array.fromAsync(newestSnapshots(store, 'snapshots'));
}

describe('a state', () => {
  test('is read back from its snapshot, and the rest of the events leads to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event), fc.array(event), async (before, after) => {
        const object = snapshotObject(foldEvents(before));
        const place = { sequence: 7, digest: sha256('place') };
        const [snapshot] = await found(await storeWith(snapshotEntry(place, object), object.bytes));
        expect(snapshot?.place).toEqual(place);
        const state = snapshot?.state ?? emptyState();
        expect(state).toEqual(foldEvents(before));
        for (const next of after) applyEvent(state, next);
        expect(state).toEqual(foldEvents([...before, ...after]));
        expect(snapshotObject(state).id).toBe(snapshotObject(foldEvents([...before, ...after])).id);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is no snapshot is passed over:', () => {
  const whole = snapshotObject(emptyState());
  const place = { sequence: 1, digest: sha256('place') };
  const document = JSON.parse(new TextDecoder().decode(whole.bytes)) as Record<string, unknown>;
  const tier = { type: 'tier', consumer: 'player', entity: 'wyrm' };
  const altered = (changes: object) => canonicalText({ ...document, ...changes });

  test('the sample itself is one', async () => {
    expect(await found(await storeWith(snapshotEntry(place, whole), whole.bytes))).toHaveLength(1);
  });

  test.each<[string, string]>([
    ['another schema', altered({ schema: 'penumbra.oracle-snapshot/1' })],
    ['an unknown field', altered({ more: 1 })],
    ['an event that is none', altered({ events: [{ type: 'unheard-of' }] })],
    ['an unlock without a handle', altered({ events: [{ type: 'unlock' }] })],
    ['a tier that is a text', altered({ events: [{ ...tier, tier: '3' }] })],
    ['a tier that nobody reaches', altered({ events: [{ ...tier, tier: Number.MAX_SAFE_INTEGER }] })],
    ['a pack without a hash', altered({ events: [{ type: 'pack', key: sha256('key'), request: null }] })],
    ['a pin that is a list', altered({ events: [{ type: 'pin', name: 'stall', value: [3] }] })],
    ['a list', '[]'],
    ['another spelling', ` ${altered({})}`],
  ])('%s', async (_name, content) => {
    expect(await found(await storeWith(snapshotEntry(place, toObject(content)), content))).toEqual([]);
  });

  test.each<[string, string]>([
    ['an entry without a place', canonicalText({ state: makeId('content', whole.id) })],
    ['an entry of another kind', canonicalText({ ...place, state: makeId('frame', whole.id) })],
    [
      'an entry of an object that is gone',
      canonicalText({ ...place, state: makeId('content', sha256('?')) }),
    ],
  ])('%s', async (_name, value) => {
    expect(await found(await storeWith(value, whole.bytes))).toEqual([]);
  });

  test('a damaged object', async () => {
    const store = await storeWith(snapshotEntry(place, whole), whole.bytes);
    const getMany: Store['getMany'] = async ([id = whole.id]) => {
      verifyObject(id, new Uint8Array([0]));
      return [];
    };
    const damaged: Store = { ...store, getMany };
    expect(await found(damaged)).toEqual([]);
  });
});

describe('an oracle', () => {
  test('writes one snapshot for one place, and none for an empty log', async () => {
    const store = createMemoryStore();
    expect(await createOracle(store).snapshot()).toEqual({ sequence: 0, digest: null });
    const oracle = await sampleOracle(store);
    const first = await oracle.snapshot();
    expect(await oracle.snapshot()).toEqual(first);
    expect(await createOracle(store).snapshot()).toEqual(first);
    const heads = await store.listHeads({ prefix: 'oracle-snapshot/' });
    expect(heads.map(({ sequence }) => sequence)).toEqual([1]);
    await oracle.registerKind({ kind: 'omen' });
    expect((await oracle.snapshot()).sequence).toBe(first.sequence + 1);
  });

  test('that begins with a snapshot goes on like one that read it all', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    await oracle.snapshot();
    const again = createOracle(store);
    await again.appendFact(fact('known kinds'));
    await again.registerKind({ kind: 'omen' });
    expect((await oracle.read()).state).toEqual((await again.read()).state);
  });
});
