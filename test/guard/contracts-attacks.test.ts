// Who can write to the ledger, but does not hold the key, gains nothing: each attack is first seen to leave a contract
// in force where it changes nothing.

import { describe, expect, test } from 'vitest';
import { contractLog, signedBytes } from '../../src/guard/contracts/contract-event.ts';
import type { Contract } from '../../src/guard/index.ts';
import { canonicalText, parseCanonical } from '../../src/kernel/index.ts';
import { makeContractRoom, makeKeys, sampleDraft } from './contract-room.ts';

type Opened = { readonly contract: string; readonly signed: string; readonly signature: object };

/** Opens a contract and lets an attacker change what is written of it. */
async function attack(change: (value: string) => string) {
  const room = await makeContractRoom();
  await (await room.open()).open(sampleDraft, 'forge');
  await room.tamper((values) => values.map(change));
  const desk = await room.open();
  return { desk, states: (await desk.list()).map(({ state }) => state) };
}

/** Changes fields of the entry. */
function editEntry(change: (opened: Opened) => object): (value: string) => string {
  return (value) => canonicalText(change(parseCanonical(value) as unknown as Opened));
}

/** Changes fields of the contract, and names it alike. */
function editContract(change: (contract: Contract) => object): (value: string) => string {
  return editEntry((opened) => {
    const contract = JSON.parse(opened.signed) as Contract;
    const edited = { ...contract, ...change(contract) } as Contract;
    return { ...opened, contract: edited.id, signed: canonicalText(edited) };
  });
}

