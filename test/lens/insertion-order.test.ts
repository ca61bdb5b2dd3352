// Any order of telling gives the same bytes, and the order of the slices is the order of the pack.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWorkingSet } from '../../src/disclosure/index.ts';
import { compilePromptPack, parsePack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, createOracle, type FactDraft } from '../../src/disclosure/oracle/index.ts';
import { alteredSet, handmadeGuard } from './altered-set.ts';
import { compiledOutputs } from './compiled-outputs.ts';
import {
  storyFacts,
  storyKinds,
  storyKnowledge,
  storyTurns,
  type Telling,
  tellStory,
} from './sample-story.ts';
import { cursor, policy } from './sample-world.ts';

const story = await compiledOutputs(await tellStory());
const inAnyOrder = <Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length });
const append =
  (draft: FactDraft): Telling =>
  (oracle) =>
    oracle.appendFact(draft);

test('LENS-DET-1: kinds, facts, tiers, words, unlocks and compactions in any order give the same bytes', async () => {
  const kinds = storyKinds.map(
    (kind): Telling =>
      (oracle) =>
        oracle.registerKind(kind),
  );
  // A kind is registered before its facts, and a fact told before its unlock; nothing else has an order.
  const parts = [kinds, [...storyFacts.map(append), ...storyKnowledge], storyTurns] as const;
  const orders = fc.tuple(inAnyOrder(parts[0]), inAnyOrder(parts[1]), inAnyOrder(parts[2]));
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const oracle = createOracle();
      for (const tell of order.flat()) await tell(oracle);
      expect(await compiledOutputs(oracle)).toBe(story);
    }),
    { numRuns: 30 },
  );
});

test('LENS-DET-1: what is told again changes nothing', async () => {
  const oracle = await tellStory();
  await oracle.registerKinds(storyKinds);
  await oracle.appendFacts(storyFacts.toReversed());
  for (const tell of [...storyKnowledge, ...storyTurns]) await tell(oracle);
  expect(await compiledOutputs(oracle)).toBe(story);
});

test('LENS-DET-4: blocks stand in the order of the slices, whatever that order is', async () => {
  const set = await compileWorkingSet(await tellStory(), cursor, policy);
  const whole = parseWorkingSet(set);
  const orders = fc.tuple(inAnyOrder(whole.facts_slice), inAnyOrder(whole.state_slice));
  fc.assert(
    fc.property(orders, ([facts_slice, state_slice]) => {
      const turned = alteredSet(set, () => ({ facts_slice, state_slice }));
      const { pack, auditEnvelope } = compilePromptPack(turned, { consumer: 'keeper', guard: handmadeGuard });
      const { truth, memory, task } = parsePack(pack);
      const excluded = new Set(auditEnvelope.excluded.map(({ handle }) => handle));
      const handles = (items: readonly { readonly handle: string }[]) =>
        items
          .map(({ handle }) => auditEnvelope.partial_handles[handle] ?? handle)
          .filter((handle) => !excluded.has(handle));
      const told = (recall: boolean) => facts_slice.filter((item) => (item.recall ?? false) === recall);
      expect(excluded.size).toBe(3);
      expect(handles(truth)).toEqual(handles(told(false)));
      expect(handles(memory)).toEqual(handles([...told(true), ...whole.compactions_slice]));
      expect(handles(task.scene)).toEqual(handles(state_slice));
    }),
  );
});

test('LENS-DET-4: what a director brings forward is an annotation and moves nothing', async () => {
  const set = await compileWorkingSet(await tellStory(), cursor, policy);
  const packFor = (beat: object) =>
    parsePack(compilePromptPack(set, { consumer: 'narrator', guard: set.guard, beat }).pack);
  const [plain, turned] = [
    packFor({ beat_type: 'payoff' }),
    packFor({ beat_type: 'payoff', foreground: [2, 0] }),
  ];
  expect(turned).toEqual({ ...plain, foreground: [2, 0] });
});
