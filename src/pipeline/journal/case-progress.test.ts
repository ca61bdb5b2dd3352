/** Progress comes back from the ledger as it was written, at its end and after any number of steps. */
import { describe, expect, test } from 'vitest';
import { countingAgent, goOn, memoryLedger, winding } from '../../../test/pipeline/walks/recorded-walks.ts';
import { type FrameId, makeId, sha256 } from '../../kernel/index.ts';
import { createMemoryStore, exportArchive, importArchive, type Ledger } from '../../ledger/index.ts';
import {
  type Ask,
  forkRun,
  loadPipeline,
  openJournal,
  overrideStep,
  readRun,
  resolveShipped,
  stepsTaken,
} from '../index.ts';
import { startWalk } from '../step/start-walk.ts';
import {
  type CaseProgress,
  progressLog,
  progressWrite,
  readProgress,
  readProgressAt,
} from './case-progress.ts';
import { runNamed } from './journal.ts';

const [light, court] = ['rca-investigation', 'court'].map((name) =>
  loadPipeline(resolveShipped(name) ?? ''),
) as [ReturnType<typeof loadPipeline>, ReturnType<typeof loadPipeline>];
const none: CaseProgress = { walk: null, earlier: [], frames: {}, replies: [], zones: [] };

test('progress is read as it was written, with the walks that ended before', async () => {
  const store = createMemoryStore();
  const log = progressLog(makeId('run', sha256('a run')), 'case-1');
  expect(await readProgress(store, log)).toEqual({ progress: none, entry: null, entries: 0 });
  const frame = makeId('frame', sha256('a frame')) as FrameId;
  const progress: CaseProgress = {
    walk: { pipeline: 'court', pass: 1, state: startWalk(court) },
    earlier: [
      { pipeline: 'light', pass: 1, state: { ...startWalk(light), status: 'done', terminal: '_done' } },
    ],
    frames: { report: frame },
    replies: [{ agent: 'Weaver', node: 'report', step: 1, frame }],
    zones: ['paint', null],
  };
  const { puts, append } = progressWrite(log, progress);
  expect((await store.commit({ atMs: 0, puts, appends: [append] })).committed).toBe(true);
  expect(await readProgress(store, log)).toEqual({ progress, entry: append.value, entries: 1 });
  expect(stepsTaken(progress)).toBe(2);
  expect(await readProgressAt(store, log, 0)).toEqual(none);
  expect(await readProgressAt(store, log, 2)).toEqual(progress);
  expect(await readProgressAt(store, log, 1)).toBeNull();
});

const graph = winding();
const run = runNamed('run');

/** A ledger at its own time, in which a case was walked for a number of steps; some of them by a person. */
async function ledgerAt(atMs: number, steps: number, person?: { at: number; by: string }): Promise<Ledger> {
  const ledger: Ledger = { ...memoryLedger(), clock: { now: () => atMs } };
  const { ask } = countingAgent();
  const walk = (maxSteps: number) => goOn(ledger, graph, { ask, limits: { maxSteps } });
  await walk(person ? person.at - 1 : steps);
  if (!person) return ledger;
  const journal = await openJournal(ledger, { run, case: 'case' });
  const node = journal.progress.walk?.state.node ?? graph.start;
  await overrideStep(journal, graph, {
    node,
    by: person.by,
    artifact: { type: node, data: { visit: 1, by: person.by } },
  });
  await walk(steps);
  return ledger;
}

async function merge(into: Ledger, from: Ledger): Promise<Ledger> {
  await importArchive(into.store, exportArchive(from.store));
  return into;
}

describe('two histories', () => {
  test.each<[string, () => Promise<readonly [Ledger, Ledger]>, number]>([
    [
      'of an agent and a person',
      async () => [await ledgerAt(1_000, 7), await ledgerAt(2_000, 2, { at: 2, by: 'alice' })],
      2,
    ],
    [
      'of two persons',
      async () => [
        await ledgerAt(1_000, 3, { at: 3, by: 'alice' }),
        await ledgerAt(2_000, 5, { at: 3, by: 'bob' }),
      ],
      3,
    ],
    [
      'of which the shorter was last',
      async () => [await ledgerAt(2_000, 1, { at: 1, by: 'alice' }), await ledgerAt(1_000, 7)],
      1,
    ],
  ])('%s are refused, with the step at which they part', async (_what, ledgers, step) => {
    const [one, other] = await ledgers();
    const merged = await merge(one, other);
    const opening = openJournal(merged, { run, case: 'case' });
    await expect(opening).rejects.toMatchObject({
      code: 'log-corrupt',
      data: { run, case: 'case', step },
      hint: `go on from before it, in a run of its own: \`penumbra resume ${run} --from ${step}\``,
    });
    await expect(opening).rejects.toThrow(`two histories of \`case\` were merged: they part at step ${step}`);
  });

  test('can be gone on from before they part, in a run of its own', async () => {
    const merged = await merge(await ledgerAt(1_000, 7), await ledgerAt(2_000, 4, { at: 4, by: 'alice' }));
    const into = runNamed('fork');
    await forkRun(merged, { run, into, steps: new Map([['case', 3]]), inputs: null });
    const { ask, asked } = countingAgent();
    const result = await goOn(merged, graph, { run: into, ask });
    expect({ status: result.status, asked: asked.join(' ') }).toEqual({ status: 'done', asked: 'b c d e' });
  });

  test('are told as one or the other, never as both', async () => {
    const merged = await merge(await ledgerAt(1_000, 7), await ledgerAt(2_000, 2, { at: 2, by: 'alice' }));
    const alone = await readRun((await ledgerAt(2_000, 2, { at: 2, by: 'alice' })).store, run);
    expect(alone.cases).toHaveLength(1);
    expect((await readRun(merged.store, run)).cases).toEqual(alone.cases);
  });
});

describe('one history that both had', () => {
  test.each<[string, readonly [number, number], readonly [number, number]]>([
    ['goes on', [1_000, 3], [2_000, 3]],
    ['goes on from the farthest step, where the farther was first', [1_000, 5], [2_000, 2]],
    ['goes on from the farthest step, where the farther was last', [1_000, 2], [2_000, 5]],
  ])('%s', async (_what, one, other) => {
    const merged = await merge(await ledgerAt(...one), await ledgerAt(...other));
    const { progress } = await openJournal(merged, { run, case: 'case' });
    expect(stepsTaken(progress)).toBe(Math.max(one[1], other[1]));
    const { ask, asked } = countingAgent();
    expect((await goOn(merged, graph, { ask })).status).toBe('done');
    expect(asked).toHaveLength(7 - Math.max(one[1], other[1]));
    // What was written since is gone on from, too.
    expect((await goOn(merged, graph, { ask: refuse })).status).toBe('done');
  });
});

const refuse: Ask = () => {
  throw new Error('asked again');
};
