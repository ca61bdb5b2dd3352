// A writing process for the crash and concurrency tests: `node store-writer.ts <store> <writer> <count> [gated]`. A gated
// one tells when it is ready, and begins when its input ends.
// It puts frames, appends to two shared logs in one batch, and moves a shared head by compare-and-set, as fast as it
// can; each number is told once everything of it is committed.

import { openStore, storeAddress } from '../../src/engine/open-ledger.ts';
import { systemClock } from '../../src/engine/system-ports.ts';
import { canonicalText, contentId } from '../../src/kernel/index.ts';
import { defineFrameTypes, noteType, putFrame, toObject } from '../../src/ledger/index.ts';
import { COUNTER, FIRST_LOG, payloadOf, SECOND_LOG, SUBJECTS } from './crash-plan.ts';

const [address = '', writer = '', count = '0', gate = ''] = process.argv.slice(2);
const store = await openStore(storeAddress(address, process.cwd()), { create: true });
if (gate === 'gated') {
  process.stdout.write('0\n');
  await Array.fromAsync(process.stdin);
}
const ledger = { store, types: defineFrameTypes(noteType), clock: systemClock };

for (let number = 1; number <= Number(count); number++) {
  const value = canonicalText({ number, writer });
  await store.commit({
    atMs: systemClock.now(),
    puts: [toObject(payloadOf(writer, number))],
    appends: [
      { log: FIRST_LOG, value },
      { log: SECOND_LOG, value },
    ],
  });
  await putFrame(ledger, {
    subject: { kind: 'node', id: `src/file-${number % SUBJECTS}.ts` },
    type: 'note',
    agent: writer,
    basis: { inputs: [contentId(value)] },
    content: value,
  });
  while (!(await increment()));
  process.stdout.write(`${number}\n`);
}
await store.close();

async function increment(): Promise<boolean> {
  const value = (await store.head(COUNTER))?.value ?? null;
  const outcome = await store.commit({
    atMs: systemClock.now(),
    requires: [{ kind: 'head-is', log: COUNTER, value }],
    appends: [{ log: COUNTER, value: String(Number(value ?? 0) + 1) }],
  });
  return outcome.committed;
}
