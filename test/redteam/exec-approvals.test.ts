// Attacks on a person's approval: it is for these bytes, words, place, contract, mode and sandbox, by this key, once.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { type ApprovalRequest, type ApprovalReview, createApprovalReview } from '../../src/guard.ts';
import { canonicalText } from '../../src/kernel/index.ts';
import { everyHead } from '../../src/ledger/index.ts';
import { attack, type Target } from './attack.ts';
import { openPartner } from './contract-partner.ts';
import { approve, askFor, execPolicy, runScript, writeScript } from './exec-target.ts';

const policy = execPolicy();
const NOTE = '#!/bin/sh\necho ran >> ran\n';
const DENIED = 'EN-EXEC-D-003';

attack(
  'exec-script-changed',
  'a script that was changed after it was approved is not approved',
  async (open) => {
    const target = await open({ policy });
    writeScript(target, NOTE);
    await approve(target, await askFor(target));
    writeScript(target, `${NOTE}touch evil\n`);
    expect((await runScript(target)).reply.code).toBe(DENIED);
    expect(existsSync(target.at('data/wip/evil'))).toBe(false);
  },
);

attack('exec-other-words', 'an approval is for no other words', async (open) => {
  const target = await open({ policy });
  writeScript(target, NOTE);
  await approve(target, await askFor(target, ['a', 'b']));
  for (const args of [[], ['a'], ['a', 'c'], ['a b'], ['a', 'b', ''], ['A', 'b'], ['b', 'a']])
    expect((await runScript(target, args)).reply.code).toBe(DENIED);
  expect((await runScript(target, ['a', 'b'])).reply.code).toBe('MCP-EXEC-S-001');
});

attack('exec-other-place', 'an approval is for no other directory', async (open) => {
  const target = await open({ policy, files: { 'data/wip/sub/x': '' } });
  writeScript(target, NOTE);
  await approve(target, await askFor(target));
  for (const place of ['root:data', 'root:data/wip/sub'])
    expect(await target.code('exec run', place, { argv: ['root:data/wip/s.sh'] })).toBe(DENIED);
  expect((await runScript(target)).reply.code).toBe('MCP-EXEC-S-001');
});

attack(
  'exec-other-contract',
  'an approval does not outlast the contract it was given under',
  async (open) => {
    const target = await open({ policy });
    writeScript(target, NOTE);
    const contract = {
      root: 'repo',
      intent: 'x',
      operations: ['READ'],
      targets: ['**'],
      plan: ['x'],
      author: 'a',
    };
    await target.call('contract open', '', contract);
    await approve(target, await askFor(target));
    await target.call('contract close', '');
    expect((await runScript(target)).reply.code).toBe(DENIED);
    expect(existsSync(target.at('data/wip/ran'))).toBe(false);
  },
);

attack('exec-other-mode', 'an approval is for no other mode', async (open) => {
  let mode = 'work';
  // What `work` is granted in the scratch area, `rest` is, too.
  const both = policy
    .replace('rest: { repo: always }', 'rest: { repo: always, data: always }')
    .replace(
      '  rest:\n',
      '  rest:\n    data: [{ allow: file_read }, { allow: exec, when: [exec_allowed] }]\n',
    );
  const target = await open({ policy: both, mode: () => mode });
  writeScript(target, NOTE);
  await approve(target, await askFor(target));
  mode = 'rest';
  expect((await runScript(target)).reply.code).toBe(DENIED);
  expect(existsSync(target.at('data/wip/ran'))).toBe(false);
  mode = 'work';
  expect((await runScript(target)).reply.code).toBe('MCP-EXEC-S-001');
});

attack('exec-other-policy', 'an approval is for no other policy', async (open) => {
  const target = await open({ policy });
  writeScript(target, NOTE);
  await approve(target, await askFor(target));
  const wider = execPolicy({ environment: ['TZ', 'LANG'] });
  await using partner = await openPartner(target, { policy: wider });
  expect(await partner.code('exec run', 'root:data/wip', { argv: ['root:data/wip/s.sh'] })).toBe(DENIED);
  expect(existsSync(target.at('data/wip/ran'))).toBe(false);
});

attack('exec-other-sandbox', 'what was approved for the sandbox does not run without it', async (open) => {
  const preferring = policy.replace('sandbox: off', 'sandbox: preferred');
  const target = await open({ policy: preferring, files: { 'empty/none': '' } });
  writeScript(target, NOTE);
  const id = await askFor(target);
  // Where this machine has no sandbox, none was promised.
  const asked = await requestOf(target, id);
  if (asked && 'sandbox' in asked && asked.sandbox === 'none') return;
  await approve(target, id);
  // The same session elsewhere, where no bubblewrap is found.
  const environment = { PATH: target.at('empty') };
  await using partner = await openPartner(target, { policy: preferring, environment });
  expect(await partner.code('exec run', 'root:data/wip', { argv: ['root:data/wip/s.sh'] })).toBe(DENIED);
  expect(existsSync(target.at('data/wip/ran'))).toBe(false);
  const { reply } = await runScript(target);
  expect([reply.code, reply.data.is_sandboxed]).toEqual(['MCP-EXEC-S-001', true]);
});

