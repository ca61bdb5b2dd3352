// A case that is erased: what its agents concluded stands in no checkpoint; what was told on is listed in SECURITY.md.
import { expect, test } from 'vitest';
import { showRun } from '../../src/commands/runs.ts';
import { investigate, resumeRun } from '../../src/investigation/index.ts';
import type { Sha256 } from '../../src/kernel/index.ts';
import { collect, everyHead, type Ledger, readFrames, readWholeLog } from '../../src/ledger/index.ts';
import { inLedger, shopStore } from './runs-elsewhere.ts';

const decoder = new TextDecoder();

/** The texts of all objects that the logs of cases' progress name. */
async function checkpoints({ store }: Ledger): Promise<readonly string[]> {
  const named = new Set<Sha256>();
  for await (const { log } of everyHead(store, 'progress/'))
    for (const { value } of await readWholeLog(store, log))
      for (const id of value.match(/[0-9a-f]{64}/g) ?? []) named.add(id as Sha256);
  return (await store.getMany([...named])).map((bytes) => decoder.decode(bytes ?? new Uint8Array()));
}

test('an erased case leaves nothing of its artifacts in checkpoints, and the run says that it cannot go on', async () => {
  const at = shopStore('erased');
  await expect(investigate({ ...at, pauseAt: ['report'] })).rejects.toMatchObject({ code: 'stopped' });
  const { model } = await showRun({ ...at, run: 'latest' });
  const one = model.cases.find(({ steps }) => steps.length > 3);
  const frames = one?.steps.flatMap(({ artifact }) => (artifact ? [artifact.frame] : [])) ?? [];
  await inLedger(at, async (ledger) => {
    const records = await readFrames(ledger.store, frames);
    const texts = records.map(({ content }) => decoder.decode(content as Uint8Array));
    const sentences = texts.flatMap((text) => text.match(/(?<=")[^"]* [^"]*(?=")/g) ?? []);
    expect(sentences.length).toBeGreaterThan(3);
    const erase = { kind: 'case', id: `${model.run}/${one?.id}` } as const;
    await collect(ledger.store, { types: ledger.types, erase });
    const kept = await checkpoints(ledger);
    expect(kept.length).toBeGreaterThan(frames.length);
    for (const part of [...texts, ...sentences])
      expect({ part, holders: kept.filter((text) => text.includes(part)) }).toEqual({ part, holders: [] });
  });
  await expect(resumeRun({ ...at, run: 'latest' })).rejects.toMatchObject({ code: 'erased' });
  expect((await showRun({ ...at, run: 'latest' })).model).toEqual(model);
});

test('a run that was collected goes on as if it had not been', async () => {
  const [calm, collected] = [shopStore('calm'), shopStore('collected')];
  await expect(investigate({ ...collected, pauseAt: ['review'] })).rejects.toMatchObject({ code: 'stopped' });
  await inLedger(collected, ({ store, types }) =>
    collect(store, { types, historyBeforeMs: 8_640_000_000_000 }),
  );
  expect((await resumeRun({ ...collected, run: 'latest' })).document).toEqual(
    (await investigate(calm)).document,
  );
});
