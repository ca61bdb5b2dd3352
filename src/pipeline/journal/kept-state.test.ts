/** Checkpoints name the artifacts that stand as frames, and give them back; the form before, which held them, is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countingAgent, goOn, memoryLedger, winding } from '../../../test/pipeline/walks/recorded-walks.ts';
import {
  type CanonicalValue,
  canonicalText,
  contentId,
  digestOf,
  parseCanonical,
} from '../../kernel/index.ts';
import {
  collect,
  createMemoryStore,
  everyHead,
  everyObject,
  importArchive,
  type Ledger,
  readWholeLog,
  toObject,
} from '../../ledger/index.ts';
import {
  type CaseProgress,
  progressLog,
  progressWrite,
  readEntry,
  readProgress,
  readProgressAt,
} from './case-progress.ts';
import { caseSubject, openJournal, runNamed } from './journal.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/recorded-runs');
const graph = winding();
const run = runNamed('run');
const log = progressLog(run, 'case');
const secret = 'the secret of the artifact';

/** Walks a number of steps; every artifact has a text that stands nowhere else. */
async function walked(maxSteps: number, start: object = {}): Promise<Ledger> {
  const ledger = memoryLedger();
  const { ask } = countingAgent();
  await goOn(ledger, graph, {
    ask: (node, context) => {
      const { type, data } = ask(node, context);
      return { type, data: { ...data, text: `${secret} ${type}` } };
    },
    limits: { maxSteps },
    ...start,
  });
  return ledger;
}

async function objectsWith({ store }: Ledger, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id } of everyObject(store)) {
    const [bytes] = await store.getMany([id]);
    if (bytes && new TextDecoder().decode(bytes).includes(text)) found.push(id);
  }
  return found;
}

/** Writes a progress as programs did that kept every artifact in its place. */
async function writtenBefore(progress: CaseProgress) {
  const store = createMemoryStore();
  const walks = progress.earlier.map((walk) => canonicalText(walk as unknown as CanonicalValue));
  const earlier = walks.map((walk) => contentId(walk));
  const text = canonicalText({ ...progress, version: 1, earlier } as unknown as CanonicalValue);
  const value = canonicalText({ earlier, progress: contentId(text) });
  const puts = [...walks, text].map((one) => toObject(one));
  await store.commit({ atMs: 0, puts, appends: [{ log, value }] });
  return store;
}

