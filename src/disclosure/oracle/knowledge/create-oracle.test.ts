// What the oracle keeps: facts, unlocks, tiers, compactions, pins, and that all of it comes back from the ledger.
import { describe, expect, test } from 'vitest';
import { cursor, fact, policy, sampleOracle, secret } from '../../../../test/lens/sample-world.ts';
import { canonicalShortHash, type FaultCode, isSha256, PenumbraError } from '../../../kernel/index.ts';
import { createMemoryStore, type Store, validateLedger } from '../../../ledger/index.ts';
import { parseWorkingSet } from '../../index.ts';
import type { CompactionDraft } from '../facts/compaction.ts';
import type { CompactionPolicy, PolicyDraft } from '../facts/policy.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import { foldEvents } from '../log/oracle-state.ts';
import { auditWorkingSet } from '../working-set/audit-working-set.ts';
import { compileWorkingSet } from '../working-set/compile-working-set.ts';
import { createOracle } from './create-oracle.ts';
import type { Oracle } from './oracle.ts';

async function compiled(oracle: Oracle, at: Partial<StoryCursor> = {}, under: PolicyDraft = policy) {
  return parseWorkingSet(await compileWorkingSet(oracle, { ...cursor, ...at }, under));
}

async function told(oracle: Oracle, at: Partial<StoryCursor> = {}): Promise<readonly unknown[]> {
  return (await compiled(oracle, at)).facts_slice.map(({ payload, gist }) => payload ?? gist);
}

async function codeOf(promise: Promise<unknown>): Promise<FaultCode | null> {
  return promise.then(
    () => null,
    (error: unknown) => (error instanceof PenumbraError ? error.code : 'internal'),
  );
}

describe('a fact', () => {
  test('has its frame as handle and the short hash of its payload as fact id', async () => {
    const oracle = await sampleOracle();
    const { handle, factId } = await oracle.appendFact(fact({ a: 1 }));
    expect(handle).toMatch(/^frame:[0-9a-f]{64}$/);
    expect(factId).toBe(canonicalShortHash({ a: 1 }));
  });

  test('appended again is the same fact', async () => {
    const oracle = await sampleOracle();
    const first = await oracle.appendFact(fact({ a: 1 }));
    expect(await oracle.appendFact(fact({ a: 1 }))).toEqual(first);
    expect((await oracle.read()).facts.size).toBe(1);
  });

  test('differs in handle for every field, and not in fact id', async () => {
    const oracle = await sampleOracle();
    const drafts = [
      fact('same'),
      secret('same'),
      fact('same', { kind: 'place' }),
      fact('same', { visibility: 'system' }),
      fact('same', { gist: 'g' }),
      fact('same', { synthesized: true }),
      fact('same', { provenance: { source: 'other', eventIds: [], ruleRefs: [] } }),
    ];
    const made = [];
    for (const draft of drafts) made.push(await oracle.appendFact(draft));
    expect(new Set(made.map(({ handle }) => handle)).size).toBe(drafts.length);
    expect(new Set(made.map(({ factId }) => factId)).size).toBe(1);
  });

  test('is locked unless it says otherwise', async () => {
    const oracle = await sampleOracle();
    const { precision: _, ...draft } = fact('nobody said it is open');
    await oracle.appendFact(draft);
    expect(await compiled(oracle)).toMatchObject({ facts_slice: [], locked_precision_handles: ['locked:1'] });
  });

  test('shares the narrowest visibility and precision with facts of the same payload', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(fact('the same words'));
    await oracle.appendFact(
      fact('the same words', { kind: 'place', visibility: { consumers: ['narrator'] } }),
    );
    expect((await compiled(oracle)).facts_slice.map(({ visibility }) => visibility)).toEqual([
      { consumers: ['narrator'] },
      { consumers: ['narrator'] },
    ]);
    await oracle.appendFact(secret('the same words', { kind: 'creature' }));
    expect(await told(oracle)).toEqual([]);
  });

  test.each<[string, FaultCode, Parameters<typeof fact>[1]]>([
    ['an unknown kind', 'invalid-frame', { kind: 'omen' }],
    ['a place it does not have', 'invalid-frame', { precise: ['/b'] }],
    ['tiers without an entity', 'invalid-frame', { tiers: { a: 1 } }],
    ['a tier that is none', 'usage', { entity: 'x', tiers: { a: -1 } }],
    ['an odd visibility', 'invalid-frame', { visibility: 'all' as 'public' }],
  ])('is refused for %s', async (_name, code, changes) => {
    const oracle = await sampleOracle();
    expect(await codeOf(oracle.appendFact(fact({ a: 'x' }, changes)))).toBe(code);
  });
});

