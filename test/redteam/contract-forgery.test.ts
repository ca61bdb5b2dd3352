// Attacks on contracts by whoever can write the ledger, or another process of the same session.

import { expect, vi } from 'vitest';
import { attack } from './attack.ts';
import { openPartner } from './contract-partner.ts';
import { draft, edited, readOpening, slipIn, writeAt } from './contract-target.ts';

const NO_CONTRACT = 'EN-WRITE-D-002';

attack('contract-edited', 'a contract that was edited gives nothing', async (open) => {
  const target = await open();
  await target.call('contract open', '', {
    ...draft,
    targets: ['vow/a'],
    edits: [{ path: 'vow/a', operation: 'WRITE' }],
  });
  const opening = await readOpening(target.ledger.store, 'attacker');
  await target.call('contract cancel', '', { reason: 'x' });
  await slipIn(target, edited(opening, { id: 'contract:0123456789abcdef', targets: ['**'] }));
  expect(await writeAt(target, 'vow/x')).toBe(NO_CONTRACT);
  expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
});

attack(
  'contract-other-session',
  'the contract of another session gives nothing in this one',
  async (open) => {
    const target = await open();
    await using partner = await openPartner(target, { id: 'other' });
    expect(await partner.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
    await slipIn(target, await readOpening(target.ledger.store, 'other'));
    expect(await writeAt(target, 'vow/x')).toBe(NO_CONTRACT);
  },
);

attack(
  'contract-reopened',
  'a contract that ended has ended, also where its beginning is written again',
  async (open) => {
    for (const [end, given] of [['close'], ['cancel', { reason: 'x' }]] as const) {
      const target = await open();
      await target.call('contract open', '', draft);
      expect(await writeAt(target, 'vow/x')).toBe('MCP-FILE-S-003');
      const opening = await readOpening(target.ledger.store, 'attacker');
      await target.call(`contract ${end}`, '', given);
      await slipIn(target, opening);
      expect(await writeAt(target, 'vow/x')).toBe(NO_CONTRACT);
    }
  },
);

attack(
  'contract-expired',
  'a contract ends with its time, and a clock that is set back does not renew it',
  async (open) => {
    const target = await open();
    await target.call('contract open', '', draft);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    try {
      for (const hours of [9, 1, 24 * 365]) {
        clock.mockImplementation(() => now + hours * 3_600_000);
        expect(await writeAt(target, 'vow/x')).toBe(NO_CONTRACT);
      }
    } finally {
      clock.mockRestore();
    }
  },
);

attack(
  'contract-ended-elsewhere',
  'what one process of a session ended is not in force in another',
  async (open) => {
    const target = await open();
    await target.call('contract open', '', draft);
    expect(await writeAt(target, 'vow/x')).toBe('MCP-FILE-S-003');
    await using partner = await openPartner(target);
    expect(await partner.code('contract cancel', '', { reason: 'the operator said so' })).toBe(
      'CT-CANCEL-S-001',
    );
    expect(await writeAt(target, 'vow/x')).toBe(NO_CONTRACT);
  },
);

attack('contract-second', 'of many who open one at once, in two processes, one does', async (open) => {
  const target = await open();
  await using partner = await openPartner(target);
  const codes = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [target, partner].map((one) => one.code('contract open', '', draft))),
  );
  expect(codes.filter((code) => code === 'CT-OPEN-S-001')).toHaveLength(1);
  expect(codes.filter((code) => code === 'CT-OPEN-I-002')).toHaveLength(7);
});
