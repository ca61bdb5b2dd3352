// Attacks on the audit by whoever owns its store and can mend every digest in it, and by many writers at once.

import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { findAuditHead, readAuditRecords, signAnchor, verifyAudit } from '../../src/guard.ts';
import { groupsOf, storeWith } from '../guard/audit-samples.ts';
import { attack, type Target } from './attack.ts';
import { openPartner } from './contract-partner.ts';

/** Makes calls, and returns what then stands in the log. */
async function makeRecords(target: Target): Promise<readonly string[]> {
  for (let number = 1; number <= 6; number++)
    await target.call('file write', `root:repo/desk/${number}.txt`, { text: 'x' });
  return (await groupsOf(target.ledger.store)).flat();
}

/** Writes other records to a store of their own, whose digests fit them, and verifies those. */
async function verifyInstead(target: Target, values: readonly string[]) {
  const store = await storeWith(values.map((line) => [line]));
  const keys = openKeys(target.keys);
  const head = await findAuditHead(target.ledger.store);
  if (head === null) throw new Error('there are no records');
  const signer = keys.signer(['audit-anchor']);
  const anchor = await signAnchor(head, { ledger: store.location, signer });
  return verifyAudit(store, { anchors: [anchor], verifier: keys.verifier() });
}

attack('audit-tampered', 'a record that was changed, dropped, moved or repeated is found', async (open) => {
  const target = await open();
  const values = await makeRecords(target);
  const [third = '', fourth = ''] = values.slice(2, 4);
  const tampered: Readonly<Record<string, readonly string[]>> = {
    changed: values.with(2, third.replace('desk/3.txt', 'desk/9.txt')),
    dropped: values.toSpliced(2, 1),
    beginning: values.slice(1),
    moved: values.with(2, fourth).with(3, third),
    repeated: values.toSpliced(3, 0, third),
  };
  expect((await verifyInstead(target, values)).faults).toEqual([]);
  for (const [what, others] of Object.entries(tampered))
    expect([what, (await verifyInstead(target, others)).ok]).toEqual([what, false]);
});

attack('audit-added', 'an entry that was put behind the end of the log is found', async (open) => {
  const target = await open();
  await makeRecords(target);
  await target.session.trail.flush();
  expect((await verifyAudit(target.ledger.store)).ok).toBe(true);
  const database = new DatabaseSync(target.at('workspace/.penumbra/ledger.db'));
  const last = "log = (select number from log where name = 'audit') order by sequence desc limit 1";
  database.exec(`insert into entry select log, sequence + 1, stamp, value from entry where ${last}`);
  const { ok, faults } = await verifyAudit(target.ledger.store);
  expect([ok, faults.map(({ fault }) => fault)]).toEqual([false, ['store']]);
  // The session writes on where the log ends, which the attacks after this look at.
  database.exec(`delete from entry where (log, sequence) in (select log, sequence from entry where ${last})`);
  database.close();
});

attack('audit-cut', 'an end that was cut off is missed by the anchor beside the keys', async (open) => {
  const target = await open();
  const values = await makeRecords(target);
  for (const length of [5, 1]) {
    const { ok, faults } = await verifyInstead(target, values.slice(0, length));
    expect([ok, faults.map(({ fault }) => fault)]).toEqual([false, ['cut-end']]);
  }
});

attack('audit-two-writers', 'many calls of two processes make one chain with every record', async (open) => {
  const target = await open();
  await using partner = await openPartner(target, { id: 'other' });
  const write = (one: Pick<Target, 'code'>, name: string) =>
    one.code('file write', `root:repo/desk/${name}`, { text: 'x' });
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, number) => write(number % 2 === 0 ? target : partner, `${number}.txt`)),
  );
  expect(new Set(codes)).toEqual(new Set(['MCP-FILE-S-003']));
  expect((await verifyAudit(target.ledger.store)).chains).toHaveLength(1);
});

attack(
  'audit-large',
  'a call too large for a record is on record all the same, and says that it was cut',
  async (open) => {
    const target = await open();
    const paths = Array.from({ length: 400 }, (_, number) => `${'long'.repeat(60)}${number}`);
    expect(await target.code('git diff', 'root:repo', { paths })).toBe('MCP-GIT-S-003');
    await target.session.trail.flush();
    const [record] = await Array.fromAsync(readAuditRecords(target.ledger.store));
    expect(record?.cut).toMatchObject({ addresses: { count: 401 } });
  },
);
