// No authority: the lens writes nothing, judges nothing and cuts nothing; frozen data goes in and comes out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';
import { parseWorkingSet } from '../../src/disclosure/index.ts';
import { checkReply, compilePromptPack, parsePack, renderPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, createOracle } from '../../src/disclosure/oracle/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { archiveOf } from '../ledger/sample-ledger.ts';
import { alteredSet, handmadeGuard } from './altered-set.ts';
import { consumers } from './compiled-outputs.ts';
import { tellStory } from './sample-story.ts';
import { cursor, fact, oracleWith, packOf, policy } from './sample-world.ts';

const root = join(import.meta.dirname, '../..');

test('AUTH-1: compiling, rendering and checking write nothing to the oracle', async () => {
  const store = createMemoryStore();
  const set = await compileWorkingSet(await tellStory(store), cursor, policy);
  const before = await archiveOf(store);
  for (const consumer of consumers) {
    const { pack, envelope } = compilePromptPack(set, { consumer, guard: set.guard });
    renderPack(pack);
    checkReply('[T1] is Vermithrax', { pack, envelope, guard: set.guard });
  }
  expect(await archiveOf(store)).toEqual(before);
});

test('AUTH-1: the input is left as it was, and what comes out is frozen', async () => {
  const set = await compileWorkingSet(await tellStory(), cursor, policy);
  const bytes = set.bytes.slice();
  const options = {
    consumer: 'keeper',
    guard: set.guard,
    style: { tone: { of: ['dry'] } },
    beat: { beat_type: 'x' },
  };
  const given = JSON.stringify(options);
  const result = compilePromptPack(set, options);
  expect(set.bytes).toEqual(bytes);
  expect(JSON.stringify(options)).toBe(given);
  expect(thawedIn([result, parseWorkingSet(set), parsePack(result.pack)])).toEqual([]);
});

test('AUTH-1: bytes of a pack that were changed are refused from then on', async () => {
  const result = await packOf([fact('the gate stands open')]);
  renderPack(result.pack);
  result.pack.bytes[0] = 0x20;
  for (const use of [renderPack, parsePack])
    expect(() => use(result.pack)).toThrow(expect.objectContaining({ code: 'working-set-invalid' }));
});

test('AUTH-2: a pack holds nothing that was not in its working set or its options', async () => {
  const set = await compileWorkingSet(await tellStory(), cursor, policy);
  const options = { consumer: 'keeper', guard: set.guard, style: { tone: 'dry' } };
  const { pack, envelope, auditEnvelope } = compilePromptPack(set, options);
  const { schema: _schema, compiler: _compiler, ...said } = parsePack(pack);
  const given = new Set(leavesOf(parseWorkingSet(set)));
  const added = leavesOf(said).filter((leaf) => !given.has(leaf));
  const names = Object.keys(auditEnvelope.partial_handles);
  expect(new Set(added)).toEqual(new Set(['dry', envelope.working_set_id, ...names]));
});

test('AUTH-4: mechanics are carried as they are, neither worked out nor judged', async () => {
  const mechanics = {
    dc: '10 + 5',
    roll: '2d6+3',
    check: 'hp > 0 && armor < 18',
    legal: false,
    hp: -40,
    template: '{{ dc }} <%= 1 + 1 %> %d',
    rule: 'falling',
  };
  const { pack } = await packOf([fact(mechanics), fact({ ...mechanics, legal: true, hp: 40 })]);
  const payloads = parsePack(pack).truth.map(({ payload }) => payload);
  expect(payloads).toHaveLength(2);
  expect(payloads).toContainEqual(mechanics);
  expect(payloads).toContainEqual({ ...mechanics, legal: true, hp: 40 });
});

test('AUTH-4: a kind that is a matter of rules is told like any other', async () => {
  const packWith = async (mechanical: boolean) => {
    const oracle = createOracle();
    await oracle.registerKind({ kind: 'clue', mechanical });
    await oracle.appendFact(fact({ dc: 15 }));
    return parsePack(
      compilePromptPack(await compileWorkingSet(oracle, cursor, policy), { consumer: 'keeper' }).pack,
    );
  };
  expect((await packWith(true)).truth).toEqual((await packWith(false)).truth);
});

test('AUTH-5: slices of any size are in the pack to the last byte, whatever the budget was called', async () => {
  const set = await compileWorkingSet(await oracleWith([fact('one')]), cursor, policy);
  const [first] = parseWorkingSet(set).facts_slice;
  const facts_slice = Array.from({ length: 2_000 }, (_, index) => ({
    ...first,
    handle: `frame:${index}`,
    payload: { index, text: 'a long line of nothing much; '.repeat(index === 7 ? 40_000 : 20) },
  }));
  const large = alteredSet(set, () => ({
    facts_slice,
    allowmention_handles: facts_slice.map(({ handle }) => handle),
  }));
  const { pack, auditEnvelope } = compilePromptPack(large, { consumer: 'keeper', guard: handmadeGuard });
  expect(auditEnvelope.excluded).toEqual([]);
  expect(parsePack(pack).truth.map(({ payload }) => payload)).toEqual(
    facts_slice.map(({ payload }) => payload),
  );
  expect(renderPack(pack).length).toBeGreaterThan(2_000_000);
});

test('AUTH-5: the lens has no word for counting tokens, budgets or cutting', () => {
  const sources = listedFiles({ root }).filter((file) =>
    /^src[/]disclosure[/]lens[/](?!.*[.]test[.]ts$)/.test(file),
  );
  expect(sources.length).toBeGreaterThan(10);
  for (const file of sources)
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
      /tokeni[sz]er|token-?count|counter|budget|truncat|overflow|maximum_items/i,
    );
});

/** Returns every scalar in a value. */
function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** Returns the paths of what is not frozen; bytes cannot be. */
function thawedIn(value: unknown, path = '$'): readonly string[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  const below = Object.entries(value).flatMap(([key, item]) => thawedIn(item, `${path}.${key}`));
  // The list that was handed in is the test's own.
  return Object.isFrozen(value) || path === '$' ? below : [path, ...below];
}
