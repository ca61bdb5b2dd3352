// No loss: whatever the world, what the oracle put into the slices is in the pack or excluded with a reason, in order,
// and the text that is read fits the budget the oracle cut to.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWorkingSet, type WorkingSetItem } from '../../src/disclosure/index.ts';
import {
  type AuditEnvelope,
  compilePromptPack,
  parsePack,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import {
  auditWorkingSet,
  byteCounter,
  compileWorkingSet,
  type Oracle,
  type PolicyDraft,
} from '../../src/disclosure/oracle/index.ts';
import { consumers } from './compiled-outputs.ts';
import { anyWorld, oracleOf } from './random-world.ts';
import { cursor, fact, oracleWith, packOf, policy } from './sample-world.ts';

const worlds = anyWorld(byteCounter, { min: 900, max: 5_000 });

const handlesOf = (items: readonly { readonly handle: string }[]) => items.map(({ handle }) => handle);

test('G4: items of the slices are emitted or excluded with a reason, in the order of the slices', async () => {
  const reasons = new Set<string>();
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const set = await compileWorkingSet(await oracleOf(world), cursor, world.under);
      const { facts_slice, state_slice, compactions_slice } = parseWorkingSet(set);
      const remembered = [...facts_slice.filter(({ recall }) => recall), ...compactions_slice];
      for (const consumer of consumers) {
        const { pack, auditEnvelope } = compilePromptPack(set, { consumer, guard: set.guard });
        const { truth, memory, task } = parsePack(pack);
        const left = (items: readonly WorkingSetItem[]) => withoutExcluded(items, auditEnvelope);
        const { partial_handles } = auditEnvelope;
        const handle = (name: string) => partial_handles[name] ?? name;
        expect(handlesOf(truth).map(handle)).toEqual(left(facts_slice.filter(({ recall }) => !recall)));
        expect(handlesOf(memory).map(handle)).toEqual(left(remembered));
        expect(handlesOf(task.scene).map(handle)).toEqual(left(state_slice));
        const items = handlesOf([...facts_slice, ...state_slice, ...compactions_slice]);
        const excluded = handlesOf(auditEnvelope.excluded);
        expect(items.filter((item) => excluded.includes(item))).toEqual(excluded);
        expect([...auditEnvelope.allowed_handles.map(handle), ...excluded].toSorted()).toEqual(
          items.toSorted(),
        );
        expect(auditEnvelope.counts).toEqual({
          truth: truth.length,
          memory: memory.length,
          scene: task.scene.length,
        });
        for (const { reason } of auditEnvelope.excluded) reasons.add(reason);
      }
    }),
    { numRuns: 80, endOnFailure: true },
  );
  expect(reasons).toEqual(new Set(['not-visible', 'not-in-matrix', 'no-gist', 'tier']));
});

function withoutExcluded(items: readonly WorkingSetItem[], { excluded }: AuditEnvelope): readonly string[] {
  const gone = new Set(handlesOf(excluded));
  return handlesOf(items).filter((handle) => !gone.has(handle));
}

/** The handles that auditors are told the budget cut. */
async function cutFrom(oracle: Oracle, under: PolicyDraft): Promise<readonly string[]> {
  const { items } = await auditWorkingSet(oracle, cursor, under);
  return handlesOf(items.filter(({ outcome }) => outcome === 'cut'));
}

test('G4: what is told in full is the whole payload, and what is told as a gist the whole gist', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const set = await compileWorkingSet(await oracleOf(world), cursor, world.under);
      const { facts_slice, state_slice, compactions_slice } = parseWorkingSet(set);
      const items = new Map(
        [...facts_slice, ...state_slice, ...compactions_slice].map((item) => [item.handle, item]),
      );
      const { pack, auditEnvelope } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
      const { truth, memory, task } = parsePack(pack);
      for (const block of [...truth, ...memory, ...task.scene]) {
        const item = items.get(auditEnvelope.partial_handles[block.handle] ?? block.handle);
        if (item?.tiers !== undefined) continue;
        expect(block.payload).toEqual(block.form === 'full' ? item?.payload : item?.gist);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('G4: the rendered text fits the budget, whatever the world, the budget and the consumer', async () => {
  let cuts = 0;
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const oracle = await oracleOf(world);
      const set = await compileWorkingSet(oracle, cursor, world.under);
      cuts += (await cutFrom(oracle, world.under)).length;
      const style = { tone: 'dry', persona: 'a quiet narrator of few words' };
      for (const consumer of consumers) {
        const { pack } = compilePromptPack(set, { consumer, guard: set.guard, style });
        expect(byteCounter.count(renderPack(pack))).toBeLessThanOrEqual(world.under.budget?.tokens ?? 0);
      }
    }),
    { numRuns: 80, endOnFailure: true },
  );
  expect(cuts).toBeGreaterThan(0);
});

test('G4: what stands beside the items is charged before them', async () => {
  const own = Array.from({ length: 40 }, (_, index) => fact(`a clue of some length, number ${index}`));
  const forbidden_content = Array.from({ length: 100 }, (_, index) => `forbidden word ${index}`);
  const directives = { channel_rules: { forbidden_content } };
  const { pack } = await packOf(own, {}, { ...policy, directives, budget: { tokens: 2_500 } });
  expect(parsePack(pack).truth.length).toBeGreaterThan(0);
  expect(byteCounter.count(renderPack(pack))).toBeLessThanOrEqual(2_500);
});

test.each(['stop', 'skip'] as const)(
  'AUTH-5: the oracle cuts whole items, told to auditors, on %s',
  async (overflow) => {
    const own = Array.from({ length: 40 }, (_, index) =>
      fact(`clue ${index} ${'!'.repeat(index % 8 === 7 ? 6_000 : 0)}`),
    );
    const oracle = await oracleWith(own);
    const under = { ...policy, budget: { tokens: 2_000 }, truncation: { overflow } };
    const { facts_slice } = parseWorkingSet(await compileWorkingSet(oracle, cursor, under));
    const cut = await cutFrom(oracle, under);
    const ample = { ...policy, budget: { tokens: 100_000 } };
    const { facts_slice: all } = parseWorkingSet(await compileWorkingSet(oracle, cursor, ample));
    expect(all).toHaveLength(40);
    expect(facts_slice.length).toBeGreaterThan(0);
    expect(cut.length).toBeGreaterThan(0);
    expect([...handlesOf(facts_slice), ...cut].toSorted()).toEqual(handlesOf(all).toSorted());
    // On `stop` the rest goes from the first item that does not fit; on `skip` a smaller one behind it may stay.
    const isPrefix = facts_slice.every(({ handle }, index) => handle === all[index]?.handle);
    expect(isPrefix).toBe(overflow === 'stop');
    for (const item of facts_slice) expect(all).toContainEqual(item);
  },
);