describe('a checkpoint', () => {
  // Seven steps: one within the walk of a node, and one after it.
  test.each([1, 3, 5, 6, 7])('after %i steps holds no artifact, and each stands once', async (steps) => {
    const ledger = await walked(steps);
    const { progress } = await readProgress(ledger.store, log);
    const outputs = Object.values(progress.walk?.state.outputs ?? {});
    for (const artifact of outputs)
      expect(await objectsWith(ledger, canonicalText(artifact as unknown as CanonicalValue))).toEqual([
        digestOf(contentId(canonicalText(artifact as unknown as CanonicalValue))),
      ]);
    const standing = progress.walk?.state;
    expect(standing?.inner?.prior ?? standing?.prior).toMatchObject({ data: { text: expect.any(String) } });
  });

  test('gives one object for one artifact', async () => {
    const { store } = await walked(2);
    const state = (await readProgress(store, log)).progress.walk?.state;
    expect(state?.outputs.b).toBeDefined();
    expect(state?.prior).toBe(state?.outputs.b);
  });

  test('keeps what a walk started with in its place, for it is no frame', async () => {
    const ledger = memoryLedger();
    const failing = () => {
      throw new Error('no answer');
    };
    const prior = { type: 'start', data: { text: 'given' } };
    await goOn(ledger, graph, { ask: failing, prior });
    const { progress } = await readProgress(ledger.store, log);
    expect(progress.walk?.state).toMatchObject({ status: 'failed', prior: { type: 'start' } });
  });

  test('of the form before is read as it was written, and gone on from', async () => {
    const ledger = await walked(5);
    const { progress } = await readProgress(ledger.store, log);
    const walk = progress.walk as NonNullable<CaseProgress['walk']>;
    const before: CaseProgress = { ...progress, earlier: [{ ...walk, pass: 0 }] };
    const store = await writtenBefore(before);
    expect((await readProgress(store, log)).progress).toEqual(before);
    expect(await readProgressAt(store, log, 5)).toEqual(before);
  });

  test("of a run that was recorded in the form before is kept in today's, and is the same", async () => {
    const store = createMemoryStore();
    const archive = gunzipSync(readFileSync(join(fixtures, 'version-1/run.penumbra.gz')));
    await importArchive(store, Readable.from([archive]));
    let compared = 0;
    for await (const head of everyHead(store, 'progress/'))
      for (const { value } of await readWholeLog(store, head.log)) {
        const progress = await readEntry(store, value);
        const { puts, append } = progressWrite('progress/again', progress);
        await store.commit({ atMs: 0, puts, appends: [append] });
        expect((await readProgress(store, 'progress/again')).progress).toEqual(progress);
        compared += 1;
      }
    expect(compared).toBe(18);
  });

  test('of a newer form is refused', async () => {
    const { store } = await walked(1);
    const [entry] = await readWholeLog(store, log);
    const { progress: id } = parseCanonical(entry?.value ?? '') as { readonly progress: `content:${string}` };
    const [bytes] = await store.getMany([digestOf(id as never)]);
    const text = canonicalText({ ...(parseCanonical(bytes as Uint8Array) as object), version: 3 });
    const value = canonicalText({ earlier: [], progress: contentId(text) });
    await store.commit({ atMs: 0, puts: [toObject(text)], appends: [{ log, value }] });
    await expect(readProgress(store, log)).rejects.toMatchObject({ code: 'store-version' });
  });
});

describe('a collection', () => {
  const types = memoryLedger().types;

  test.each([
    ['of what nothing reaches', {}],
    ['of old history', { historyBeforeMs: 1_000 }],
  ])('%s takes nothing that a checkpoint names', async (_what, options) => {
    const ledger = await walked(5);
    const whole = (await goOn(await walked(5), graph, { ask: countingAgent().ask })).state;
    await collect(ledger.store, {
      types: (await openJournal(ledger, { run, case: 'case' })).ledger.types,
      ...options,
    });
    expect((await goOn(ledger, graph, { ask: countingAgent().ask })).state).toEqual(whole);
  });

  test('that erases a case leaves its artifacts nowhere, and says that it cannot go on', async () => {
    const ledger = await walked(5);
    expect(await objectsWith(ledger, secret)).not.toEqual([]);
    await collect(ledger.store, { types, erase: caseSubject(run, 'case') });
    expect(await objectsWith(ledger, secret)).toEqual([]);
    const opening = openJournal(ledger, { run, case: 'case' });
    await expect(opening).rejects.toMatchObject({ code: 'erased', hint: 'the case cannot go on' });
    await expect(opening).rejects.toThrow('was erased on request, and a case rests on it');
  });
});

test.each([
  ['is not there', contentId('nothing')],
  ['is no content', 'frame:0000'],
])('an artifact that %s is said to be missing', async (_what, name) => {
  const { store } = await walked(1);
  const head = await store.head(log);
  const { progress: id } = parseCanonical(head?.value ?? '') as { readonly progress: never };
  const [bytes] = await store.getMany([digestOf(id)]);
  const kept = parseCanonical(bytes as Uint8Array) as { readonly walk: { readonly state: object } };
  const walk = { ...kept.walk, state: { ...kept.walk.state, prior: name } };
  const text = canonicalText({ ...kept, walk } as unknown as CanonicalValue);
  const value = canonicalText({ earlier: [], progress: contentId(text) });
  await store.commit({ atMs: 0, puts: [toObject(text)], appends: [{ log, value }] });
  await expect(readProgress(store, log)).rejects.toMatchObject({ code: 'store-damaged' });
});
