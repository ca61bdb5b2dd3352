// Attacks by contracts that reach further than an agent's own may.

import { expect } from 'vitest';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { contractIdOf, contractLog, signedBytes } from '../../src/guard/contracts/contract-event.ts';
import { canonicalText } from '../../src/kernel/index.ts';
import { readWholeLog } from '../../src/ledger/index.ts';
import { attack } from './attack.ts';
import { draft as base, readOpening, slipIn, writeAt } from './contract-target.ts';
import { approveCall, personPolicy as policy } from './person-target.ts';

const draft = { ...base, expiresInMs: 60 * 60_000 };
const wide = { ...draft, targets: ['**'] };

attack('contract-wide', 'an agent opens no contract that is wider than its own may be', async (open) => {
  const target = await open({ policy });
  for (const given of [
    wide,
    { ...draft, targets: ['*'], edits: [{ path: '*', operation: 'WRITE' }] },
    { ...draft, targets: ['vow/**', 'desk/a', 'desk/b'] },
    { ...draft, expiresInMs: 61 * 60_000 },
  ])
    expect([given, await target.code('contract open', '', given)]).toEqual([given, 'CT-OPEN-I-003']);
  expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
  expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
  expect(await writeAt(target, 'vow/x')).toBe('MCP-FILE-S-003');
});

attack('contract-unending', 'a contract without an end lasts as long as an agent’s own may', async (open) => {
  const target = await open({ policy });
  const { reply } = await target.call('contract open', '', base);
  expect(reply).toMatchObject({ code: 'CT-OPEN-S-001' });
  const { createdMs, expiresMs } = JSON.parse((await readOpening(target.ledger.store, 'attacker')).signed);
  expect(expiresMs - createdMs).toBe(60 * 60_000);
  expect(await writeAt(target, 'vow/x')).toBe('MCP-FILE-S-003');
});

attack('contract-wide-approved', 'a person’s word opens the contract they read, once', async (open) => {
  const target = await open({ policy });
  await approveCall(target, 'contract open', '', wide);
  expect(await target.code('contract open', '', { ...wide, intent: 'another' })).toBe('CT-OPEN-I-003');
  expect(await target.code('contract open', '', wide)).toBe('CT-OPEN-S-001');
  expect(await writeAt(target, 'vow/x')).toBe('MCP-FILE-S-003');
  await target.call('contract cancel', '', { reason: 'x' });
  expect(await target.code('contract open', '', wide)).toBe('CT-OPEN-I-003');
});

attack('contract-wide-slipped', 'the key that signs contracts makes no wide one hold', async (open) => {
  const target = await open({ policy });
  await target.call('contract open', '', draft);
  const opening = await readOpening(target.ledger.store, 'attacker');
  await target.call('contract cancel', '', { reason: 'x' });
  const { id: _, ...contract } = JSON.parse(opening.signed);
  const length = (await readWholeLog(target.ledger.store, contractLog('attacker'))).length;
  // As a process could that holds the session's own secret.
  for (const change of [{ targets: ['**'] }, { targets: ['**'], approval: `approval:${'0'.repeat(64)}` }]) {
    const whole = { ...contract, ...change };
    const id = contractIdOf(whole, length);
    const signed = canonicalText({ ...whole, id });
    const signature = await openKeys(target.keys).signer(['contract']).sign('contract', signedBytes(signed));
    await slipIn(target, { ...opening, contract: id, signed, signature });
    expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
  }
});
