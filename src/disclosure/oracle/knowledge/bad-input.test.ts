// What an oracle refuses: every fault has a code and a remedy, tells nothing of payloads, leaves nothing half-written,
// and the next call is served.
import { describe, expect, test } from 'vitest';
import { fact, sampleOracle } from '../../../../test/lens/sample-world.ts';
import { type CanonicalValue, type FaultCode, limits, PenumbraError } from '../../../kernel/index.ts';
import { createMemoryStore } from '../../../ledger/index.ts';
import type { FactDraft } from '../facts/write-fact.ts';
import type { Oracle } from './oracle.ts';

const absent = `frame:${'0'.repeat(64)}`;
const SECRET = 'Vermithrax';

/** Checks that a call is refused with a code and without consequences. */
async function check(call: (oracle: Oracle, known: string) => Promise<unknown>, code: FaultCode) {
  const store = createMemoryStore();
  const oracle = await sampleOracle(store);
  const { handle } = await oracle.appendFact(fact('known'));
  const before = await store.statistics();
  const error = await call(oracle, handle).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PenumbraError);
  const { message, data, hint, cause, code: actual } = error as PenumbraError;
  expect(actual).toBe(code);
  expect(hint).toBeTruthy();
  expect(cause).toBeUndefined();
  expect(`${message} ${hint} ${JSON.stringify(data)}`).not.toContain(SECRET);
  expect(await store.statistics()).toEqual(before);
  await oracle.appendFact(fact('the next one'));
  expect((await oracle.read()).facts.size).toBe(2);
}

const cyclic: Record<string, unknown> = { [SECRET]: 1 };
cyclic.self = cyclic;
const deep = (levels: number): CanonicalValue =>
  Array.from({ length: levels }).reduce<CanonicalValue>((inner) => ({ [SECRET]: inner }), 1);
const throwing = {
  get [SECRET](): string {
    throw new Error(SECRET);
  },
};
const values: readonly [string, FaultCode, unknown][] = [
  ['a cycle', 'not-canonical', cyclic],
  ['200 levels', 'invalid-frame', deep(200)],
  ['10,000 levels', 'not-canonical', deep(10_000)],
  ['undefined inside', 'not-canonical', { [SECRET]: undefined }],
  ['a function', 'not-canonical', { [SECRET]: () => 1 }],
  ['a number that is none', 'not-canonical', { [SECRET]: Number.NaN }],
  ['a decimal', 'not-canonical', { [SECRET]: 0.5 }],
  ['a lone surrogate', 'not-canonical', `${SECRET} \ud800`],
  ['a lone surrogate in a key', 'not-canonical', { [`${SECRET}\udc00`]: 1 }],
  ['a symbol', 'not-canonical', { [SECRET]: Symbol(SECRET) }],
  ['a date', 'not-canonical', { [SECRET]: new Date(0) }],
  ['a map', 'not-canonical', new Map([[SECRET, 1]])],
  ['a getter that throws', 'not-canonical', throwing],
];

describe('a fact is refused for a payload or gist of', () => {
  test.each(values)('%s', async (_name, code, value) => {
    await check((oracle) => oracle.appendFact(fact(value as CanonicalValue)), code);
    await check((oracle) => oracle.appendFact(fact('x', { gist: value as CanonicalValue })), code);
  });

  test('more bytes than an object may have', async () => {
    const large = SECRET.padEnd(limits.objectBytes, '.');
    await check((oracle) => oracle.appendFact(fact(large)), 'limit-exceeded');
  });

  test('nothing', async () => {
    await check((oracle) => oracle.appendFact(fact(undefined as unknown as null)), 'invalid-frame');
  });
});

