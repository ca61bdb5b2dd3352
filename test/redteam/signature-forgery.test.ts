// Attacks on signatures: made by another key, for another purpose, by nobody, or with keys that others can reach.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { openApprovalSigner, openKeys } from '../../src/adapters/keys/index.ts';
import { signedBytes } from '../../src/guard/contracts/contract-event.ts';
import { loadPolicy, openGuardSession } from '../../src/guard.ts';
import type { Signature } from '../../src/kernel/index.ts';
import { makeFolder } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';
import { draft, edited, readOpening, slipIn, writeAt } from './contract-target.ts';
import { askFor, execPolicy, runScript, writeScript } from './exec-target.ts';
import { redPolicy } from './red-policy.ts';
import { slipInGrant } from './signature-target.ts';

const policy = execPolicy();

/** Grants the script by a signature of one's own making, and sees that it does not run. */
async function expectUngranted(
  target: Target,
  sign: (payload: Uint8Array) => Promise<Signature> | Signature,
) {
  writeScript(target, '#!/bin/sh\necho ran > ran\n');
  await slipInGrant(target, await askFor(target), sign);
  const { reply } = await runScript(target);
  expect(existsSync(target.at('data/wip/ran'))).toBe(false);
  return reply.code;
}

function approvalKeyId(target: Target): string {
  return (
    openKeys(target.keys)
      .list()
      .find(({ kind }) => kind === 'approval')?.id ?? ''
  );
}

attack('signature-made-up', 'a grant that nobody signed is none', async (open) => {
  const target = await open({ policy });
  const value = randomBytes(64).toString('hex');
  const code = await expectUngranted(target, () => ({
    keyId: approvalKeyId(target),
    algorithm: 'ed25519',
    value,
  }));
  expect(code).toBe('EN-EXEC-D-003');
});

attack(
  'signature-other-key',
  'a grant by another person’s key is none, under that name or under this one',
  async (open) => {
    using elsewhere = makeFolder();
    openKeys(join(elsewhere.path, 'keys')).create();
    const signer = openApprovalSigner(join(elsewhere.path, 'keys'));
    for (const isRenamed of [false, true]) {
      const target = await open({ policy });
      const code = await expectUngranted(target, async (payload) => {
        const signature = await signer.sign('approval', payload);
        return isRenamed ? { ...signature, keyId: approvalKeyId(target) } : signature;
      });
      expect(code).toBe('EN-EXEC-D-003');
    }
  },
);

attack('signature-of-the-server', 'what a server can sign itself grants nothing', async (open) => {
  for (const purpose of ['contract', 'artifact', 'export'] as const) {
    const target = await open({ policy });
    const signer = openKeys(target.keys).signer([purpose]);
    const code = await expectUngranted(target, async (payload) => {
      const signature = await signer.sign(purpose, payload);
      return {
        ...signature,
        algorithm: 'ed25519',
        ...(purpose === 'export' && { keyId: approvalKeyId(target) }),
      };
    });
    expect([purpose, code]).toEqual([purpose, 'EN-EXEC-D-003']);
  }
  await expect(
    openKeys('x')
      .signer(['approval' as never])
      .sign('approval', new Uint8Array()),
  ).rejects.toThrow();
});

attack(
  'signature-other-purpose',
  'a contract that was signed as something else is not signed',
  async (open) => {
    const target = await open();
    await target.call('contract open', '', draft);
    const opening = edited(await readOpening(target.ledger.store, 'attacker'), {
      id: 'contract:0123456789abcdef',
    });
    await target.call('contract cancel', '', { reason: 'x' });
    const signature = await openKeys(target.keys)
      .signer(['artifact'])
      .sign('artifact', signedBytes(opening.signed));
    await slipIn(target, { ...opening, signature });
    expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
  },
);

