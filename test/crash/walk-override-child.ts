// Answers in place of an agent when it is told to; started as a process by its test.
// usage: walk-override-child.ts FOLDER NAME

import { writeSync } from 'node:fs';
import { PenumbraError } from '../../src/kernel/index.ts';
import { openJournal, overrideStep } from '../../src/pipeline/index.ts';
import { openWalkLedger } from './walk-effects.ts';
import { crashGraph, crashRun } from './walk-plan.ts';

const [folder = '', by = ''] = process.argv.slice(2);
const ledger = await openWalkLedger(folder);
const journal = await openJournal(ledger, { run: crashRun.run, case: 'one' });
writeSync(1, 'ready\n');
for await (const _ of process.stdin);
try {
  const artifact = { type: 'sift', data: { round: 9, by } };
  await overrideStep(journal, crashGraph, { node: 'sift', artifact, by });
  writeSync(1, `given by ${by}\n`);
} catch (error) {
  if (!(error instanceof PenumbraError)) throw error;
  writeSync(1, `${error.code}: ${error.message}\n`);
}
await ledger.store.close();
