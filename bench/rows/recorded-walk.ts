// Steps on record: each with its artifact, its events and the case's progress in one durable batch, against bare
// statements that write the same rows.

import { type Batch, createMemoryStore, type Ledger, type Store } from '../../src/ledger/index.ts';
import { openJournal, walkWithJournal } from '../../src/pipeline/index.ts';
import { createBatchRows, createBatchWriter } from '../bare-batch.ts';
import { openBare } from '../bare-sqlite.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { openSample, sampleLedger, sampleLedgerFile } from '../sample-ledger.ts';
import { sampleGraph, sampleWalk } from '../sample-pipeline.ts';

export const recordedWalkRow: Row = {
  name: 'recorded-walk',
  work: 'a walk of seven steps along the light path, each step a durable checkpoint on the embedded store',
  comparedWith: 'bare SQLite statements writing the same rows in as many durable transactions',
  budget: 1.5,
  sizeUnit: 'steps',
  sizes: [3, 7, 19],
  // Checkpoints of the write-ahead log come every hundred steps or so; each round must have its share.
  leastTimes: 64,
  mostTimes: 128,
  note: 'both sides commit once to open the case and once for each step, and wait for the disk; CPU time leaves the wait out.',
  subject: walkCases,
  peer: insertRows,
};

async function walkCases(size: number): Promise<Contestant> {
  const ledger = await openSample(await sampleLedgerFile(0), 0);
  const walkCase = createWalker(size);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) await walkCase(ledger);
      }),
    close: () => ledger.store.close(),
  };
}

async function insertRows(size: number): Promise<Contestant> {
  const database = openBare(await sampleLedgerFile(0));
  const write = createBatchWriter(database);
  const rowsOf = createBatchRows();
  const batches: Batch[] = [];
  const ledger = sampleLedger(noting(createMemoryStore(), batches), 0);
  const walkCase = createWalker(size);
  return {
    async run(times) {
      for (let turn = 0; turn < times; turn++) await walkCase(ledger);
      const rows = batches.splice(0).map(rowsOf);
      // One opens the case.
      const expected = times * (sampleWalk(size).edges.length + 1);
      if (rows.length !== expected) throw new Error('a step is no transaction');
      return cpuOf(() => {
        for (const batch of rows) write(batch);
      });
    },
    close: () => database.close(),
  };
}

/** Makes the function that walks one case after the other. */
function createWalker(size: number): (ledger: Ledger) => Promise<void> {
  const graph = sampleGraph();
  const { edges, answers } = sampleWalk(size);
  let cases = 0;
  return async (ledger) => {
    const journal = await openJournal(ledger, { run: 'sample', case: `case-${cases++}` });
    let position = 0;
    const ask = async () => answers[position++] as (typeof answers)[number];
    const { history } = await walkWithJournal(journal, graph, { ask });
    if (history.length !== edges.length) throw new Error(`the walk took ${history.length} steps`);
  };
}

/** Makes a store that notes what is written to it. */
function noting(store: Store, batches: Batch[]): Store {
  return {
    ...store,
    commit: (batch) => {
      batches.push(batch);
      return store.commit(batch);
    },
  };
}
