// Worlds made at random for properties: facts of all kinds, visibilities, locks, gists and tiers, then unlocks,
// knowledge and compactions, under budgets that cut.
import fc from 'fast-check';
import { valueAt } from '../../src/disclosure/index.ts';
import type { FactDraft, Oracle, PolicyDraft, TokenCounter } from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { cursor, fact, policy, sampleOracle } from './sample-world.ts';

/** What a world is made from. */
export type World = {
  readonly facts: readonly FactDraft[];
  /** Which facts are unlocked, by position. */
  readonly unlocked: readonly number[];
  /** Which facts are summed up, by position. */
  readonly compacted: readonly (readonly number[])[];
  readonly tier: number;
  readonly under: PolicyDraft;
};

const words = [
  'gate',
  'ash',
  'mill',
  'bell',
  'ford',
  'crow',
  'sworn',
  'lantern',
  'Vermithrax',
  'open-sesame',
];
const word = fc.constantFrom(...words);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((list) => list.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 120 }).filter((value) => value.isWellFormed()),
);
const payload: fc.Arbitrary<CanonicalValue> = fc.oneof(
  text,
  fc.record({ name: word, note: text, hp: fc.integer() }),
  fc.array(text, { maxLength: 4 }),
);
const visibility: fc.Arbitrary<FactDraft['visibility']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('public' as const) },
  fc.constantFrom('system' as const, 'owner' as const),
  fc
    .uniqueArray(fc.constantFrom('narrator', 'player', 'keeper'), { minLength: 1, maxLength: 3 })
    .map((names) => ({ consumers: names })),
);
const draft: fc.Arbitrary<FactDraft> = fc
  .record({
    payload,
    kind: fc.constantFrom('clue', 'clue', 'place', 'creature', 'rumour', 'weather'),
    visibility,
    owner: fc.constantFrom('narrator', 'player', 'keeper'),
    isLocked: fc.integer({ min: 0, max: 9 }).map((chance) => chance < 2),
    gist: fc.option(text, { nil: undefined }),
    synthesized: fc.boolean(),
    tiers: fc.option(
      fc.dictionary(
        fc.constantFrom('name', 'note', '/hp', '/0'),
        fc.oneof(fc.nat(4), fc.constant('never' as const)),
      ),
      { nil: undefined, freq: 2 },
    ),
  })
  .map(({ payload: said, isLocked, gist, tiers = {}, ...rest }) => {
    const fields = Object.entries(tiers).filter(([field]) => valueAt(said, field) !== undefined);
    return fact(said, {
      ...rest,
      precision: isLocked ? 'locked' : 'unlocked',
      ...(gist !== undefined && { gist }),
      ...(fields.length > 0 && { entity: 'wyrm', tiers: Object.fromEntries(fields) }),
    });
  });

/** Returns worlds of up to so many facts, under budgets counted by one counter. */
export function anyWorld(counter: TokenCounter, tokens: { readonly min: number; readonly max: number }) {
  const budget = fc.integer(tokens).map((allowed) => ({ counter: counter.name, tokens: allowed }));
  const overflow = fc.constantFrom('stop' as const, 'skip' as const);
  const position = fc.nat({ max: 29 });
  return fc.record({
    facts: fc.array(draft, { maxLength: 30 }),
    unlocked: fc.array(position, { maxLength: 6 }),
    compacted: fc.array(fc.array(position, { minLength: 1, maxLength: 5 }), { maxLength: 3 }),
    tier: fc.nat({ max: 4 }),
    under: fc
      .tuple(budget, overflow)
      .map(([cut, way]): PolicyDraft => ({ ...policy, budget: cut, truncation: { overflow: way } })),
  }) satisfies fc.Arbitrary<World>;
}

/** Makes an oracle that knows a world. */
export async function oracleOf(world: World, counters: readonly TokenCounter[] = []): Promise<Oracle> {
  const oracle = await sampleOracle(undefined, { counters });
  const appended = await oracle.appendFacts(world.facts);
  const handleAt = (position: number) => appended[position]?.handle ?? [];
  const scope = { scope: 'scene', scopeId: cursor.scene, source: 'ada', event: 'event-2' } as const;
  for (const handle of world.unlocked.flatMap(handleAt)) await oracle.unlock({ handle, ...scope });
  for (const [index, positions] of world.compacted.entries()) {
    const inputs = [...new Set(positions.flatMap(handleAt))];
    if (inputs.length > 0) await oracle.compact({ purpose: `recap ${index}`, inputs });
  }
  await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: world.tier });
  return oracle;
}
