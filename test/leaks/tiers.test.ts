// Attacks on tiers: a field above a consumer's tier is absent however it is named, and knowledge of one thing is not
// knowledge of another.

import { expect } from 'vitest';
import { compilePromptPack, renderPack, sealWorkingSet } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, type FactDraft } from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';
import { expectTold, expectUntold, says, type Telltale } from './expect-untold.ts';

const everyone = ['narrator', 'player', 'keeper'];

/** Makes the body of an attack on a payload about a wyrm of which nobody knows enough. */
function withheld(
  payload: CanonicalValue,
  tiers: NonNullable<FactDraft['tiers']>,
  tells: Telltale,
): () => Promise<void> {
  return async () => {
    const oracle = await oracleWith([fact(payload, { entity: 'wyrm', tiers })]);
    await oracle.raiseTier({ consumer: 'narrator', entity: 'wyrm', tier: 2 });
    const outputs = await allThatLeaves(oracle);
    expectUntold(
      outputs.filter(({ place }) => place !== 'working set'),
      tells,
    );
    expectTold(outputs, 'scales', everyone);
  };
}

attack(
  'tier-name',
  'a field is named plainly',
  withheld({ look: 'scales', hp: 31 }, { look: 0, hp: 3 }, says(':31')),
);

attack(
  'tier-pointer',
  'a field is named by a pointer',
  withheld(
    { look: 'scales', lair: { trap: 'pit' } },
    { look: 0, '/lair': 1, '/lair/trap': 3 },
    says('pit"', 'trap', '"lair"'),
  ),
);

attack(
  'tier-position',
  'an item of a list is named by its position',
  withheld(
    { look: ['scales', 'horns', 'eyes'] },
    { look: 0, '/look/1': 3, '/look/2': 4 },
    says('horns', 'eyes'),
  ),
);

attack(
  'tier-emptied',
  'nothing stands where something was',
  withheld(
    { look: 'scales', lairs: [{ trap: 'pit' }] },
    { look: 0, lairs: 0, '/lairs/0/trap': 3 },
    says('lairs'),
  ),
);

attack(
  'tier-unlisted',
  'a field is in no tier',
  withheld({ look: 'scales', hp: 31, lair: { trap: 'pit' } }, { look: 0 }, says(':31', 'pit"')),
);

attack(
  'tier-unlisted-below',
  'a field beside a listed one is in no tier',
  withheld(
    { look: 'scales', lair: { trap: 'pit', door: 'east' } },
    { look: 0, '/lair/door': 1 },
    says('pit"'),
  ),
);

attack('tier-unlisted-gist', 'a gist has a field that is in no tier', async () => {
  const tiers = { look: 0, hp: 3 } as const;
  const locked = secret(
    { look: 'horned', hp: 31 },
    { kind: 'creature', entity: 'wyrm', tiers, gist: { look: 'scales', den: 'below the mill' } },
  );
  const outputs = await allThatLeaves(await oracleWith([locked]));
  expectUntold(
    outputs.filter(({ place }) => place !== 'working set'),
    says('below the mill'),
  );
  expectTold(outputs, 'scales', everyone);
});

attack('tier-never', 'someone knows all there is to know', async () => {
  const oracle = await oracleWith([
    fact(
      { look: 'scales', hp: 31, name: 'Vermithrax' },
      { entity: 'wyrm', tiers: { look: 0, hp: 4, name: 'never' } },
    ),
  ]);
  for (const consumer of everyone)
    await oracle.raiseTier({ consumer, entity: 'wyrm', tier: Number.MAX_SAFE_INTEGER - 1 });
  const outputs = await allThatLeaves(oracle);
  expectUntold(
    outputs.filter(({ place }) => place !== 'working set'),
    says('vermithrax'),
  );
  expectTold(outputs, ':31', everyone);
});

attack('tier-gist', 'a gist has the same field', async () => {
  const kinds = { kind: 'place', entity: 'wyrm', tiers: { look: 0, hp: 3 } };
  const oracle = await oracleWith([
    fact({ look: 'scales', hp: 31 }, { ...kinds, gist: { look: 'scales', hp: 30 } }),
  ]);
  const outputs = await allThatLeaves(oracle);
  expectUntold(
    outputs.filter(({ place }) => place !== 'working set'),
    says('"hp"'),
  );
  expectTold(outputs, 'scales', everyone);
});

attack('tier-prototype', 'a field and a thing are named like members of every object', async () => {
  const payload = JSON.parse('{"look":"scales","__proto__":{"hp":31}}') as CanonicalValue;
  const tiers = JSON.parse('{"look":0,"/__proto__":3}') as Record<string, number>;
  for (const entity of ['constructor', 'toString', '__proto__']) {
    const known = fact({ look: 'wings', hp: 12 }, { entity: 'wyrm', tiers: { look: 0, hp: 4 } });
    const oracle = await oracleWith([known, fact(payload, { entity, tiers })]);
    for (const consumer of everyone) await oracle.raiseTier({ consumer, entity: 'wyrm', tier: 4 });
    const outputs = await allThatLeaves(oracle);
    expectUntold(
      outputs.filter(({ place }) => place !== 'working set'),
      says(':31'),
    );
    expectTold(outputs, 'scales', everyone);
  }
});