describe('a fact is refused for', () => {
  test.each<[string, FaultCode, object]>([
    ['an unknown kind', 'invalid-frame', { kind: 'omen' }],
    ['an empty kind', 'invalid-frame', { kind: '' }],
    ['a kind that is no text', 'invalid-frame', { kind: 7 }],
    ['no provenance', 'invalid-frame', { provenance: undefined }],
    ['a provenance that is a text', 'invalid-frame', { provenance: SECRET }],
    ['a provenance without a source', 'invalid-frame', { provenance: { eventIds: [], ruleRefs: [] } }],
    ['a source that is a number', 'invalid-frame', { provenance: { source: 7, eventIds: [], ruleRefs: [] } }],
    ['events that are a text', 'invalid-frame', { provenance: { source: 's', eventIds: SECRET } }],
    ['a misspelt provenance', 'invalid-frame', { provenance: { source: 's', event_ids: [SECRET] } }],
    ['an unknown visibility', 'invalid-frame', { visibility: SECRET }],
    ['no visibility', 'invalid-frame', { visibility: undefined }],
    ['a visibility for nobody', 'invalid-frame', { visibility: { consumers: [] } }],
    ['a visibility for a number', 'invalid-frame', { visibility: { consumers: [7] } }],
    ['a visibility with more', 'invalid-frame', { visibility: { consumers: ['a'], [SECRET]: 1 } }],
    ['an unknown precision', 'invalid-frame', { precision: 'open' }],
    ['`precise` that is a text', 'invalid-frame', { precise: SECRET }],
    ['`precise` that leads nowhere', 'invalid-frame', { precise: [`/${SECRET}`] }],
    ['`precise` that is no pointer', 'invalid-frame', { precise: ['/~2'] }],
    ['`precise` at the length of a list', 'invalid-frame', { precise: ['/list/length'] }],
    ['an entity that is a number', 'invalid-frame', { entity: 7 }],
    ['an owner that is no name', 'invalid-frame', { owner: SECRET.concat(' ') }],
    ['a tag that is a text', 'invalid-frame', { synthesized: 'yes' }],
    ['tiers without an entity', 'invalid-frame', { tiers: { list: 1 } }],
    ['tiers that lead nowhere', 'invalid-frame', { entity: 'x', tiers: { [`/${SECRET}`]: 1 } }],
    ['tiers of a prototype', 'invalid-frame', { entity: 'x', tiers: { constructor: 1 } }],
    ['tiers that are none', 'invalid-frame', { entity: 'x', tiers: null }],
    ['a tier below none', 'usage', { entity: 'x', tiers: { list: -1 } }],
    ['an unknown tier', 'usage', { entity: 'x', tiers: { list: SECRET } }],
    ['a tier that nobody reaches', 'usage', { entity: 'x', tiers: { list: Number.MAX_SAFE_INTEGER } }],
    ['a misspelt field', 'invalid-frame', { tier: { list: 1 } }],
  ])('%s', async (_name, code, changes) => {
    await check((oracle) => oracle.appendFact(fact({ list: ['x'] }, changes)), code);
  });

  test('being none', async () => {
    for (const none of [null, undefined, 7, SECRET])
      await check((oracle) => oracle.appendFact(none as unknown as FactDraft), 'invalid-frame');
    await check((oracle) => oracle.appendFacts(SECRET as unknown as FactDraft[]), 'usage');
  });

  test('one among good ones, of which none is written', async () => {
    const drafts = Array.from({ length: 3_000 }, (_, index) => fact({ index }));
    await check((oracle) => oracle.appendFacts([...drafts, fact(SECRET, { kind: 'omen' })]), 'invalid-frame');
  });
});

test('a position of a list is a place for `precise` and `tiers`', async () => {
  const oracle = await sampleOracle();
  await oracle.appendFact(
    fact({ list: ['x'] }, { precise: ['/list/0'], entity: 'e', tiers: { '/list/0': 1 } }),
  );
});

const lock = { handle: absent, scope: 'scene', scopeId: 'gate', source: 'dice', event: 'e' } as const;
const word = { operator: 'ada', event: 'e' };

