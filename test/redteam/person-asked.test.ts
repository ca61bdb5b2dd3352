// Attacks on a person's word: using it for another call, twice, without it, or by waiting for ever.

import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { readAuditRecords } from '../../src/guard.ts';
import { canonicalText } from '../../src/kernel/index.ts';
import { git } from '../context/workspace.ts';
import { serverSignature } from '../guard/person.ts';
import { attack } from './attack.ts';
import { approve } from './exec-target.ts';
import { approveCall, personPolicy, questionOf } from './person-target.ts';

const policy = personPolicy;
const files = { 'repo/gate/a.txt': 'one\n', 'repo/gate/b.txt': 'two\n' };
const A = 'root:repo/gate/a.txt';

attack('asked-other-call', 'a word for one call is none for another', async (open) => {
  let mode = 'work';
  const wide = policy.replace(
    '  rest:\n    repo: [{ allow: file_read }]',
    '  rest:\n    repo: [{ allow: file_read }, { ask: file_write }]',
  );
  const target = await open({ policy: wide, files, mode: () => mode, watch: ['repo/gate'] });
  await approveCall(target, 'file write', A, { text: 'good\n' });
  const others: readonly (readonly [string, string, unknown])[] = [
    ['file write', A, { text: 'evil\n' }],
    ['file write', A, { base64: 'Z29vZAo=' }],
    ['file write', A, { text: 'good\n', create: false }],
    ['file write', 'root:repo/gate/b.txt', { text: 'good\n' }],
    ['file write', 'root:repo/gate/new.txt', { text: 'good\n' }],
    ['file edit', A, { find: 'one', replace: 'good' }],
  ];
  for (const [names, address, given] of others)
    expect([given, await target.code(names, address, given)]).toEqual([given, 'EN-WRITE-D-004']);
  mode = 'rest';
  expect(await target.code('file write', A, { text: 'good\n' })).toBe('EN-WRITE-D-004');
});

attack('asked-other-state', 'what stands at a place is part of what was approved there', async (open) => {
  const target = await open({ policy, files });
  const edit = ['file edit', A, { find: 'one', replace: 'good' }] as const;
  await approveCall(target, ...edit);
  writeFileSync(target.at('repo/gate/a.txt'), 'evil; one\n');
  expect(await target.code(...edit)).toBe('EN-WRITE-D-004');
  const add = ['git add', 'root:repo/gate', { paths: ['b.txt'] }] as const;
  writeFileSync(target.at('repo/gate/b.txt'), 'good\n');
  await approveCall(target, ...add);
  writeFileSync(target.at('repo/gate/b.txt'), 'evil\n');
  expect(await target.code(...add)).toBe('EN-GIT-D-004');
});

attack('asked-other-staged', 'what is staged is part of a commit that was approved', async (open) => {
  const target = await open({ policy, files });
  const repo = target.at('repo');
  writeFileSync(target.at('repo/gate/a.txt'), 'good\n');
  git(repo, 'add', 'gate/a.txt');
  const call = ['git commit', 'root:repo/gate', { paths: ['a.txt'], message: 'm' }] as const;
  await approveCall(target, ...call);
  // The work tree is as it was when it was asked.
  writeFileSync(target.at('repo/gate/a.txt'), 'evil\n');
  git(repo, 'add', 'gate/a.txt');
  writeFileSync(target.at('repo/gate/a.txt'), 'good\n');
  const before = git(repo, 'rev-parse', 'HEAD');
  expect(await target.code(...call)).toBe('EN-GIT-D-004');
  expect(git(repo, 'rev-parse', 'HEAD')).toBe(before);
});

attack('asked-twice', 'a word is used once, also by two at the same time', async (open) => {
  const target = await open({ policy, files });
  const call = ['file write', A, { text: 'good\n' }] as const;
  await approveCall(target, ...call);
  const codes = await Promise.all([target.code(...call), target.code(...call)]);
  expect(codes.sort()).toEqual(['EN-WRITE-D-004', 'MCP-FILE-S-003']);
  writeFileSync(target.at('repo/gate/a.txt'), 'one\n');
  expect(await target.code(...call)).toBe('EN-WRITE-D-004');
});