describe('a derived lock', () => {
  const name = secret({ name: 'Vermithrax' });

  test('falls on an item that tells of a locked one, and is recorded', async () => {
    const oracle = await sampleOracle();
    const locked = await oracle.appendFact(name);
    const { handle } = await oracle.appendFact(fact({ text: 'they whisper V e r m i t h r a x' }));
    await oracle.appendFact(fact({ text: 'the inn is full' }));
    expect(await told(oracle)).toEqual([{ text: 'the inn is full' }]);
    expect((await compiled(oracle)).locked_precision_handles).toEqual(['locked:1', 'locked:2']);
    const { items } = await auditWorkingSet(oracle, cursor, policy);
    expect(items).toContainEqual(
      expect.objectContaining({ handle, outcome: 'derived-lock', by: [locked.handle] }),
    );
    expect([...(await oracle.read()).state.derivedLocks.keys()]).toEqual([handle]);
  });

  test('leaves the gist, unless it tells as well', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(name);
    await oracle.appendFact(fact({ text: 'Vermithrax wakes' }, { gist: 'something wakes' }));
    await oracle.appendFact(fact({ text: 'Vermithrax sleeps' }, { gist: 'vermithrax is quiet' }));
    expect(await told(oracle)).toEqual(['something wakes']);
  });

  test('falls on the item in which a token ends that another began', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(name);
    await oracle.appendFact(fact('first comes Vermi', { kind: 'clue' }));
    await oracle.appendFact(fact('thrax is the rest', { kind: 'creature' }));
    expect(await told(oracle)).toEqual(['first comes Vermi']);
  });

  test('is gone when what it came from is unlocked', async () => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(name);
    await oracle.appendFact(fact('Vermithrax wakes'));
    await oracle.unlock({ handle, scope: 'scene', scopeId: 'gate', source: 'dice', event: 'event-7' });
    expect(await told(oracle)).toHaveLength(2);
  });

  test('spares registered words, unless they are named', async () => {
    const oracle = await sampleOracle();
    await oracle.registerVocabulary(['Dragon Keep']);
    await oracle.appendFact(secret({ where: 'Dragon Keep', word: 'Xylophone' }));
    await oracle.appendFact(fact('a feast at dragon keep'));
    expect(await told(oracle)).toHaveLength(1);
    await oracle.appendFact(secret({ home: 'dragon-keep' }, { precise: ['/home'] }));
    expect(await told(oracle)).toEqual([]);
  });
});

