// Copies of one investigation that went on separately, merged: what happened is shown whole, and going on is refused.
import { beforeAll, expect, test } from 'vitest';
import { listRuns, showRun } from '../../src/commands/runs.ts';
import { investigate, overrideCase, resumeRun } from '../../src/investigation/index.ts';
import type { RunModel } from '../../src/record/index.ts';
import { mergeInto, shopStore } from './runs-elsewhere.ts';

const [ours, theirs, third] = [shopStore('ours'), shopStore('theirs'), shopStore('third')];
let caseId = '';
let alone: RunModel;

const show = async (at: typeof ours) => (await showRun({ ...at, run: 'latest' })).model;

beforeAll(async () => {
  await investigate(ours);
  const paused = investigate({ ...theirs, pauseAt: ['review'] });
  await expect(paused).rejects.toMatchObject({ code: 'stopped' });
  const waiting = (await show(theirs)).cases.find(({ paused: why }) => why !== null);
  caseId = waiting?.id ?? '';
  await mergeInto(third, theirs);
  const answer = { decision: 'approve', confidence: 0.9 };
  await overrideCase({ ...theirs, run: 'latest', case: caseId, node: 'review', by: 'alice', answer });
  alone = await show(theirs);
  await mergeInto(ours, theirs);
});

test('the run is shown and listed, and each step is that of one history', async () => {
  const told = (await show(ours)).cases.find(({ id }) => id === caseId);
  expect(told?.steps).toEqual(alone.cases.find(({ id }) => id === caseId)?.steps);
  expect(told?.overrides).toMatchObject([{ by: 'alice' }]);
  expect(await listRuns(ours)).toMatchObject([{ run: alone.run, status: 'done' }]);
});

test('two answers to one question are refused, until the run is done again from before them', async () => {
  const answer = { decision: 'approve', confidence: 0.8 };
  await overrideCase({ ...third, run: 'latest', case: caseId, node: 'review', by: 'bob', answer });
  await mergeInto(third, theirs);
  const step = alone.cases.find(({ id }) => id === caseId)?.steps.at(-1)?.step ?? 0;
  const going = resumeRun({ ...third, run: 'latest' });
  await expect(going).rejects.toMatchObject({ code: 'log-corrupt', data: { case: caseId, step } });
  await expect(going).rejects.toThrow(
    `two histories of \`${caseId}\` were merged: they part at step ${step}`,
  );
  const forked = await resumeRun({ ...third, run: 'latest', from: String(step) });
  expect(forked.document.run).not.toBe(alone.run);
  expect((await listRuns(third)).map(({ status }) => status)).toEqual(['done', 'running']);
});