attack(
  'exec-other-request',
  'a log that names the approval of another script grants nothing',
  async (open) => {
    const target = await open({ policy });
    writeScript(target, NOTE);
    const granted = await askFor(target);
    await approve(target, granted);
    writeScript(target, `${NOTE}touch evil\n`);
    const other = await askFor(target);
    const { store, clock } = target.ledger;
    for await (const { log, value } of everyHead(store, 'approval-subject/'))
      if (value === canonicalText(other))
        await store.commit({ atMs: clock.now(), appends: [{ log, value: canonicalText(granted) }] });
    expect((await runScript(target)).reply.code).toBe(DENIED);
    expect(existsSync(target.at('data/wip/evil'))).toBe(false);
  },
);

attack('exec-script-raced', 'what is swapped in between the check and the run does not run', async (open) => {
  const target = await open({ policy });
  const [right, evil] = ['#!/bin/sh\necho right\n', `#!/bin/sh\ntouch ${target.at('outside/evil')}\n`];
  writeScript(target, right);
  const question = await askFor(target);
  const flip = `const { writeFileSync, renameSync } = require('node:fs');
    for (const end = Date.now() + 20_000; Date.now() < end; )
      for (const text of ${JSON.stringify([right, evil])}) {
        writeFileSync(process.argv[1] + '.new', text);
        renameSync(process.argv[1] + '.new', process.argv[1]);
      }`;
  const racer = spawn(process.execPath, ['-e', flip, target.at('data/wip/s.sh')], { stdio: 'ignore' });
  // On a slow machine it has ended of itself before the last try.
  const ended = once(racer, 'exit');
  try {
    let standing = question;
    await approve(target, standing);
    for (let runs = 0, tries = 0; runs < 15 && tries < 600; tries++) {
      const { reply } = await runScript(target);
      expect(existsSync(target.at('outside/evil'))).toBe(false);
      if (reply.code === 'MCP-EXEC-S-001') {
        expect(reply.data.stdout).toBe('right\n');
        runs++;
      }
      const script =
        reply.data.approval_id === undefined ? null : await scriptOf(target, String(reply.data.approval_id));
      if (script === right && reply.data.approval_id !== standing) {
        standing = String(reply.data.approval_id);
        await approve(target, standing);
      }
    }
  } finally {
    racer.kill('SIGKILL');
    await ended;
  }
});

async function scriptOf(target: Target, id: string): Promise<string | null> {
  const request = await requestOf(target, id);
  const bytes = request === undefined ? null : await bookOf(target).bytesOf(request);
  return bytes === null ? null : Buffer.from(bytes).toString();
}

async function requestOf(target: Target, id: string): Promise<ApprovalRequest | undefined> {
  return (await bookOf(target).list()).find(({ request }) => request.id === id)?.request;
}

function bookOf({ ledger }: Target): ApprovalReview {
  return createApprovalReview(ledger, { verifier: { verify: async () => 'unverifiable' } });
}

attack(
  'exec-replayed',
  'an approval is spent by the first run, and the next one has to be asked for',
  async (open) => {
    const target = await open({ policy });
    writeScript(target, NOTE);
    const question = await askFor(target);
    await approve(target, question);
    expect((await runScript(target)).reply.code).toBe('MCP-EXEC-S-001');
    const { reply } = await runScript(target);
    expect([reply.code, reply.data.approval_id === question]).toEqual([DENIED, false]);
    await expect(approve(target, question)).rejects.toThrow('spent');
    expect(readFileSync(target.at('data/wip/ran'), 'utf8')).toBe('ran\n');
  },
);

attack(
  'exec-raced-approval',
  'of many runs at once, in two processes, one gets the approval',
  async (open) => {
    const target = await open({ policy });
    writeScript(target, NOTE);
    await approve(target, await askFor(target));
    await using partner = await openPartner(target, { policy });
    const call = ['exec run', 'root:data/wip', { argv: ['root:data/wip/s.sh'], timeoutMs: 60_000 }] as const;
    const codes = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [target.code(...call), partner.code(...call)]),
    );
    expect(codes.filter((code) => code === 'MCP-EXEC-S-001')).toHaveLength(1);
    expect(readFileSync(target.at('data/wip/ran'), 'utf8')).toBe('ran\n');
  },
);

attack('exec-expired', 'an approval ends with its hour, whatever it says', async (open) => {
  const target = await open({ policy });
  writeScript(target, NOTE);
  await approve(target, await askFor(target));
  const later = Date.now() + 61 * 60_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
  try {
    expect((await runScript(target)).reply.code).toBe(DENIED);
  } finally {
    clock.mockRestore();
  }
  expect(existsSync(target.at('data/wip/ran'))).toBe(false);
});

attack('exec-script-elsewhere', 'nobody is asked about a script outside the scratch area', async (open) => {
  const target = await open({
    policy,
    files: { 'data/s.sh': NOTE, 'data/wip2/s.sh': NOTE, 'repo/desk/s.sh': NOTE },
  });
  for (const [script, code] of [
    ['root:data/s.sh', DENIED],
    ['root:data/wip2/s.sh', DENIED],
    ['root:repo/desk/s.sh', DENIED],
    ['root:repo/den/s.sh', 'WA-RES-I-003'],
    ['root:data/wip/../s.sh', 'WA-RES-I-001'],
    ['mod:One/s.sh', 'WA-RES-I-004'],
  ]) {
    const { reply } = await target.call('exec run', 'root:data/wip', { argv: [script] });
    expect([script, reply.code, reply.data.approval_id]).toEqual([script, code, undefined]);
  }
});
