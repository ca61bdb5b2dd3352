// A process that writes records to a ledger and anchors each: ledger file, configuration directory, its number.

import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createAnchorKeeper } from '../../src/engine/guard/audit/anchored-trail.ts';
import { openAnchors } from '../../src/engine/guard/audit/anchors.ts';
import { openAuditTrail } from '../../src/guard/index.ts';
import { sampleEntry, sampleKeys, sampleRandomness } from './audit-samples.ts';

const [ledger = '', folder = '', number = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file: ledger });
const { signer } = sampleKeys('secret');
const keeper = createAnchorKeeper({
  store,
  anchors: openAnchors(folder),
  signer,
  onOutcome: (outcome) => {
    if (typeof outcome === 'object') throw outcome.fault;
  },
});
const trail = await openAuditTrail(
  { store, clock: { now: () => Date.now() } },
  { randomness: sampleRandomness(Number(number)), onWritten: keeper.onWritten },
);
for (let count = 0; count < 10; count++) await trail.record(sampleEntry(Number(number) * 100 + count));
await trail.close();
await keeper.settled();
await store.close();