describe('a compaction', () => {
  const under: PolicyDraft = policy;

  async function withCompaction() {
    const oracle = await sampleOracle();
    const a = await oracle.appendFact(fact('first'));
    const b = await oracle.appendFact(fact('second', { visibility: { consumers: ['narrator'] } }));
    const made = await oracle.compact({ purpose: 'recap', inputs: [b.handle, a.handle] });
    return { oracle, a, b, made };
  }

  test('is made to the byte again after it was dropped', async () => {
    const { oracle, a, b, made } = await withCompaction();
    const before = (await compiled(oracle, {}, under)).compactions_slice;
    expect(before).toMatchObject([{ handle: made.handle, visibility: { consumers: ['narrator'] } }]);
    await oracle.dropCompaction(made.handle);
    expect((await compiled(oracle)).compactions_slice).toEqual([]);
    expect(await oracle.compact({ purpose: 'recap', inputs: [a.handle, b.handle] })).toEqual(made);
    expect((await compiled(oracle)).compactions_slice).toEqual(before);
  });

  test('may be the caller’s own summary, told as nothing that was established', async () => {
    const { oracle, a, b } = await withCompaction();
    const draft = { purpose: 'recap', inputs: [a.handle, b.handle], summary: { text: 'two of them' } };
    const made = await oracle.compact(draft);
    const told = async () =>
      (await compiled(oracle)).compactions_slice.find(({ handle }) => handle === made.handle);
    const before = await told();
    expect(before).toMatchObject({
      payload: { purpose: 'recap', summary: { text: 'two of them' } },
      visibility: { consumers: ['narrator'] },
      synthesized: true,
    });
    await oracle.dropCompaction(made.handle);
    expect(await told()).toBeUndefined();
    expect(await oracle.compact(draft)).toEqual(made);
    expect(await told()).toEqual(before);
    expect((await oracle.compact({ ...draft, summary: 'two' })).handle).not.toBe(made.handle);
  });

  test('has an id that depends on its purpose', async () => {
    const { oracle, a, b, made } = await withCompaction();
    const other = await oracle.compact({ purpose: 'index', inputs: [a.handle, b.handle] });
    expect(other.handle).not.toBe(made.handle);
    expect(other.outputHash).toBe(made.outputHash);
  });

  test('is made as the policy says that was adopted last, unless it says it itself', async () => {
    const { oracle, a, b } = await withCompaction();
    const sizeOf = async (purpose: string, own: Partial<CompactionDraft> = {}) => {
      const { handle } = await oracle.compact({ purpose, inputs: [a.handle, b.handle], ...own });
      const output = (await oracle.read()).compactions.get(handle)?.output;
      return (output as readonly unknown[] | undefined)?.length;
    };
    const adopt = (compaction: Partial<CompactionPolicy>) => compiled(oracle, {}, { ...policy, compaction });
    expect(await sizeOf('before any')).toBe(2);
    await adopt({ maximum_items: 1 });
    expect(await sizeOf('first')).toBe(1);
    await adopt({ maximum_items: 2 });
    expect(await sizeOf('second')).toBe(2);
    await adopt({ maximum_items: 1 });
    expect(await sizeOf('first again')).toBe(1);
    const whole = { version: 1, method: 'collect', maximum_items: 9 } as const;
    expect(await sizeOf('its own', { policy: whole })).toBe(2);
  });

  test('tells nothing with a locked input, or without an allowed one', async () => {
    const oracle = await sampleOracle();
    const open = await oracle.appendFact(fact('first'));
    const locked = await oracle.appendFact(secret('second and secret'));
    await oracle.compact({ purpose: 'recap', inputs: [open.handle, locked.handle], allowed: [open.handle] });
    await oracle.compact({ purpose: 'recap', inputs: [open.handle], allowed: [] });
    expect((await compiled(oracle)).compactions_slice).toEqual([]);
  });
});

describe('a working set', () => {
  test('holds nothing that no consumer of the matrix would get', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(fact('for a stranger', { visibility: { consumers: ['stranger'] } }));
    await oracle.appendFact(fact('for the player', { visibility: { consumers: ['player'] } }));
    await oracle.appendFact(fact('for the keeper', { visibility: 'owner' }));
    expect(await told(oracle)).toEqual(['for the keeper']);
  });

  test('begins with the kinds that the policy names', async () => {
    const oracle = await sampleOracle();
    for (const kind of ['clue', 'creature', 'place']) await oracle.appendFact(fact(`a ${kind}`, { kind }));
    const { facts_slice } = await compiled(
      oracle,
      {},
      { ...policy, ordering: { kinds: ['place', 'creature'] } },
    );
    expect(facts_slice.map(({ kind }) => kind)).toEqual(['place', 'creature', 'clue']);
  });

  test('passes over what does not fit, if the policy says so', async () => {
    const oracle = await sampleOracle();
    await oracle.appendFact(fact('x'.repeat(9_000), { kind: 'clue' }));
    await oracle.appendFact(fact('small', { kind: 'place' }));
    const under = (overflow: 'stop' | 'skip') => ({
      ...policy,
      budget: { tokens: 2_000 },
      truncation: { overflow },
    });
    expect((await compiled(oracle, {}, under('stop'))).facts_slice).toEqual([]);
    expect((await compiled(oracle, {}, under('skip'))).facts_slice).toMatchObject([{ payload: 'small' }]);
  });

  test('knows only tiers that rose, in whatever order their events were merged', () => {
    const tier = (level: number) =>
      ({ type: 'tier', consumer: 'player', entity: 'wyrm', tier: level }) as const;
    expect(foldEvents([tier(1), tier(3), tier(2)]).tiers).toEqual({ player: { wyrm: 3 } });
  });
});

