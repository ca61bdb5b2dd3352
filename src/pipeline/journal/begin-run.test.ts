/** That the beginning of a run is written once, whole, and for the cases it was begun with. */
import { expect, test } from 'vitest';
import { everyLog, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import { makeId, sha256 } from '../../kernel/index.ts';
import { type Ledger, readWholeLog } from '../../ledger/index.ts';
import { beginRun, type CaseStart, openJournal, readRun, runLog } from '../index.ts';

const run = makeId('run', sha256('begun'));
const cases: readonly CaseStart[] = [{ id: 'one', config: { share: 0.5 } }, { id: 'two' }];

test('beginning again writes nothing', async () => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, cases);
  const before = await everyLog(ledger);
  await beginRun(ledger, run, cases);
  expect(await everyLog(ledger)).toEqual(before);
  expect((await readRun(ledger.store, run)).cases.map(({ id }) => id)).toEqual(['one', 'two']);
});

test('a run without cases has begun, too', async () => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, []);
  await beginRun(ledger, run, []);
  expect(await readRun(ledger.store, run)).toMatchObject({ status: 'running', cases: [], entries: 1 });
});

test.each<[string, readonly CaseStart[]]>([
  ['one more', [...cases, { id: 'three' }]],
  ['one less', cases.slice(0, 1)],
  ['another order', cases.toReversed()],
  ['another beginning', [{ id: 'one', config: { share: 0.4 } }, { id: 'two' }]],
])('a run is not taken up with %s', async (_what, others) => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, cases);
  const before = await everyLog(ledger, 'run/');
  await expect(beginRun(ledger, run, others)).rejects.toMatchObject({ code: 'usage' });
  expect(await everyLog(ledger, 'run/')).toEqual(before);
});

test('a beginning of many cases that is cut off anywhere is completed', async () => {
  const many = Array.from({ length: 2_100 }, (_, index) => ({ id: `case-${index}` }));
  const whole = memoryLedger();
  await beginRun(whole, run, many);
  const expected = await readWholeLog(whole.store, runLog(run));
  expect(expected).toHaveLength(2_101);
  for (const commits of [0, 1, 2, 3]) {
    const ledger = memoryLedger();
    await expect(beginRun(dyingAfter(ledger, commits), run, many)).rejects.toThrow('killed');
    await beginRun(ledger, run, many);
    expect((await readWholeLog(ledger.store, runLog(run))).map(({ value }) => value)).toEqual(
      expected.map(({ value }) => value),
    );
  }
});

function dyingAfter(ledger: Ledger, commits: number): Ledger {
  let left = commits;
  const commit: Ledger['store']['commit'] = async (batch) => {
    if (left-- <= 0) throw new Error('killed');
    return ledger.store.commit(batch);
  };
  return { ...ledger, store: { ...ledger.store, commit } };
}

test.each(['', 'a/b', 'a b', 'é', 'x'.repeat(129), '\n', undefined])('%j names no case', async (id) => {
  const ledger = memoryLedger();
  const names = { code: 'invalid-name' };
  await expect(openJournal(ledger, { run, case: id as string })).rejects.toMatchObject(names);
  await expect(beginRun(ledger, run, [{ id: id as string }])).rejects.toMatchObject(names);
  expect(await everyLog(ledger)).toEqual(await everyLog(memoryLedger()));
});
