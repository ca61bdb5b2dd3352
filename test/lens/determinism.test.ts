// Determinism: equal inputs give equal bytes, whenever, wherever and in whatever order they came to be.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';
import {
  type CompiledPack,
  compilePromptPack,
  parsePack,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, createOracle } from '../../src/disclosure/oracle/index.ts';
import { canonicalize, parseCanonical, sha256 } from '../../src/kernel/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { compiledOutputs, consumers } from './compiled-outputs.ts';
import { tellStory } from './sample-story.ts';
import { allOutput, cursor, policy } from './sample-world.ts';

const root = join(import.meta.dirname, '../..');
const program = join(import.meta.dirname, 'compiled-outputs.ts');
const story = await compiledOutputs(await tellStory());
const set = await compileWorkingSet(await tellStory(), cursor, policy);
const optionsFor = (consumer: string) => ({ consumer, guard: set.guard, style: { tone: 'dry' } });

test.each(consumers)('LENS-DET-1: compiling twice for the %s gives the same bytes', (consumer) => {
  const first = compilePromptPack(set, optionsFor(consumer));
  const second = compilePromptPack({ bytes: set.bytes.slice(), id: set.id }, optionsFor(consumer));
  expect(second.pack.bytes).toEqual(first.pack.bytes);
  expect(second).toEqual(first);
});

test('LENS-DET-1: the order in which options are written does not matter', () => {
  const style = { tone: 'dry', pace: 'slow' };
  const { pack } = compilePromptPack(set, { consumer: 'keeper', guard: set.guard, style });
  const turned = { pace: 'slow', tone: 'dry' };
  expect(compilePromptPack(set, { style: turned, guard: set.guard, consumer: 'keeper' }).pack).toEqual(pack);
});

test('G1: bytes that were parsed and written again give the same pack', () => {
  const again = { id: set.id, bytes: canonicalize(parseCanonical(set.bytes)) };
  for (const consumer of consumers)
    expect(compilePromptPack(again, optionsFor(consumer))).toEqual(
      compilePromptPack(set, optionsFor(consumer)),
    );
});

test('G1: the same story told twice, and a second oracle on the same store, give the same bytes', async () => {
  expect(await compiledOutputs(await tellStory())).toBe(story);
  const store = createMemoryStore();
  expect(await compiledOutputs(await tellStory(store))).toBe(story);
  expect(await compiledOutputs(createOracle(store))).toBe(story);
});

test.each<[string, NodeJS.ProcessEnv]>([
  ['as it is', {}],
  ['in Turkish', { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', LANGUAGE: 'tr' }],
  ['in Kathmandu', { TZ: 'Asia/Kathmandu', LC_ALL: 'ar_EG.UTF-8' }],
  ['without a locale', { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', LANG: '' }],
])('G1: another process, %s, gives the same bytes', (_place, env) => {
  const options = { encoding: 'utf8', cwd: root, env: { ...process.env, ...env } } as const;
  expect(execFileSync(process.execPath, [program], options)).toBe(story);
});

test('LENS-DET-2: the hashes are those of the bytes', () => {
  expect(set.hash).toBe(sha256(set.bytes));
  expect(set.id).toBe(set.hash.slice(0, 16));
  for (const consumer of consumers) {
    const { pack, envelope, auditEnvelope } = compilePromptPack(set, optionsFor(consumer));
    expect(pack.hash).toBe(sha256(pack.bytes));
    expect(envelope).toMatchObject({
      promptpack_hash: sha256(pack.bytes),
      text_hash: sha256(renderPack(pack)),
      working_set_id: parsePack(pack).working_set_id,
    });
    expect(auditEnvelope.source_id).toBe(sha256(set.bytes).slice(0, 16));
  }
});

test('LENS-DET-3: nothing is compiled from a clock or from chance', () => {
  const expected = compilePromptPack(set, optionsFor('keeper'));
  const compiled = withoutEntropy(() => compilePromptPack(set, optionsFor('keeper')));
  expect(compiled).toEqual(expected);
});

test('LENS-DET-3: no time of day and no random id stands in what is compiled', () => {
  for (const consumer of consumers) {
    const output = allOutput(compilePromptPack(set, optionsFor(consumer)) satisfies CompiledPack);
    const told = output.replaceAll('2026-02-18T23:59:60Z', '');
    expect(told).not.toMatch(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/);
    expect(told).not.toMatch(/(?<![0-9a-f])1[6-9][0-9]{8,11}(?![0-9a-f])/);
  }
});

test('LENS-DET-3: no time, chance or locale is read in disclosure and lens', () => {
  const sources = listedFiles({ root }).filter((file) => /^src[/](disclosure|lens)[/].*[.]ts$/.test(file));
  const read = sources.filter((file) => !file.endsWith('.test.ts'));
  expect(read.length).toBeGreaterThan(20);
  for (const file of read)
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
      /\bDate\b|Math\.random|random(UUID|Bytes|Int)|getRandomValues|[lL]ocale(Compare|Lower|Upper|String)|\bIntl\b|\bprocess\.|performance\./,
    );
});

/** Runs something while clock and chance answer with an error. */
function withoutEntropy<Value>(run: () => Value): Value {
  const { Date: date } = globalThis;
  const { random } = Math;
  const { getRandomValues, randomUUID } = crypto;
  const refuse = () => {
    throw new Error('there is no clock and no chance');
  };
  try {
    Math.random = refuse;
    crypto.getRandomValues = refuse;
    crypto.randomUUID = refuse;
    globalThis.Date = new Proxy(date, { construct: refuse, apply: refuse, get: refuse });
    return run();
  } finally {
    globalThis.Date = date;
    Math.random = random;
    crypto.getRandomValues = getRandomValues;
    crypto.randomUUID = randomUUID;
  }
}
