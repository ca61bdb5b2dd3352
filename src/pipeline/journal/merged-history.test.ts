/** A case that two ledgers had: it goes on where they agree, and is refused where they went on differently. */
import { describe, expect, test } from 'vitest';
import { countingAgent, goOn, memoryLedger, winding } from '../../../test/pipeline/walks/recorded-walks.ts';
import { exportArchive, importArchive, type Ledger } from '../../ledger/index.ts';
import { type Ask, forkRun, openJournal, overrideStep, readRun, stepsTaken } from '../index.ts';
import { runNamed } from './journal.ts';

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
