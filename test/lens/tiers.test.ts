// Tiers, all the way to the pack: fields above what a consumer knows are absent, and raising one only ever adds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsAtTier, valueAt } from '../../src/disclosure/index.ts';
import { compilePromptPack, parsePack, renderPack } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  type FactDraft,
  knowledgeTiers,
  type TierName,
} from '../../src/disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText } from '../../src/kernel/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { cursor, fact, oracleWith, packOf, policy, sampleOracle, secret } from './sample-world.ts';

const creature = (payload: CanonicalValue, tiers: FactDraft['tiers'], entity = 'wyrm') =>
  fact(payload, { kind: 'creature', entity, ...(tiers !== undefined && { tiers }) });

/** What the player is told of a creature at a tier, or undefined where nothing is. */
async function toldAt(
  draft: FactDraft,
  tier: TierName,
  entity = 'wyrm',
): Promise<CanonicalValue | undefined> {
  const oracle = await oracleWith([draft]);
  await oracle.raiseTier({ consumer: 'player', entity: 'someone else', tier: 1 });
  await oracle.raiseTier({ consumer: 'player', entity, tier });
  const { pack } = compilePromptPack(await compileWorkingSet(oracle, cursor, policy), { consumer: 'player' });
  return parsePack(pack).truth[0]?.payload;
}

test('MASK-3: a field appears at its tier, stays above it, and no event takes it back', async () => {
  const draft = creature(
    { hp: 31, look: 'scales', name: 'wyrm' },
    { hp: 'STUDIED', look: 'SEEN', name: 'UNKNOWN' },
  );
  const expected = [{ name: 'wyrm' }, { name: 'wyrm' }, { look: 'scales', name: 'wyrm' }];
  for (const [tier, told] of expected.entries()) expect(await toldAt(draft, tier)).toEqual(told);
  const oracle = await oracleWith([draft]);
  for (const tier of ['STUDIED', 'SEEN', 'UNKNOWN'] as const) {
    await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier });
    const set = await compileWorkingSet(oracle, cursor, policy);
    const { pack } = compilePromptPack(set, { consumer: 'player' });
    expect(parsePack(pack).truth[0]?.payload).toEqual({ hp: 31, look: 'scales', name: 'wyrm' });
  }
});

test('MASK-3: what no tier lists is absent at every tier, and a fact without tiers goes by the matrix alone', async () => {
  const payload = { hp: 31, look: 'scales', name: 'wyrm' };
  for (const tier of knowledgeTiers) {
    expect(await toldAt(creature(payload, { look: 'UNKNOWN', name: 'never' }), tier)).toEqual({
      look: 'scales',
    });
    expect(await toldAt(creature(payload, {}), tier)).toBeUndefined();
    expect(await toldAt(creature(payload, undefined), tier)).toEqual(payload);
  }
});

test('MASK-3: a field of a gist is listed like one of the payload', async () => {
  const gist = { name: 'something old', hp: 'many', note: 'unlisted' };
  const tiers = { name: 0, hp: 3, '/note': 'never' } as const;
  const oracle = await oracleWith([
    secret({ hp: 31, name: 'Vermithrax' }, { kind: 'creature', entity: 'wyrm', gist, tiers }),
  ]);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { pack } = compilePromptPack(set, { consumer: 'player', guard: set.guard });
  expect(parsePack(pack).truth.map(({ payload }) => payload)).toEqual([{ name: 'something old' }]);
});

test('MASK-3: of two who raise a tier at once, the higher one holds', async () => {
  const store = createMemoryStore();
  const [one, other] = [await sampleOracle(store), await sampleOracle(store)];
  await one.appendFact(creature({ hp: 31, look: 'a' }, { hp: 4, look: 0 }));
  const raise = { consumer: 'player', entity: 'wyrm' };
  await Promise.all([one.raiseTier({ ...raise, tier: 4 }), other.raiseTier({ ...raise, tier: 2 })]);
  const { pack } = compilePromptPack(await compileWorkingSet(one, cursor, policy), { consumer: 'player' });
  expect(parsePack(pack).truth[0]?.payload).toEqual({ hp: 31, look: 'a' });
});

test('MASK-3: what one consumer knows of one entity is nothing to another', async () => {
  const oracle = await oracleWith([creature({ hp: 31, look: 'a' }, { hp: 1, look: 0 })]);
  await oracle.raiseTier({ consumer: 'narrator', entity: 'wyrm', tier: 4 });
  await oracle.raiseTier({ consumer: 'player', entity: 'hydra', tier: 4 });
  const set = await compileWorkingSet(oracle, cursor, policy);
  const told = (consumer: string) => parsePack(compilePromptPack(set, { consumer }).pack).truth[0]?.payload;
  expect(told('narrator')).toEqual({ hp: 31, look: 'a' });
  expect(told('player')).toEqual({ look: 'a' });
});

test.each(['constructor', '__proto__', 'toString', 'wyrm|player', ' '])(
  'MASK-3: an entity may be called `%s`',
  async (entity) => {
    const draft = creature({ hp: 31, look: 'a' }, { hp: 2, look: 0 }, entity);
    expect(await toldAt(draft, 1, entity)).toEqual({ look: 'a' });
    expect(await toldAt(draft, 2, entity)).toEqual({ hp: 31, look: 'a' });
  },
);