describe('a contract in the ledger', () => {
  test('that nobody changed is in force', async () => {
    const { desk, states } = await attack(editContract(() => ({})));
    expect([states, desk.current('forge')?.targets]).toEqual([['open'], sampleDraft.targets]);
  });

  test.each<[string, (contract: Contract) => object]>([
    ['wider targets', () => ({ targets: ['**'] })],
    ['one target more', ({ targets }) => ({ targets: [...targets, 'src/b'] })],
    ['targets that climb', () => ({ targets: ['../**'] })],
    ['a look-alike in a target', () => ({ targets: ['src/\u0430', 'src/a/**'] })],
    ['another operation', () => ({ operations: ['READ', 'WRITE', 'DELETE'] })],
    ['another root', () => ({ root: 'case' })],
    ['a later end', ({ expiresMs }) => ({ expiresMs: expiresMs + 1 })],
    ['an end beyond all dates', () => ({ expiresMs: 9e15 })],
    ['a later beginning', ({ createdMs }) => ({ createdMs: createdMs + 1 })],
    ['another mode', () => ({ mode: 'run' })],
    ['another policy', () => ({ policy: 'x' })],
    ['another session', () => ({ session: 'other' })],
    ['another author', () => ({ author: 'jones' })],
    ['another base', () => ({ baseCommit: null })],
    ['another id', () => ({ id: 'contract:0000000000000000' })],
    ['a field more', () => ({ isTrusted: true })],
    ['no targets', () => ({ targets: null })],
  ])('with %s gives nothing, and another can be opened', async (_name, change) => {
    const { desk, states } = await attack(editContract(change));
    expect(desk.current('forge')).toBeNull();
    expect(states.every((state) => state === 'forged')).toBe(true);
    expect(await desk.open(sampleDraft, 'forge')).toMatchObject({ root: 'repo' });
  });

  test.each<[string, (value: string) => string, readonly string[]]>([
    ['under another id', editEntry((opened) => ({ ...opened, contract: 'contract:1' })), ['forged']],
    ['with another signature', editSignature({ value: '00' }), ['forged']],
    ['with the signature of no known key', editSignature({ keyId: 'x' }), ['unverifiable']],
    ['without a signature', editEntry(({ signature: _, ...rest }) => rest), []],
    ['as something else', () => canonicalText({ event: 'opened' }), []],
    ['as a list', () => '[]', []],
  ])('%s gives nothing', async (_name, change, expected) => {
    const { desk, states } = await attack(change);
    expect([states, desk.current('forge')]).toEqual([expected, null]);
  });

  test.each(['artifact', 'approval', 'export'] as const)('signed as %s gives nothing', async (purpose) => {
    const signature = async ({ signed }: Opened) => makeKeys().sign(purpose, signedBytes(signed));
    const room = await makeContractRoom();
    await (await room.open()).open(sampleDraft, 'forge');
    const [entry] = await room.entries();
    const opened = parseCanonical(entry?.value ?? '') as unknown as Opened;
    const resigned = canonicalText({ ...opened, signature: await signature(opened) });
    await room.tamper(() => [resigned]);
    expect(await (await room.open()).list()).toMatchObject([{ state: 'forged' }]);
    expect((await room.open()).current('forge')).toBeNull();
  });

  test('of another session gives nothing in this one', async () => {
    const theirs = await makeContractRoom('theirs');
    await (await theirs.open()).open({ ...sampleDraft, targets: ['**'] }, 'forge');
    const stolen = (await theirs.entries()).map(({ value }) => value);
    const ours = await makeContractRoom('ours');
    await ours.tamper(() => stolen);
    const desk = await ours.open();
    expect(await desk.list()).toMatchObject([{ state: 'forged', contract: { session: 'theirs' } }]);
    expect(desk.current('forge')).toBeNull();
  });

  test.each(['close', 'cancel'] as const)('is not opened again by its copy after %s', async (end) => {
    const room = await makeContractRoom();
    const desk = await room.open();
    await desk.open(sampleDraft, 'forge');
    await desk[end]('done');
    const [opened = ''] = (await room.entries()).map(({ value }) => value);
    for (const place of [1, 2]) {
      await room.tamper((values) => values.toSpliced(place, 0, opened));
      const next = await room.open();
      expect([next.current('forge'), (await next.list()).length]).toEqual([null, 1]);
    }
    await desk.refresh();
    expect(desk.current('forge')).toBeNull();
  });

  test('whose end cannot be read any more gives nothing', async () => {
    const room = await makeContractRoom();
    const desk = await room.open();
    await desk.open(sampleDraft, 'forge');
    await desk.close();
    await room.tamper(([opened = '']) => [opened, '{"event":"nothing"}']);
    const next = await room.open();
    expect([next.current('forge'), (await next.list())[0]?.state]).toEqual([null, 'forged']);
  });

  test('whose end can be read has ended, whatever else cannot', async () => {
    const room = await makeContractRoom();
    const desk = await room.open();
    await desk.open(sampleDraft, 'forge');
    await desk.close();
    await room.tamper((values) => [...values, '{"event":"nothing"}']);
    expect(await (await room.open()).list()).toMatchObject([{ state: 'closed' }]);
  });

  test('stays in force while strangers write around it', async () => {
    const room = await makeContractRoom();
    const contract = await (await room.open()).open(sampleDraft, 'forge');
    const forged = { event: 'opened', contract: 'contract:1', signature: {}, signed: '{}' };
    // What cannot be read before it was opened cannot have been its end.
    await room.tamper((values) => [canonicalText(forged), ...values]);
    expect((await room.open()).current('forge')).toEqual(contract);
  });
});

describe('the log of a session', () => {
  test('that is cut under a desk makes it fail, not wait forever', async () => {
    const room = await makeContractRoom();
    const desk = await room.open();
    await desk.open(sampleDraft, 'forge');
    await room.tamper(() => []);
    await expect(desk.close()).rejects.toMatchObject({ code: 'store-busy' });
    expect((await room.open()).current('forge')).toBeNull();
  });

  test('has a plain name, whatever the session is called', () => {
    const names = ['a', 'a/b', '../x', '\ud83d\ude00', 'x'.repeat(1e5), ''].map(contractLog);
    expect(names.filter((name) => !/^contract\/[0-9a-f]{64}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});

function editSignature(change: object): (value: string) => string {
  return editEntry((opened) => ({ ...opened, signature: { ...opened.signature, ...change } }));
}
