// Attribution: every block leads to a record of the ledger that says what the block says, and keeps its tags.
import { expect, test } from 'vitest';
import { fieldsAtTier, parseWorkingSet, tierOf } from '../../src/disclosure/index.ts';
import { type Block, compilePromptPack, parsePack, renderPack } from '../../src/disclosure/lens/index.ts';
import { auditWorkingSet, compileWorkingSet, type Fact } from '../../src/disclosure/oracle/index.ts';
import { type FrameId, parseCanonical } from '../../src/kernel/index.ts';
import { createMemoryStore, readFrames, type Store } from '../../src/ledger/index.ts';
import { consumers } from './compiled-outputs.ts';
import { tellStory } from './sample-story.ts';
import { cursor, fact, policy, sampleOracle, secret } from './sample-world.ts';

async function contentOf(store: Store, handle: string): Promise<unknown> {
  const [record] = await readFrames(store, [handle as FrameId]);
  expect(record?.content, handle).toBeInstanceOf(Uint8Array);
  return parseCanonical(record?.content as Uint8Array);
}

/** The blocks a consumer gets of the story, and where they come from. */
async function toldTo(consumer: string) {
  const store = createMemoryStore();
  const oracle = await tellStory(store);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { locked } = await auditWorkingSet(oracle, cursor, policy);
  const { pack, envelope, auditEnvelope } = compilePromptPack(set, { consumer, guard: set.guard });
  const { truth, memory, task } = parsePack(pack);
  const { partial_handles } = auditEnvelope;
  const handleOf = ({ handle }: Block) => locked[handle] ?? partial_handles[handle] ?? handle;
  const frameOf = (block: Block) => contentOf(store, handleOf(block));
  return { oracle, envelope, blocks: [...truth, ...memory, ...task.scene], handleOf, frameOf };
}

test.each(consumers)('G3: every block for the %s leads to a frame of the ledger', async (consumer) => {
  const { blocks, envelope, frameOf } = await toldTo(consumer);
  expect(blocks.length).toBeGreaterThan(1);
  expect(blocks.map(({ handle }) => handle)).toEqual(envelope.allowed_handles);
  for (const block of blocks) expect(await frameOf(block)).toBeTypeOf('object');
});

test.each(consumers)('AUTH-2: a block for the %s says what its fact says and no more', async (consumer) => {
  const { oracle, blocks, handleOf, frameOf } = await toldTo(consumer);
  const { tiers } = (await oracle.read()).state;
  // What another fact of the same payload withholds is in the working set.
  const items = parseWorkingSet(await compileWorkingSet(oracle, cursor, policy)).facts_slice;
  const withheld = new Map(items.map((item) => [item.handle, item.tiers]));
  for (const block of blocks.filter(({ kind }) => kind !== 'compaction')) {
    const written = (await frameOf(block)) as Fact;
    const { handle: _handle, payload, form, synthesized: _synthesized, ...rest } = block;
    const whole = form === 'gist' ? written.gist : written.payload;
    expect(whole).toBeDefined();
    const tier = tierOf(tiers, consumer, written.entity ?? '');
    expect(payload).toEqual(fieldsAtTier(whole ?? null, withheld.get(handleOf(block)) ?? { '': 0 }, tier));
    expect(rest).toEqual({ kind: written.kind, provenance: written.provenance });
  }
});

test('AUTH-2: a compaction leads to its inputs, and says what they say', async () => {
  const store = createMemoryStore();
  const oracle = await tellStory(store);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { pack } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
  const block = parsePack(pack).memory.find(({ kind }) => kind === 'compaction');
  const { inputs } = (await contentOf(store, block?.handle ?? '')) as { readonly inputs: readonly string[] };
  const facts = await Promise.all(inputs.map(async (handle) => (await contentOf(store, handle)) as Fact));
  expect(facts).toHaveLength(2);
  expect(block?.payload).toEqual({
    purpose: 'recap',
    items: facts.map(({ kind, payload }) => ({ kind, payload })),
  });
  expect(block?.synthesized).toBe(true);
});

test('G3: an ordinal leads to its fact for auditors alone', async () => {
  const oracle = await sampleOracle();
  const { handle } = await oracle.appendFact(secret({ name: 'Vermithrax' }, { gist: 'something old' }));
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { envelope, auditEnvelope } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });
  expect(envelope.allowed_handles).toEqual(['locked:1']);
  expect(auditEnvelope.locked_handles).toEqual(['locked:1']);
  expect(await auditWorkingSet(oracle, cursor, policy)).toMatchObject({
    id: set.id,
    locked: { 'locked:1': handle },
  });
});

test('AUTH-3: synthesized content keeps its tag, in pack and text, until an operator promotes it', async () => {
  const oracle = await sampleOracle();
  const { handle } = await oracle.appendFact(fact('made up', { synthesized: true }));
  const told = async () => {
    const { pack } = compilePromptPack(await compileWorkingSet(oracle, cursor, policy), {
      consumer: 'narrator',
    });
    return [parsePack(pack).truth[0]?.synthesized, renderPack(pack).includes('[T1] full clue synthesized\n')];
  };
  expect(await told()).toEqual([true, true]);
  await oracle.promote({ handle, operator: 'ada', event: 'event-9' });
  expect(await told()).toEqual([undefined, false]);
});

test('AUTH-3: the gist of something synthesized is synthesized, too', async () => {
  const oracle = await sampleOracle();
  await oracle.appendFact(secret('made up at length', { synthesized: true, gist: 'made up' }));
  const set = await compileWorkingSet(oracle, cursor, policy);
  const { pack } = compilePromptPack(set, { consumer: 'narrator', guard: set.guard });
  expect(parsePack(pack).truth).toMatchObject([{ form: 'gist', synthesized: true }]);
});
