// Why a pack holds what it holds: every item that could have been told has one outcome, and the right one.

import { expect, test } from 'vitest';
import { explainPack } from '../../src/commands/packs/explain-pack.ts';
import { parseWorkingSet } from '../../src/disclosure/index.ts';
import { compilePromptPack } from '../../src/disclosure/lens/index.ts';
import {
  auditWorkingSet,
  compileWorkingSet,
  type FactDraft,
  type Oracle,
  type PolicyDraft,
} from '../../src/disclosure/oracle/index.ts';
import type { ExplainedItem, WithheldReason } from '../../src/report/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';

/** Explains a pack of facts. */
async function explain(
  facts: readonly FactDraft[],
  options: { readonly consumer?: string; readonly under?: PolicyDraft } = {},
): Promise<readonly ExplainedItem[]> {
  return explainAll(await oracleWith(facts), options);
}

/** Explains what an oracle knows. */
async function explainAll(
  oracle: Oracle,
  { consumer = 'narrator', under = policy }: Parameters<typeof explain>[1] = {},
): Promise<readonly ExplainedItem[]> {
  const set = await compileWorkingSet(oracle, cursor, under);
  const compiled = compilePromptPack(set, { consumer, guard: set.guard });
  const audit = await auditWorkingSet(oracle, cursor, under);
  expect(audit.id).toBe(set.id);
  return explainPack(audit, { compiled, workingSet: parseWorkingSet(set) });
}

/** Explains facts and compares the outcome of each kind. */
async function check(
  facts: readonly FactDraft[],
  expected: Readonly<Record<string, object>>,
  options: Parameters<typeof explain>[1] = {},
): Promise<void> {
  const items = await explain(facts, options);
  expect(items).toHaveLength(facts.length);
  for (const [kind, outcome] of Object.entries(expected))
    expect(items.find((item) => item.kind === kind)).toMatchObject(outcome);
}

test('what is told has its label, channel, form, cost and source', () =>
  check(
    [fact('a torn map'), fact('they say it floods', { kind: 'rumour' }), fact('rain', { kind: 'weather' })],
    {
      clue: {
        isTold: true,
        label: 'T1',
        channel: 'truth',
        form: 'full',
        source: 'scribe',
        events: ['event-1'],
      },
      rumour: { isTold: true, label: 'M1', channel: 'memory', type: 'fact', tokens: expect.any(Number) },
      weather: { isTold: true, label: 'S1', channel: 'scene', type: 'state' },
    },
  ));

test('what is locked says so, and its gist is told under its ordinal', () =>
  check([secret('the duke did it'), secret('under the old mill', { kind: 'place', gist: 'somewhere wet' })], {
    clue: { isTold: false, reason: 'locked', ordinal: expect.stringMatching(/^locked:\d$/) },
    place: { isTold: true, form: 'gist', handle: expect.stringMatching(/^frame:/) },
  }));

test('what quotes something locked names what it quotes', async () => {
  const items = await explain([
    secret('swordfish-nine'),
    fact('the word is swordfish nine', { kind: 'place' }),
  ]);
  const locked = items.find(({ kind }) => kind === 'clue');
  expect(items.find(({ kind }) => kind === 'place')).toMatchObject({
    isTold: false,
    reason: 'derived-lock',
    by: [locked?.handle],
  });
});

test('what is for others, of no row, or without a gist has its reason', () =>
  check(
    [
      fact('for the keeper', { visibility: { consumers: ['keeper'] } }),
      fact('a wolf', { kind: 'rumour' }),
      fact('the ford', { kind: 'place' }),
    ],
    {
      clue: { isTold: false, reason: 'not-visible' },
      rumour: { isTold: false, reason: 'not-in-matrix' },
      place: { isTold: false, reason: 'no-gist' },
    },
    { consumer: 'player' },
  ));

test('fields above what the reader knows are named, whether some of them are told or none', async () => {
  const tiers = { name: 0, weakness: 3, lair: 2 };
  const items = await explain([
    fact(
      { name: 'wyrm', weakness: 'frost', lair: 'peak', age: 'old' },
      { kind: 'creature', entity: 'wyrm', tiers },
    ),
    fact({ lair: 'ford' }, { kind: 'place', entity: 'troll', tiers: { lair: 1 } }),
  ]);
  const of = (kind: string) => items.find((item) => item.kind === kind);
  expect(of('creature')).toMatchObject({ isTold: true });
  expect(new Set(of('creature')?.hiddenFields)).toEqual(new Set(['weakness', 'lair', 'age']));
  expect(of('place')).toMatchObject({ isTold: false, hiddenFields: ['lair'] });
});

test('what the budget cut says so, and what nobody is told of as well', () => {
  const budget = { tokens: 700, reserve: { task: 0, style: 0, contract: 0, template: 0 } };
  return check(
    [
      fact('short'),
      fact('x'.repeat(3_000), { kind: 'place' }),
      fact('hidden', { kind: 'creature', visibility: 'system' }),
    ],
    {
      clue: { isTold: true },
      place: { isTold: false, reason: 'cut' },
      creature: { isTold: false, reason: 'told-to-nobody' },
    },
    {
      under: {
        ...policy,
        maskMatrix: { version: 1, consumers: { narrator: { '*': { public: 'full' } } } },
        budget,
      },
    },
  );
});

test.each<[string, WithheldReason, (oracle: Oracle, inputs: readonly string[]) => Promise<string>]>([
  [
    'was dropped',
    'outdated',
    async (oracle, inputs) => {
      const { handle } = await oracle.compact({ purpose: 'sum', inputs });
      await oracle.dropCompaction(handle);
      return handle;
    },
  ],
  ['allows nothing', 'nothing-allowed', (oracle, inputs) => summed(oracle, inputs, [])],
  [
    'sums up something locked',
    'input-locked',
    async (oracle, inputs) =>
      summed(oracle, [...inputs, await appended(oracle, secret('swordfish-nine'))], inputs),
  ],
  [
    'sums up something that has tiers',
    'input-tiered',
    async (oracle, inputs) => {
      const tiered = fact({ lair: 'peak' }, { entity: 'wyrm', tiers: { lair: 1 } });
      return summed(oracle, [...inputs, await appended(oracle, tiered)], inputs);
    },
  ],
])('a compaction that %s says so', async (_what, reason, make) => {
  const oracle = await oracleWith([fact('one'), fact('two')]);
  const handle = await make(oracle, [...(await oracle.read()).facts.keys()]);
  const items = await explainAll(oracle);
  expect(items.find((item) => item.handle === handle)).toMatchObject({ isTold: false, reason });
  expect(items.filter((item) => item.handle === handle)).toHaveLength(1);
});

async function summed(
  oracle: Oracle,
  inputs: readonly string[],
  allowed: readonly string[],
): Promise<string> {
  return (await oracle.compact({ purpose: 'sum', inputs, allowed })).handle;
}

async function appended(oracle: Oracle, draft: FactDraft): Promise<string> {
  return (await oracle.appendFact(draft)).handle;
}

test('a working set alone is explained as far as it tells', async () => {
  const set = await compileWorkingSet(
    await oracleWith([fact('a torn map'), fact('a wolf', { kind: 'rumour' })]),
    cursor,
    policy,
  );
  const compiled = compilePromptPack(set, { consumer: 'player', guard: set.guard });
  const items = explainPack(null, { compiled, workingSet: parseWorkingSet(set) });
  expect(items).toMatchObject([
    { kind: 'clue', isTold: true, label: 'T1' },
    { kind: 'rumour', isTold: false, reason: 'not-in-matrix' },
  ]);
});
