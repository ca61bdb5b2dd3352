// Attacks by what runs: an approved script that looks for secrets, will not end, or prints without end. Without the
// sandbox a program is one of this user's own: what it reads on the disk, or in `/proc` of other processes of the user,
// is not held back. What is promised is what it is handed.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { loadPolicy } from '../../src/guard.ts';
import { attack } from './attack.ts';
import { approve, askFor, execPolicy, runApproved, writeScript } from './exec-target.ts';

attack(
  'exec-environment',
  'a program is handed no key, and no policy that would hand it one loads',
  async (open) => {
    const names = [
      'PENUMBRA_SECRET',
      'GITHUB_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'DB_PASSWORD',
      'NPM_AUTH',
      'LD_PRELOAD',
      'NODE_OPTIONS',
      'PYTHONPATH',
      'GIT_CONFIG_PARAMETERS',
      'PERLLIB',
      'MANPAGER',
      'SSH_ASKPASS',
      'CCACHE_PREFIX',
    ];
    for (const name of names) expect(() => loadPolicy(execPolicy({ environment: [name] })), name).toThrow();
    const environment = Object.fromEntries([...names, 'PLAIN'].map((name) => [name, 'hunter2']));
    const target = await open({
      policy: execPolicy({ environment: ['TZ'] }),
      environment: { ...environment, TZ: 'Mars/Olympus' },
    });
    const { reply } = await runApproved(target, '#!/bin/sh\nenv\necho "home $HOME"\nls -A "$HOME" | wc -l\n');
    const stdout = String(reply.data.stdout);
    expect(reply.code).toBe('MCP-EXEC-S-001');
    expect(stdout).toContain('TZ=Mars/Olympus');
    expect(stdout).not.toMatch(/hunter2|PENUMBRA/);
    expect(stdout).not.toContain(`home ${process.env.HOME}\n`);
    expect(stdout.trimEnd().split('\n').at(-1)?.trim()).toBe('0');
  },
);

attack('exec-outlives', 'what forks and ignores signals ends when its time is up', async (open) => {
  const target = await open({ policy: execPolicy() });
  const script = `#!/bin/sh
trap '' TERM INT HUP
(trap '' TERM INT HUP; sleep 20; echo late > late) &
echo "$$ $!" > pids
sleep 20; sleep 0.1; echo later > later
`;
  const pids = () => {
    const text = existsSync(target.at('data/wip/pids'))
      ? readFileSync(target.at('data/wip/pids'), 'utf8')
      : '';
    return text.endsWith('\n') ? text.trim().split(' ') : [];
  };
  // A busy machine may need long until both are there.
  for (let timeoutMs = 300; pids().length === 0; timeoutMs *= 2) {
    const { reply } = await runApproved(target, script, timeoutMs);
    expect([reply.code, reply.data.has_timed_out]).toEqual(['MCP-EXEC-S-001', true]);
  }
  while (pids().some(isAlive)) await delay(10);
  expect(['late', 'later'].filter((name) => existsSync(target.at(`data/wip/${name}`)))).toEqual([]);
});

attack('exec-given-up', 'what runs ends when whoever called gives up', async (open) => {
  const target = await open({ policy: execPolicy() });
  const script = '#!/bin/sh\necho $$ > pid\nsleep 5\necho late > late\n';
  writeScript(target, script);
  await approve(target, await askFor(target));
  const stop = new AbortController();
  const argv = ['root:data/wip/s.sh'];
  // As the other calls of this script are made: the approval is for exactly this.
  const request = {
    tool: 'exec',
    command: 'run',
    address: 'root:data/wip',
    arguments: { argv, timeoutMs: 60_000 },
  };
  const running = target.session.tools.call(request, { signal: stop.signal });
  const pid = () =>
    existsSync(target.at('data/wip/pid')) && readFileSync(target.at('data/wip/pid'), 'utf8').trim();
  while (!pid()) await delay(10);
  stop.abort();
  expect((await running).reply.code).toBe('MCP-CALL-E-001');
  while (isAlive(String(pid()))) await delay(10);
  expect(existsSync(target.at('data/wip/late'))).toBe(false);
  target.countCalls(1);
});

/** Tells whether a process runs; one that nobody has waited for is gone as well. */
function isAlive(pid: string): boolean {
  try {
    return !/\) [XZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

attack('exec-gigabytes', 'output without end is cut, and the caller is told', async (open) => {
  const target = await open({ policy: execPolicy() });
  const { reply } = await runApproved(target, '#!/bin/sh\nhead -c 60000000 /dev/zero | tr "\\0" x\n');
  expect([reply.code, reply.data.is_cut]).toEqual(['MCP-EXEC-S-001', true]);
  expect(String(reply.data.stdout).length).toBe(1024 * 1024);
});