test.each<[string, CanonicalValue, string, CanonicalValue | undefined]>([
  ['a nested field', { a: { b: 1, c: 2 } }, '/a/b', { a: { c: 2 } }],
  ['a first position', { a: [1, 2, 3] }, '/a/0', { a: [2, 3] }],
  ['a middle position', { a: [1, 2, 3] }, '/a/1', { a: [1, 3] }],
  ['a field of a position', { a: [{ b: 1, c: 2 }, { b: 3 }] }, '/a/0/b', { a: [{ c: 2 }, { b: 3 }] }],
  ['a list at the top', [1, 2], '/0', [2]],
  ['a key with a slash', { 'a/b': 1, c: 2 }, '/a~1b', { c: 2 }],
  ['a key with a tilde', { 'a~b': 1, c: 2 }, '/a~0b', { c: 2 }],
  ['a key that spells an escape', { '~1': 1, '/': 2 }, '/~01', { '/': 2 }],
  ['a bare name with a slash', { 'a/b': 1, c: 2 }, 'a/b', { c: 2 }],
  ['an empty key', { '': 1, c: 2 }, '/', { c: 2 }],
  ['a key of every object', { ['__proto__']: 1, c: 2 }, '/__proto__', { c: 2 }],
  ['all of it', { a: 1 }, '', undefined],
  ['the only field', { a: 1 }, 'a', undefined],
  ['a text as a whole', 'the only text', '', undefined],
])('MASK-3: %s is absent below its tier, with nothing in its place', async (_name, payload, field, told) => {
  const draft = creature(payload, { '': 'UNKNOWN', [field]: 'FOUGHT' });
  expect(await toldAt(draft, 'SEEN')).toEqual(told);
  expect(await toldAt(draft, 'FOUGHT')).toEqual(payload);
});

test('MASK-3: several positions of one list are each the position they were', async () => {
  const draft = creature(
    { weak: ['fire', 'ice', 'acid', 'noise'] },
    { weak: 0, '/weak/0': 3, '/weak/1': 3, '/weak/3': 4 },
  );
  expect(await toldAt(draft, 2)).toEqual({ weak: ['acid'] });
  expect(await toldAt(draft, 3)).toEqual({ weak: ['fire', 'ice', 'acid'] });
});

test('MASK-3: at the lowest tier nothing tells that a field exists', async () => {
  const packs = [
    creature({ hp: 31, look: 'scales' }, { look: 0, hp: 1 }),
    creature({ look: 'scales' }, undefined),
  ].map(async (draft) => {
    const { pack, envelope } = await packOf([draft], { consumer: 'player' });
    const own = new RegExp([envelope.working_set_id, ...envelope.allowed_handles].join('|'), 'g');
    return [new TextDecoder().decode(pack.bytes), renderPack(pack)].map((text) => text.replaceAll(own, '-'));
  });
  const [masked, without] = await Promise.all(packs);
  expect(masked).toEqual(without);
});

const payloads = fc.dictionary(
  fc.constantFrom('a', 'b', 'c~', 'd/'),
  fc.oneof(
    fc.integer(),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.integer(), { maxKeys: 2 }),
  ),
  { minKeys: 1, maxKeys: 4 },
);
const pointers = fc.constantFrom('a', '/b', '/c~0', '/d~1', '/a/0', '/a/1', '/b/x', '/b/y', '/d~1/2');

test('MASK-3: raising a tier never removes anything, and the highest tells all that is listed', async () => {
  const tiers = fc.dictionary(pointers, fc.nat({ max: 4 }), { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(payloads, tiers, async (payload, anyFields) => {
      const named = Object.entries(anyFields).filter(([field]) => valueAt(payload, field) !== undefined);
      const fields = Object.fromEntries(named);
      let before = new Set<string>();
      for (const tier of knowledgeTiers.keys()) {
        const told = await toldAt(creature(payload, fields), tier);
        const now = leavesOf(told);
        expect([...before].filter((leaf) => !now.has(leaf))).toEqual([]);
        expect(canonicalText(told ?? {})).not.toContain('null');
        before = now;
      }
      const listed = Object.keys(fields).length > 0 ? fieldsAtTier(payload, fields, 4) : undefined;
      expect(await toldAt(creature(payload, fields), 'STUDIED')).toEqual(listed);
      expect(await toldAt(creature(payload, { ...fields, '': 0 }), 'STUDIED')).toEqual(payload);
    }),
    { numRuns: 60 },
  );
});

test.each<[string, CanonicalValue, string, TierName]>([
  ['is no pointer', { a: 1 }, '/~2', 1],
  ['leads nowhere', { a: 1 }, '/b/c', 1],
  ['leads behind a list', { a: [1] }, '/a/1', 1],
  ['leads to what every list has', { a: [1] }, '/a/length', 1],
  ['leads to what every record has', { a: 1 }, '/toString', 1],
  ['has a tier below none', { a: 1 }, 'a', -1],
  ['has a tier between two', { a: 1 }, 'a', 1.5],
])('MASK-3: a field that %s is refused when the fact is appended', async (_name, payload, field, tier) => {
  const oracle = await sampleOracle();
  await expect(oracle.appendFact(creature(payload, { [field]: tier }))).rejects.toMatchObject({
    name: 'PenumbraError',
    code: expect.stringMatching(/^(usage|invalid-frame)$/),
  });
  expect((await oracle.read()).facts.size).toBe(0);
});

/** The leaves of a value with the keys that lead to them; positions of lists move, so they are not named. */
function leavesOf(value: CanonicalValue | undefined, path = ''): Set<string> {
  if (typeof value !== 'object' || value === null)
    return new Set(value === undefined ? [] : [`${path}=${value}`]);
  const isList = Array.isArray(value);
  const below = Object.entries(value).flatMap(([key, item]) => [
    ...leavesOf(item as CanonicalValue, `${path}/${isList ? '-' : key}`),
  ]);
  return new Set(below);
}
