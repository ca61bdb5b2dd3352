// An investigation is made again from what it began with, without a trace, and what differs is named.

import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { investigate, resumeRun, verifyRun } from '../../src/investigation/index.ts';
import type { Id } from '../../src/kernel/index.ts';
import { type Ledger, putFrame } from '../../src/ledger/index.ts';
import { readRun } from '../../src/pipeline/index.ts';
import { describeStore } from '../../src/testing/store-contract/store-check.ts';
import { inLedger, shopStore } from './runs-elsewhere.ts';

const fileOf = ({ store }: { readonly store: string }) => store.replace(/^sqlite:/, '');

test('a run comes out the same, also after the memory has moved on, and nothing of that is kept', async () => {
  const at = shopStore('verified');
  const { run } = await investigate({ ...at, memory: 'write' });
  const second = await investigate({ ...at, memory: 'write' });
  expect(second.run).not.toBe(run);
  const before = await inLedger(at, ({ store }) => describeStore(store));
  for (const one of [run, second.run]) {
    const found = await verifyRun({ ...at, run: one });
    expect(found).toMatchObject({ ok: true, run: one, differences: [] });
    const { cases } = await inLedger(at, ({ store }) => readRun(store, one as Id<'run'>));
    expect(found.steps).toBe(cases.reduce((sum, { steps }) => sum + steps.length, 0));
  }
  expect(await inLedger(at, ({ store }) => describeStore(store))).toEqual(before);
});

test('a report that its steps do not lead to is told, with where it differs', async () => {
  const at = shopStore('forged');
  await expect(investigate({ ...at, pauseAt: ['report'] })).rejects.toMatchObject({ code: 'stopped' });
  const honest = { ...at, store: `${at.store}.honest` };
  copyFileSync(fileOf(at), fileOf(honest));
  const { run, document } = await resumeRun({ ...honest, run: 'latest' });
  const [first, ...others] = document.causes;
  const forged = { ...document, causes: [{ ...first, confidence: 0.0123 }, ...others] };
  await inLedger(at, (ledger: Ledger) =>
    putFrame(ledger, {
      subject: { kind: 'run', id: run as Id<'run'> },
      type: 'run-report',
      agent: 'report',
      basis: { inputs: [] },
      content: JSON.stringify(forged),
    }),
  );
  const { ok, differences } = await verifyRun({ ...at, run });
  expect(ok).toBe(false);
  expect(differences).toContainEqual({
    what: 'report.causes.0.confidence',
    recorded: '0.0123',
    found: JSON.stringify(first?.confidence),
  });
  expect(differences).toContainEqual(
    expect.objectContaining({
      what: expect.stringMatching(/^step \d+ of case-/),
      recorded: 'no further step',
    }),
  );
});

test('one that has not ended, or goes on from another, is refused', async () => {
  const at = shopStore('unended');
  await expect(investigate({ ...at, pauseAt: ['review'] })).rejects.toMatchObject({ code: 'stopped' });
  await expect(verifyRun({ ...at, run: 'latest' })).rejects.toMatchObject({ code: 'usage' });
  await resumeRun({ ...at, run: 'latest' });
  const forked = await resumeRun({ ...at, run: 'latest', from: 'review' });
  await expect(verifyRun({ ...at, run: forked.run })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('it goes on from steps of'),
  });
});