attack('tier-joined', 'consumer and thing joined are those of another', async () => {
  const about = (entity: string, hp: number) =>
    fact({ look: 'scales', hp }, { entity, tiers: { look: 0, hp: 3 } });
  const oracle = await oracleWith([about('c', 31), about('a/c', 32)]);
  await oracle.raiseTier({ consumer: 'narrator', entity: 'a/c', tier: 4 });
  const consumers = { narrator: { '*': { '*': 'full' } }, 'narrator/a': { '*': { '*': 'full' } } } as const;
  const under = { ...policy, maskMatrix: { version: 1, consumers } };
  const set = await compileWorkingSet(oracle, cursor, under);
  for (const consumer of Object.keys(consumers)) {
    const text = renderPack(compilePromptPack(set, { consumer, guard: set.guard }).pack);
    expect(text).toContain('scales');
    expect(text).not.toContain(':31');
  }
});

attack('tier-escaped', 'a key has a character that a pointer escapes', () => {
  const set = sealWorkingSet({
    mask_matrix: { version: 1, consumers: { narrator: { '*': { '*': 'full' } } } },
    facts_slice: [
      {
        handle: 'fact:1',
        kind: 'creature',
        payload: { look: 'scales', 'hit/points': 31, 'hit~points': 32 },
        entity: 'wyrm',
        tiers: { '': 0, '/hit~1points': 3, '/hit~0points': 3 },
      },
    ],
  });
  const text = renderPack(compilePromptPack(set, { consumer: 'narrator' }).pack);
  expect(text).toContain('scales');
  expect(text).not.toMatch(/:3[12]/);
});

attack('tier-gist-believed', 'a gist says the secret in a field that few or none are told', async () => {
  const name = 'Vermithrax Pejorative';
  const key = 'weakspot-below-left-wing';
  const drafts: readonly (Partial<FactDraft> & { readonly isTold?: boolean })[] = [
    { gist: { name, look: 'scales' }, tiers: { look: 0, name: 'never' }, isTold: true },
    { gist: { name, look: 'scales' }, tiers: { look: 0 }, isTold: true },
    // Whoever knows enough would be told what is locked, so the gist is kept back.
    { gist: { name, look: 'scales' }, tiers: { look: 0, name: 4 } },
    { gist: { [key]: 'yes', look: 'scales' }, tiers: { look: 0, [key]: 'never' } },
  ];
  for (const { isTold = false, ...draft } of drafts) {
    const locked = secret({ name, [key]: 'yes' }, { kind: 'creature', entity: 'wyrm', ...draft });
    const notes = [fact(`they call it ${name}`), fact(`look for the ${key}`), fact(harmless)];
    const outputs = await allThatLeaves(await oracleWith([locked, ...notes]));
    expectUntold(
      outputs.filter(({ place }) => place !== 'working set'),
      says(name, key),
    );
    expectTold(outputs, harmless, everyone);
    if (isTold) expectTold(outputs, 'scales', everyone);
  }
});

/** Where others are told more, what they are told may take the room. */
const onlyNarrator = {
  maskMatrix: { version: 1, consumers: { narrator: { clue: { public: 'full' } } } },
} as const;

attack(
  'tier-budget',
  'how long a field is that nobody is told, by what there is room for beside it',
  async () => {
    const told = async (draft: Partial<FactDraft>, tokens: number) => {
      const others = Array.from({ length: 6 }, (_, at) => fact(`open fact ${at} with words`));
      const oracle = await oracleWith([
        fact({ look: 'scales', hp: 'x' }, { entity: 'wyrm', ...draft }),
        ...others,
      ]);
      const set = await compileWorkingSet(oracle, cursor, { ...onlyNarrator, budget: { tokens } });
      return renderPack(compilePromptPack(set, { consumer: 'narrator', guard: set.guard }).pack);
    };
    const long = 'words of prose '.repeat(40);
    const kinds: readonly ((size: string) => Partial<FactDraft>)[] = [
      (hp) => ({ payload: { look: 'scales', hp }, tiers: { look: 0, hp: 'never' } }),
      (hp) => ({ payload: { look: 'scales', hp }, tiers: { look: 0 } }),
      (hp) => ({ payload: { look: 'scales', hp }, tiers: { look: 0, hp: 4 } }),
      (hp) => ({
        payload: 'Vermithrax',
        precision: 'locked',
        gist: { look: 'scales', hp },
        tiers: { look: 0, hp: 'never' },
      }),
    ];
    for (const [at, draft] of kinds.entries())
      for (let tokens = 700; tokens <= 1_500; tokens += 100)
        expect(await told(draft(long), tokens), `${at} ${tokens}`).toBe(await told(draft('x'), tokens));
  },
);
