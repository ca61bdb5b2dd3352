// What has to hold after every attack: nothing outside was touched, every call is on record once, and life goes on.

import { expect } from 'vitest';
import { readAuditRecords, verifyAudit } from '../../src/guard.ts';
import type { Target } from './open-target.ts';
import type { Stock } from './take-stock.ts';

interface Known {
  readonly before: Stock;
  readonly stockOf: () => Stock;
  readonly calls: () => number;
}

/** Asserts that a target is as it was and still serves. */
export async function expectUnharmed(target: Target, { before, stockOf, calls }: Known): Promise<void> {
  expect(Object.fromEntries(stockOf()), 'nothing outside was written').toEqual(Object.fromEntries(before));
  const { reply } = await target.call('file list', 'root:repo');
  expect(reply.code, 'the next call is served').toBe('MCP-FILE-S-002');
  await target.session.trail.flush();
  const { store } = target.ledger;
  const records = await Array.fromAsync(readAuditRecords(store));
  expect(records.length, 'one record for each call').toBe(calls());
  const { ok, faults } = await verifyAudit(store);
  expect({ ok, faults }, 'the audit holds together').toEqual({ ok: true, faults: [] });
}