describe('an oracle refuses', () => {
  test.each<[string, FaultCode, (oracle: Oracle, known: string) => Promise<unknown>]>([
    ['an unlock of an unknown handle', 'frame-not-found', (o) => o.unlock(lock)],
    ['an unlock of a misspelt handle', 'frame-not-found', (o) => o.unlock({ ...lock, handle: 'frame:a' })],
    [
      'an unlock of a rule without a name',
      'frame-not-found',
      (o) => o.unlock({ ...lock, handle: 'rule_ref:' }),
    ],
    [
      'an unlock of an unknown scope',
      'usage',
      (o, h) => o.unlock({ ...lock, handle: h, scope: 'world' as 'scene' }),
    ],
    ['an unlock of an empty scope id', 'usage', (o, h) => o.unlock({ ...lock, handle: h, scopeId: '' })],
    ['an unlock on nobody’s word', 'usage', (o, h) => o.unlock({ ...lock, handle: h, source: '' })],
    ['an unlock that is none', 'usage', (o) => o.unlock(null as unknown as typeof lock)],
    ['an unlock with more', 'usage', (o, h) => o.unlock({ ...lock, handle: h, [SECRET]: 1 } as typeof lock)],
    ['an unlock that throws', 'usage', (o) => o.unlock(throwing as unknown as typeof lock)],
    ['a lock of what was never open', 'usage', (o, h) => o.relock({ ...lock, handle: h })],
    ['a promotion of an unknown fact', 'frame-not-found', (o) => o.promote({ handle: absent, ...word })],
    ['a promotion by nobody', 'usage', (o, h) => o.promote({ handle: h, ...word, operator: '' })],
    ['a cursor without a scene', 'usage', (o) => o.setCursor({ world: SECRET } as never)],
    ['a cursor that is none', 'usage', (o) => o.setCursor(null as never)],
    [
      'a tier of an odd consumer',
      'usage',
      (o) => o.raiseTier({ consumer: '__proto__', entity: 'x', tier: 1 }),
    ],
    ['a tier of no entity', 'usage', (o) => o.raiseTier({ consumer: 'a', tier: 1 } as never)],
    ['an unknown tier', 'usage', (o) => o.raiseTier({ consumer: 'a', entity: 'x', tier: SECRET as 'SEEN' })],
    [
      'a tier that nobody reaches',
      'usage',
      (o) => o.raiseTier({ consumer: 'a', entity: 'x', tier: Number.MAX_SAFE_INTEGER }),
    ],
    [
      'a tier that is never reached',
      'usage',
      (o) => o.raiseTier({ consumer: 'a', entity: 'x', tier: 'never' as 'SEEN' }),
    ],
    ['half a tier', 'usage', (o) => o.raiseTier({ consumer: 'a', entity: 'x', tier: 0.5 })],
    ['a compaction of nothing', 'usage', (o) => o.compact({ purpose: 'recap', inputs: [] })],
    [
      'a compaction of the unknown',
      'frame-not-found',
      (o) => o.compact({ purpose: 'recap', inputs: [absent] }),
    ],
    ['a compaction for no purpose', 'usage', (o, h) => o.compact({ purpose: '', inputs: [h] })],
    [
      'a compaction that allows more than it has',
      'usage',
      (o, h) => o.compact({ purpose: 'recap', inputs: [h], allowed: [h, absent] }),
    ],
    [
      'a compaction by an unknown method',
      'usage',
      (o, h) =>
        o.compact({
          purpose: 'recap',
          inputs: [h],
          policy: { version: 1, method: SECRET as 'collect', maximum_items: 1 },
        }),
    ],
    ['a compaction that is none', 'usage', (o) => o.compact(7 as never)],
    [
      'a compaction with a summary that says nothing',
      'usage',
      (o, h) => o.compact({ purpose: 'recap', inputs: [h], summary: null }),
    ],
    ['dropping the unknown', 'frame-not-found', (o) => o.dropCompaction(absent)],
    ['dropping what is no compaction', 'frame-not-found', (o, h) => o.dropCompaction(h)],
    ['a revision of an unknown pin', 'usage', (o) => o.revisePin({ name: 'stall', value: 4, ...word })],
    [
      'a revision to a list',
      'usage',
      (o) => o.revisePin({ name: 'stall', value: [SECRET] as never, ...word }),
    ],
    ['a kind with an odd name', 'invalid-name', (o) => o.registerKind({ kind: `${SECRET} !` })],
    ['a kind without a name', 'usage', (o) => o.registerKind({} as never)],
    [
      'a kind of an unknown slice',
      'usage',
      (o) => o.registerKind({ kind: 'omen', slice: SECRET as 'facts' }),
    ],
    [
      'a kind that stands otherwise',
      'invalid-configuration',
      (o) => o.registerKind({ kind: 'clue', recall: true }),
    ],
    [
      'two kinds of one name',
      'invalid-configuration',
      (o) => o.registerKinds([{ kind: 'omen' }, { kind: 'omen', recall: true }]),
    ],
    ['kinds that are no list', 'usage', (o) => o.registerKinds('omen' as never)],
    ['words that are no list', 'usage', (o) => o.registerVocabulary(SECRET as never)],
    ['an empty word', 'usage', (o) => o.registerVocabulary(['dragon', ''])],
    ['a word that is a number', 'usage', (o) => o.registerVocabulary([7 as never])],
  ])('%s', async (_name, code, call) => {
    await check(call, code);
  });

  test('to drop a compaction twice, and takes it back when it is made again', async () => {
    const oracle = await sampleOracle();
    const { handle } = await oracle.appendFact(fact('first'));
    const made = await oracle.compact({ purpose: 'recap', inputs: [handle] });
    await oracle.dropCompaction(made.handle);
    await expect(oracle.dropCompaction(made.handle)).rejects.toMatchObject({ code: 'usage' });
    await oracle.compact({ purpose: 'recap', inputs: [handle] });
    await oracle.dropCompaction(made.handle);
  });
});

describe('names that mean something to JavaScript mean nothing here:', () => {
  test('tiers', async () => {
    const store = createMemoryStore();
    const oracle = await sampleOracle(store);
    const raises = [
      ['constructor', '__proto__', 2],
      ['constructor', 'constructor', 1],
      ['a/b', 'c', 3],
      ['a', 'b/c', 4],
      ['toString', 'x', 1],
    ] as const;
    for (const [consumer, entity, tier] of raises) await oracle.raiseTier({ consumer, entity, tier });
    const { tiers } = (await oracle.read()).state;
    const found = Object.entries(tiers).flatMap(([consumer, entities]) =>
      Object.entries(entities).map(([entity, tier]) => [consumer, entity, tier]),
    );
    expect(found.sort()).toEqual(raises.map((raise) => [...raise]).sort());
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('vocabulary and kinds', async () => {
    const oracle = await sampleOracle();
    await oracle.registerKind({ kind: 'constructor' });
    await oracle.registerVocabulary(['__proto__', 'constructor']);
    await oracle.appendFact(fact({ ['__proto__']: 1, constructor: 2 }, { kind: 'constructor' }));
    expect((await oracle.read()).state.kinds.has('constructor')).toBe(true);
  });
});
