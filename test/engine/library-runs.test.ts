// A run that somebody's own program records in the ledger of a workspace, beside investigations.
import { expect, test } from 'vitest';
import { listRuns, showRun } from '../../src/commands/runs.ts';
import { investigate, resumeRun } from '../../src/investigation/index.ts';
import { loadPipeline, walkMany } from '../../src/pipeline/index.ts';
import { inLedger, type ShopStore, shopStore } from './runs-elsewhere.ts';

const graph = loadPipeline(
  'pipeline: own\nnodes: [{name: look}, {name: tell}]\nedges:\n  - {id: o1, from: look, to: tell}\n  - {id: o2, from: tell, to: _done}\nstart: look\n',
);

async function walkOwn(at: ShopStore, pauseAt: readonly string[] = []): Promise<void> {
  await inLedger(at, (ledger) =>
    walkMany(graph, {
      ledger,
      run: 'my own run',
      cases: [{ id: 'one' }, { id: 'two' }],
      ask: ({ name }) => ({ type: name, data: {} }),
      pauseAt,
    }),
  );
}

test('it is listed and shown, and is not what `latest` means', async () => {
  const at = shopStore('library');
  await walkOwn(at, ['tell']);
  const [own] = await listRuns(at);
  expect(own).toMatchObject({ status: 'paused', cases: 2, causes: null });
  expect((await showRun({ ...at, run: 'latest' })).model.run).toBe(own?.run);
  await expect(resumeRun({ ...at, run: 'latest' })).rejects.toMatchObject({ code: 'usage' });

  const { run } = await investigate(at);
  await walkOwn(at);
  const { model, document } = await showRun({ ...at, run: own?.run ?? '' });
  expect({ cases: model.cases.map(({ status }) => status), document }).toEqual({
    cases: ['done', 'done'],
    document: null,
  });
  const listed = await listRuns(at);
  expect(listed.map((one) => one.run)).toEqual([run, own?.run]);
  expect(listed[1]).toMatchObject({ cases: 2, causes: null });
  expect((await resumeRun({ ...at, run: 'latest' })).run).toBe(run);
});

test('one that is newer than the last investigation does not hide it', async () => {
  const at = shopStore('newer');
  const { run } = await investigate(at);
  await walkOwn(at);
  expect((await listRuns(at)).map((one) => one.run)[1]).toBe(run);
  expect((await showRun({ ...at, run: 'latest' })).model.run).toBe(run);
});