attack('signature-readable-key', 'a key that others can read signs nothing', async (open) => {
  const target = await open();
  const file = join(target.keys, 'secret.key');
  for (const mode of [0o644, 0o640, 0o660]) {
    chmodSync(file, mode);
    expect(await target.code('contract open', '', draft)).toBe('CT-STORE-E-001');
    expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
  }
  chmodSync(file, 0o600);
});

attack('signature-planted-key', 'a key that was put where others can write is not believed', async (open) => {
  using elsewhere = makeFolder();
  const theirs = join(elsewhere.path, 'keys');
  openKeys(theirs).create();
  const planted = readdirSync(theirs).find((name) => name.startsWith('approval-')) ?? '';
  const target = await open({ policy });
  chmodSync(target.keys, 0o777);
  copyFileSync(join(theirs, planted), join(target.keys, planted));
  try {
    const code = await expectUngranted(target, (payload) =>
      openApprovalSigner(theirs).sign('approval', payload),
    );
    expect(code).toBe('MCP-CALL-E-001');
  } finally {
    rmSync(join(target.keys, planted));
    chmodSync(target.keys, 0o700);
  }
});

attack(
  'signature-keys-in-root',
  'no session is opened over a root that holds the keys, through no link either',
  async (open) => {
    const target = await open();
    openKeys(target.at('data/wip/config/keys')).create();
    symlinkSync(target.at('data/wip/config'), target.at('workspace/link'));
    symlinkSync(target.at('data/wip/later'), target.at('workspace/dangling'));
    for (const place of ['data/wip/config', 'workspace/link', 'workspace/dangling', 'data'])
      await expectUnopened(target, place);
  },
);

attack(
  'signature-key-links',
  'no session is opened where a link in the configuration leads to keys, anchors or servers in a root, or through one',
  async (open) => {
    const target = await open();
    const inRoot = (path: string) => target.at(`data/wip/${path}`);
    openKeys(inRoot('keys')).create();
    mkdirSync(inRoot('anchors'));
    writeFileSync(inRoot('server.json'), '{}');
    mkdirSync(target.at('workspace/aside'));
    symlinkSync(inRoot('keys'), target.at('workspace/aside/keys'));
    symlinkSync(target.at('config/keys'), inRoot('way'));
    const links: readonly (readonly [link: string, to: string])[] = [
      ['keys', inRoot('keys')],
      ['keys', target.at('workspace/aside/keys')],
      ['keys', inRoot('not-yet')],
      // An agent that changes the link has the keys read elsewhere.
      ['keys', inRoot('way')],
      ['keys/secret.key', inRoot('keys/secret.key')],
      ['keys/approval.key', '../../../data/wip/keys/approval.key'],
      ['anchors', inRoot('anchors')],
      ['servers/a.json', inRoot('server.json')],
    ];
    for (const [index, [link, to]] of links.entries()) {
      const configuration = `workspace/config-${index}`;
      mkdirSync(dirname(target.at(`${configuration}/${link}`)), { recursive: true, mode: 0o700 });
      symlinkSync(to, target.at(`${configuration}/${link}`));
      await expectUnopened(target, configuration);
    }
    mkdirSync(target.at('workspace/config-apart'), { mode: 0o700 });
    symlinkSync(target.at('config/keys'), target.at('workspace/config-apart/keys'));
    await (await openOver(target, 'workspace/config-apart')).close();
  },
);

function openOver(target: Target, configuration: string) {
  return openGuardSession({
    policy: loadPolicy(redPolicy),
    roots: { repo: target.at('repo'), data: target.at('data') },
    session: { id: 'x', mode: () => 'work', mods: [] },
    ledger: target.ledger,
    environment: { PENUMBRA_CONFIG_DIR: target.at(configuration) },
  });
}

async function expectUnopened(target: Target, configuration: string): Promise<void> {
  const opened = openOver(target, configuration);
  await expect(opened, configuration).rejects.toThrow('the keys are within reach of root `data`');
}
