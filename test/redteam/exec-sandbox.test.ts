// Attacks from inside the sandbox. Where a machine has none, a policy that requires it runs nothing, and that is asserted.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from 'vitest';
import { openApprovalSigner, openVerifier } from '../../src/adapters/keys/index.ts';
import { createApprovalReview } from '../../src/guard.ts';
import type { Reply } from '../../src/kernel/index.ts';
import { makeFolder } from '../context/workspace.ts';
import { attack, type OpenTarget, type Target } from './attack.ts';
import { approve, execPolicy, runScript, writeScript } from './exec-target.ts';

const policy = execPolicy({ sandbox: 'required' });

/** Returns what a script prints in the sandbox. */
async function runInside(target: Target, text: string): Promise<string> {
  writeScript(target, text);
  const { reply: asked } = await runScript(target);
  if (isUnasked(asked)) return '';
  await approve(target, String(asked.data.approval_id));
  const { reply } = await runScript(target);
  expect([reply.code, reply.data.is_sandboxed]).toEqual(['MCP-EXEC-S-001', true]);
  expect(reply.data.stdout).toContain('ran');
  return `${reply.data.stdout}${reply.data.stderr}`;
}

/** Tells whether this machine has no sandbox, so that there was nothing to ask a person about. */
function isUnasked({ code, data }: Reply): boolean {
  expect(code).toBe('EN-EXEC-D-003');
  return data.approval_id === undefined;
}

attack('exec-sandbox-network', 'no connection is made, not even to this machine', async (open) => {
  const target = await open({ policy });
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.end('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as { readonly port: number };
    const printed = await runInside(target, `#!/bin/bash\necho ran\ncat < /dev/tcp/127.0.0.1/${port}\n`);
    expect([connections, printed.includes('hello')]).toEqual([0, false]);
  } finally {
    server.close();
  }
});

attack('exec-sandbox-hidden', 'of a root that is shown, what is hidden is not', async (open) => {
  const target = await open({ policy });
  await runInside(
    target,
    '#!/bin/bash\necho ran\ncat /roots/repo/README.md\ncat /roots/repo/den/*.txt /roots/repo/.git/config\n',
  );
});

attack(
  'exec-sandbox-files',
  'nothing outside is read or written, and a shown root is not changed',
  async (open) => {
    const target = await open({ policy, watch: ['repo', 'mods'] });
    const [outside, mods, keys] = [target.at('outside'), target.at('mods/two'), target.keys];
    const printed = await runInside(
      target,
      `#!/bin/bash
exec 2>/dev/null
echo ran
cat ${outside}/secret.txt ${mods}/secret.txt ${keys}/* /roots/mods/two/*
find / -path /usr -prune -o -path /proc -prune -o -name 'secret*' -print -o -name '*.key' -print
echo evil > ${outside}/evil
echo evil > /roots/repo/README.md
echo evil > /etc/evil
cat /proc/*/environ | tr '\\0' '\\n'
`,
    );
    expect(printed).not.toMatch(/\.key\n|PENUMBRA_CONFIG_DIR|secret\.js/);
  },
);

attack('exec-sandbox-processes', 'no other process is seen or ended', async (open) => {
  const target = await open({ policy });
  const victim = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    const printed = await runInside(
      target,
      `#!/bin/bash\necho ran\nkill -9 ${victim.pid}\nls -d /proc/[0-9]*\n`,
    );
    expect(printed).not.toContain(`/proc/${victim.pid}\n`);
    expect([victim.exitCode, victim.signalCode]).toEqual([null, null]);
  } finally {
    victim.kill('SIGKILL');
  }
});

/** Has a script of the scratch area run in the repository, by a policy that grants that. */
async function runInRepository(open: OpenTarget, text: string, watch: readonly string[]): Promise<string> {
  const target = await open({
    policy: policy.replace(
      '    repo: [{ allow: READ }]\n',
      '    repo: [{ allow: READ }, { allow: exec, when: [exec_allowed] }]\n',
    ),
    watch,
  });
  writeScript(target, text);
  const run = () => target.call('exec run', 'root:repo', { argv: ['root:data/wip/s.sh'] });
  const { reply: asked } = await run();
  if (isUnasked(asked)) return '';
  await approve(target, String(asked.data.approval_id));
  const { reply } = await run();
  expect(reply.code).toBe('MCP-EXEC-S-001');
  return String(reply.data.stdout);
}

attack(
  'exec-sandbox-directory',
  'what is hidden in the very directory of a run is hidden from it',
  async (open) => {
    const printed = await runInRepository(
      open,
      '#!/bin/sh\ncat README.md den/*.txt den/deep/* .git/description\nls -A den .git\n',
      [],
    );
    expect(printed).not.toMatch(/secret|HEAD/);
  },
);

attack(
  'exec-sandbox-written',
  'outside the scratch area a run changes nothing, not even where it stands',
  async (open) => {
    await runInRepository(open, '#!/bin/sh\necho evil > README.md\necho evil > desk/evil\nrm -r vow\n', [
      'repo',
    ]);
  },
);

attack(
  'exec-sandbox-missing',
  'where a required sandbox is missing, nothing runs and nobody is asked',
  async (open) => {
    // A search path without bubblewrap is a machine without it.
    using nothing = makeFolder();
    const target = await open({ policy, environment: { PATH: nothing.path } });
    writeScript(target, `#!/bin/sh\ntouch ${nothing.path}/evil\n`);
    const { reply } = await runScript(target);
    expect([reply.code, reply.data.approval_id]).toEqual(['EN-EXEC-D-003', undefined]);
    const verifier = openVerifier(target.keys);
    const signer = openApprovalSigner(target.keys);
    expect(await createApprovalReview(target.ledger, { verifier, signer }).list()).toEqual([]);
    expect(existsSync(`${nothing.path}/evil`)).toBe(false);
  },
);