attack('asked-forged', 'a signature that no person made is no word', async (open) => {
  const target = await open({ policy, files, watch: ['repo/gate'] });
  const call = ['file write', A, { text: 'evil\n' }] as const;
  const id = questionOf(await target.call(...call));
  const { store, clock } = target.ledger;
  const event = { event: 'granted', signature: serverSignature(new Uint8Array()) };
  const log = `approval/${id.slice('approval:'.length)}`;
  await store.commit({ atMs: clock.now(), appends: [{ log, value: canonicalText(event) }] });
  expect(await target.code(...call)).toBe('EN-WRITE-D-004');
});

attack('asked-host-says-yes', 'a host that only says yes has not approved', async (open) => {
  const target = await open({
    policy,
    files,
    watch: ['repo/gate'],
    person: { waitMs: 60_000, ask: async () => undefined },
  });
  expect(await target.code('file write', A, { text: 'evil\n' })).toBe('EN-WRITE-D-004');
  // What was asked and what was answered then are both on record.
  target.countCalls(1);
});

attack(
  'asked-for-ever',
  'nobody is waited for longer than the host says, or after it gave up',
  async (open) => {
    const never = () => new Promise<void>(() => undefined);
    const target = await open({ policy, files, watch: ['repo/gate'], person: { waitMs: 100, ask: never } });
    expect(await target.code('file write', A, { text: 'x\n' })).toBe('EN-WRITE-D-004');
    target.countCalls(1);
    const stop = new AbortController();
    stop.abort();
    const other = await open({ policy, files, person: { waitMs: 600_000, ask: never, signal: stop.signal } });
    expect(await other.code('file write', A, { text: 'x\n' })).toBe('EN-WRITE-D-004');
    other.countCalls(1);
  },
  20_000,
);

attack(
  'asked-given-up',
  'whoever gives up is answered, and no word counts for them after that',
  async (open) => {
    for (const isApproved of [false, true]) {
      const stop = new AbortController();
      let told: AbortSignal | undefined;
      const ask = async ({ approvalId }: { readonly approvalId: string }, signal: AbortSignal) => {
        told = signal;
        if (isApproved) await approve(target, approvalId);
        stop.abort();
        await new Promise(() => undefined);
      };
      const target = await open({ policy, files, watch: ['repo/gate'], person: { waitMs: 5_000, ask } });
      const request = { tool: 'file', command: 'write', address: A, arguments: { text: 'evil\n' } };
      const { reply } = await target.session.tools.call(request, { signal: stop.signal });
      expect(reply.code).toBe('MCP-CALL-E-001');
      // The host is told, and not because the time was up.
      expect(told?.reason).toBe(stop.signal.reason);
      // What was asked and what was answered then are both on record.
      target.countCalls(2);
    }
  },
);

attack(
  'asked-throwing-host',
  'a host that throws when it is told of a question has said nothing',
  async (open) => {
    const unheard: unknown[] = [];
    const hear = (fault: unknown) => unheard.push(fault);
    process.on('unhandledRejection', hear);
    try {
      const fail = () => {
        throw new Error('no display');
      };
      for (const ask of [fail, async () => fail()]) {
        const target = await open({ policy, files, watch: ['repo/gate'], person: { waitMs: 600_000, ask } });
        expect(await target.code('file write', A, { text: 'evil\n' })).toBe('EN-WRITE-D-004');
        target.countCalls(1);
      }
      await setTimeout(0);
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
    }
  },
);

attack('asked-unrecorded', 'who asked, and whose key answered, is in the audit', async (open) => {
  const target = await open({
    policy,
    files,
    person: { waitMs: 60_000, ask: async ({ approvalId }) => approve(target, approvalId) },
  });
  expect(await target.code('file write', A, { text: 'good\n' })).toBe('MCP-FILE-S-003');
  target.countCalls(1);
  await target.session.trail.flush();
  const records = await Array.fromAsync(readAuditRecords(target.ledger.store));
  const [asked, done] = records.filter(({ command }) => command === 'write').map(({ intent }) => intent);
  expect(asked).toMatchObject({ asked: 'approval' });
  expect(done).toMatchObject({
    approval_id: expect.stringMatching(/^approval:/),
    approved_by: expect.stringMatching(/./),
  });
});