describe('policies and pins', () => {
  test('a wrong pin is refused, and a revised one accepted', async () => {
    const oracle = await sampleOracle();
    await compiled(oracle);
    const other = { ...policy, pins: { stall: 4 } };
    expect(await codeOf(compiled(oracle, {}, other))).toBe('pin-mismatch');
    await oracle.revisePin({ name: 'stall', value: 4, operator: 'ada', event: 'event-8' });
    expect((await compiled(oracle, {}, other)).pins_snapshot).toEqual({ stall: 4 });
  });

  test('every document has the id of its hash and is kept', async () => {
    const store = createMemoryStore();
    const set = await compiled(await sampleOracle(store));
    const ids = Object.values(set.policy_ids)
      .map((id) => id.replace('policy:', ''))
      .filter((digest) => isSha256(digest));
    expect(await store.hasMany(ids)).toEqual([true, true, true, true, true]);
  });

  test.each<[string, PolicyDraft]>([
    ['a matrix with another form', { maskMatrix: { consumers: { a: { b: { public: 'half' as 'full' } } } } }],
    ['an unknown counter', { budget: { counter: 'guess' } }],
    ['a budget that holds nothing', { budget: { tokens: 10 } }],
    ['a fraction', { budget: { tokens: 100.5 } }],
    ['a misspelt field', { ordering: { kind: [] } as object }],
  ])('%s is refused', async (_name, under) => {
    expect(await codeOf(compiled(await sampleOracle(), {}, under))).toBe('invalid-configuration');
  });
});

describe('the ledger', () => {
  test('brings everything back, and is whole', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    const { handle } = await oracle.appendFact(secret('Vermithrax', { gist: 'a dragon' }));
    const open = await oracle.appendFact(fact('the gate is open'));
    await oracle.compact({ purpose: 'recap', inputs: [open.handle] });
    await oracle.unlock({ handle, scope: 'scene', scopeId: 'gate', source: 'dice', event: 'event-7' });
    await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 2 });
    await oracle.setCursor(cursor);
    const set = await compileWorkingSet(oracle, cursor, policy);
    const again = createOracle(store);
    expect((await compileWorkingSet(again, cursor, policy)).bytes).toEqual(set.bytes);
    expect((await again.read()).state.cursor).toEqual(cursor);
    expect(await validateLedger(store)).toMatchObject({ ok: true });
  });

  test('keeps worlds apart', async () => {
    const store = createMemoryStore();
    await (await sampleOracle(store, { world: 'one' })).appendFact(fact('only here'));
    expect(await told(await sampleOracle(store, { world: 'two' }))).toEqual([]);
  });

  test('that was changed is refused, each fault by its own name', async () => {
    const store = createMemoryStore();
    await sampleOracle(store);
    const altered = (readLog: Store['readLog']): Store => ({ ...store, readLog });
    const turned: Store['readLog'] = async (log, page) =>
      (await store.readLog(log, page)).map((entry) => ({
        ...entry,
        value: entry.value.replace('clue', 'blue'),
      }));
    expect(await codeOf(createOracle(altered(turned)).read())).toBe('digest-mismatch');
    const [head] = await store.listHeads({ prefix: 'oracle/' });
    await store.commit({ atMs: 0, appends: [{ log: head?.log ?? '', value: '{"type":"unheard-of"}' }] });
    expect(await codeOf(createOracle(store).read())).toBe('log-corrupt');
  });

  test('serves callers that do not wait in their order', async () => {
    const oracle = createOracle();
    void oracle.registerKind({ kind: 'clue' });
    void oracle.appendFact(fact('no one waited'));
    expect(await told(oracle)).toEqual(['no one waited']);
  });
});

test('frames of the context come in with the call, and what is not declared is locked', async () => {
  const base = {
    slice: 'facts',
    precise: [],
    provenance: { source: 'scan', event_ids: [], rule_refs: [] },
  } as const;
  const frames = [
    {
      ...base,
      handle: 'frame:a',
      kind: 'outline',
      payload: 'open',
      visibility: 'public',
      precision: 'unlocked',
    },
    {
      ...base,
      handle: 'frame:b',
      kind: 'undeclared',
      payload: 'concealed',
      visibility: 'system',
      precision: 'locked',
    },
  ] as const;
  const shown = [{ ...frames[0], isStale: true }, frames[1]];
  const set = await compileWorkingSet(await sampleOracle(), cursor, policy, { frames: shown });
  expect(parseWorkingSet(set)).toMatchObject({
    facts_slice: [{ handle: 'frame:a', stale: true }],
    locked_precision_handles: ['locked:1'],
  });
});
