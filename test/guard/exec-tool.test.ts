// The exec tool: what runs and on what grounds, what is on record before, and everything that keeps a run from beginning.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApprovalRequests } from '../../src/guard/index.ts';
import { canonicalHash, sha256 } from '../../src/kernel/index.ts';
import { type ExecWorld, makeExecWorld, PRIVATE_DIRECTORY } from './exec-world.ts';

const script = '#!/bin/sh\necho hello\n';
const withScript = { 'tmp/wip/a.sh': script };
const scriptCall = { argv: ['root:tmp/wip/a.sh', '--fast'] };

/** Approves whatever is asked. */
async function approveAll({ book }: ExecWorld): Promise<void> {
  for (const { request, state } of await book.list()) if (state === 'asked') await book.grant(request.id);
}

describe('a command line that a rule allows', () => {
  test('runs the pinned program with its words, within the bounds of the policy', async () => {
    using world = makeExecWorld({ files: { 'repo/a': '', 'repo/src/b': '' } });
    const { reply } = await world.run('root:repo', { argv: ['wc', '-l', 'a', 'src/b'], timeoutMs: 5_000 });
    expect(reply.code).toBe('MCP-EXEC-S-001');
    expect(world.plans).toMatchObject([
      {
        runnable: { program: world.programs.wc },
        args: ['-l', 'a', 'src/b'],
        isSandboxed: true,
        environment: ['TZ'],
        timeoutMs: 5_000,
        outputBytes: 1024 * 1024,
      },
    ]);
    await world.run('root:repo', { argv: ['wc'], timeoutMs: 3_600_000 });
    expect(world.plans[1]?.timeoutMs).toBe(60_000);
  });

  test('is on record before it runs, with what is about to be done', async () => {
    using world = makeExecWorld();
    await world.run('root:repo', { argv: ['wc', '-l'] });
    expect(world.audit).toMatchObject([
      {
        decision: 'EN-EXEC-S-001',
        answer: null,
        intent: {
          argv_hash: canonicalHash(['wc', '-l']),
          by: 'rule',
          rule: 'wc',
          program: world.programs.wc.sha256,
          script: null,
          approval_id: null,
          is_sandboxed: true,
        },
      },
    ]);
  });

  test('does not run where it cannot be recorded', async () => {
    using world = makeExecWorld({ isAuditBroken: true, operator: ['make'] });
    const calls = [['wc'], ['make']].map(async (argv) => (await world.run('root:repo', { argv })).reply.code);
    expect(await Promise.all(calls)).toEqual(['MCP-AUDIT-E-001', 'MCP-AUDIT-E-001']);
    expect(world.plans).toEqual([]);
  });

  test('is told what came of it, as text', async () => {
    using world = makeExecWorld({
      outcome: {
        exitCode: 3,
        stdout: Uint8Array.from([0x61, 0xff, 0x62]),
        stderr: new TextEncoder().encode('é'),
        isCut: true,
      },
    });
    const { reply, value } = await world.run('root:repo', { argv: ['wc'] });
    expect(reply.data).toEqual({
      resolved: 'root:repo',
      exit_code: 3,
      signal: null,
      stdout: 'a\ufffdb',
      stderr: 'é',
      is_cut: true,
      has_timed_out: false,
      is_sandboxed: true,
    });
    expect(value).toMatchObject({ stdout: Uint8Array.from([0x61, 0xff, 0x62]) });
  });

  test('shows no place of the host in what it wrote', async () => {
    const outcome = { stdout: new Uint8Array() };
    using world = makeExecWorld({ outcome });
    outcome.stdout = new TextEncoder().encode(`in ${world.folder}/repo/x`);
    expect((await world.run('root:repo', { argv: ['wc'] })).reply.data.stdout).toBe('in root:repo/x');
  });

  test('shows neither where its own directory was', async () => {
    const printed = new TextEncoder().encode(
      `${PRIVATE_DIRECTORY}/script: line 1, HOME=${PRIVATE_DIRECTORY}`,
    );
    using world = makeExecWorld({ outcome: { stdout: printed, stderr: printed } });
    const { reply, value } = await world.run('root:repo', { argv: ['wc'] });
    const shown = 'private:/script: line 1, HOME=private:';
    expect([reply.data.stdout, reply.data.stderr]).toEqual([shown, shown]);
    expect(JSON.stringify(reply)).not.toContain('penumbra-run');
    expect(value).toMatchObject({ stdout: printed, privateDirectory: PRIVATE_DIRECTORY });
  });

  test('has its whole root looked at again after it ran, and only then', async () => {
    const told: unknown[] = [];
    const onChanged = async (places: unknown) => void told.push(places);
    using world = makeExecWorld({ onChanged });
    await world.run('root:repo', { argv: ['wc'] });
    expect(told).toEqual([[{ root: 'repo', paths: null }]]);
    using failing = makeExecWorld({ onChanged, outcome: 'not-started' });
    await failing.run('root:repo', { argv: ['wc'] });
    await failing.run('root:repo', { argv: ['id'] });
    expect(told).toHaveLength(1);
  });

  test('is answered as done, whatever becomes of who is told of it', async () => {
    using world = makeExecWorld({ onChanged: () => Promise.reject(new Error('the tree is gone')) });
    const { reply, fault } = await world.run('root:repo', { argv: ['wc'] });
    expect([reply.code, fault, world.audit.length]).toEqual(['MCP-EXEC-S-001', undefined, 1]);
  });
});

describe('a command line', () => {
  test.each<[string, string, unknown, string]>([
    ['without words', 'root:repo', {}, 'MCP-CALL-I-001'],
    ['that is empty', 'root:repo', { argv: [] }, 'MCP-CALL-I-001'],
    ['without a program', 'root:repo', { argv: [''] }, 'MCP-CALL-I-001'],
    ['that is one text', 'root:repo', { argv: 'wc -l' }, 'MCP-CALL-I-001'],
    ['with NUL', 'root:repo', { argv: ['wc', 'a\0'] }, 'MCP-CALL-I-001'],
    ['with a lone surrogate', 'root:repo', { argv: ['wc', '\ud800'] }, 'MCP-CALL-I-001'],
    ['with too many words', 'root:repo', { argv: Array.from({ length: 257 }, () => 'wc') }, 'MCP-CALL-I-001'],
    ['with too long a word', 'root:repo', { argv: ['wc', 'x'.repeat(8_193)] }, 'MCP-CALL-I-001'],
    ['with its own environment', 'root:repo', { argv: ['wc'], env: { A: 'b' } }, 'MCP-CALL-I-001'],
    ['without an end', 'root:repo', { argv: ['wc'], timeoutMs: 1e9 }, 'MCP-CALL-I-001'],
    ['of a shell', 'root:repo', { argv: ['sh', '-c', 'id'] }, 'EN-EXEC-D-003'],
    ['of inline code', 'root:repo', { argv: ['python3', '-c', '1'] }, 'EN-EXEC-D-003'],
    ['of a path', 'root:repo', { argv: ['/bin/wc'] }, 'EN-EXEC-D-003'],
    ['of a program in the directory', 'root:repo', { argv: ['./wc'] }, 'EN-EXEC-D-003'],
    ['with a flag no rule names', 'root:repo', { argv: ['wc', '--files0-from=x'] }, 'EN-EXEC-D-003'],
    ['with a path out of the directory', 'root:repo', { argv: ['wc', '../tmp/x'] }, 'EN-EXEC-D-003'],
    ['with a hidden path', 'root:repo', { argv: ['wc', '.git/config'] }, 'EN-EXEC-D-003'],
    ['with an invisible path', 'root:repo', { argv: ['wc', 'private/x'] }, 'EN-EXEC-D-003'],
    ['with a path that leads to nothing', 'root:repo', { argv: ['wc', 'none'] }, 'EN-EXEC-D-003'],
    ['with a path below a file', 'root:repo', { argv: ['wc', 'a/none'] }, 'EN-EXEC-D-003'],
    ['with a path that is a link', 'root:repo', { argv: ['wc', 'link'] }, 'EN-EXEC-D-003'],
    ['with a path through a link', 'root:repo', { argv: ['wc', 'link/passwd'] }, 'EN-EXEC-D-003'],
    ['of a script outside the scratch area', 'root:tmp', { argv: ['root:tmp/b.sh'] }, 'EN-EXEC-D-003'],
    ['of the scratch area itself', 'root:tmp', { argv: ['root:tmp/wip'] }, 'EN-EXEC-D-003'],
    [
      'of a script in a place that does not run',
      'root:tmp',
      { argv: ['root:tmp/kept/c.sh'] },
      'EN-EXEC-D-003',
    ],
    ['of a script that is not there', 'root:tmp', { argv: ['root:tmp/wip/no'] }, 'WA-RES-I-004'],
    ['of a script nobody sees', 'root:tmp', { argv: ['root:vault/x'] }, 'WA-RES-I-003'],
    ['of a script that is no address', 'root:tmp', { argv: ['root:tmp/../x'] }, 'WA-RES-I-001'],
    ['of an unknown namespace', 'root:tmp', { argv: ['file:///bin/sh'] }, 'WA-RES-I-001'],
    ['in a file', 'root:repo/a', { argv: ['wc'] }, 'MCP-FILE-I-002'],
    ['nowhere', 'root:repo/none', { argv: ['wc'] }, 'WA-RES-I-004'],
    ['of a program that is not installed', 'root:repo', { argv: ['gone'] }, 'MCP-EXEC-I-002'],
    ['granted by a row that asks for no grounds', 'root:repo/open', { argv: ['id'] }, 'MCP-EXEC-I-001'],
    ['of a shell granted by such a row', 'root:repo/open', { argv: ['sh', '-c', 'id'] }, 'MCP-EXEC-I-001'],
  ])('%s at %s does not run: %j is answered %s', async (_what, address, given, code) => {
    const files = { 'repo/a': '', 'repo/.git/config': '', 'repo/private/x': '', 'tmp/b.sh': script };
    using world = makeExecWorld({
      files: { ...files, 'tmp/kept/c.sh': script },
      session: { masks: () => ['key'] },
    });
    symlinkSync('/etc', join(world.folder, 'repo/link'));
    const { reply } = await world.run(address, given);
    expect([reply.code, world.plans.length, world.audit.length]).toEqual([code, 0, 1]);
    expect(await world.book.list()).toEqual([]);
    expect(JSON.stringify(reply)).not.toContain(world.folder);
    expect((await world.run('root:repo', { argv: ['wc'] })).reply.code).toBe('MCP-EXEC-S-001');
  });

  test.each<[string, Parameters<typeof makeExecWorld>[0], string]>([
    ['in a mode without a row', { session: { mode: () => 'rest' } }, 'EN-EXEC-D-001'],
    ['under a policy without a section', { section: '' }, 'EN-EXEC-D-003'],
    ['without a runner', { hasRunner: false }, 'MCP-CALL-I-002'],
    ['whose program was changed', { outcome: 'program-changed' }, 'MCP-EXEC-I-002'],
    ['whose directory went away', { outcome: 'no-directory' }, 'MCP-EXEC-I-002'],
    ['whose sandbox broke', { outcome: 'no-sandbox' }, 'MCP-EXEC-E-002'],
    ['that cannot be started', { outcome: 'not-started' }, 'MCP-EXEC-E-001'],
  ])('%s is answered %s', async (_what, options, code) => {
    using world = makeExecWorld(options);
    expect((await world.run('root:repo', { argv: ['wc'] })).reply.code).toBe(code);
  });
});

describe('a script', () => {
  test('is denied with a question that a person can answer, and the same question again', async () => {
    using world = makeExecWorld({ files: withScript });
    const replies = [
      (await world.run('root:tmp', scriptCall)).reply,
      (await world.run('root:tmp', scriptCall)).reply,
    ];
    const [kept] = await world.book.list();
    expect(kept?.request).toMatchObject({
      script: 'root:tmp/wip/a.sh',
      args: ['--fast'],
      directory: 'root:tmp',
      session: 's',
      contract: null,
    });
    for (const { code, data } of replies)
      expect([code, data.approval_id, data.failed_conditions]).toEqual([
        'EN-EXEC-D-003',
        kept?.request.id,
        ['exec_allowed', 'command_whitelisted', 'exec_signed'],
      ]);
    expect([await world.book.list(), world.plans]).toEqual([[kept], []]);
  });

  test('is asked about after that is on record, once for each call', async () => {
    using world = makeExecWorld({ files: withScript });
    await world.run('root:tmp', scriptCall);
    await world.run('root:tmp', scriptCall);
    const denied = { decision: 'EN-EXEC-D-003', rule: expect.any(String) };
    expect(world.audit).toMatchObject([
      {
        ...denied,
        answer: null,
        intent: { asked: 'approval', argv_hash: canonicalHash(scriptCall.argv), script: sha256(script) },
      },
      // The question stands, so that this call stored nothing.
      { ...denied, answer: 'EN-EXEC-D-003', intent: null },
    ]);
    expect(world.audit).toHaveLength(2);
  });

  test('is not asked about where that cannot be recorded', async () => {
    using world = makeExecWorld({ files: withScript, isAuditBroken: true });
    expect((await world.run('root:tmp', scriptCall)).reply.code).toBe('MCP-AUDIT-E-001');
    expect(await world.book.list()).toEqual([]);
  });

  test.each<[string, Parameters<typeof makeExecWorld>[0], string, string]>([
    ['in a mode without a row', { session: { mode: () => 'rest' } }, 'root:tmp', 'EN-EXEC-D-001'],
    ['in a place without a row', {}, 'root:den', 'EN-EXEC-D-001'],
    ['where a mask is missing, too', {}, 'root:tmp/masked', 'EN-EXEC-D-003'],
    ['where a contract is missing, too', {}, 'root:tmp/bound', 'EN-EXEC-D-002'],
    ['without anything that runs it', { hasRunner: false }, 'root:tmp', 'EN-EXEC-D-003'],
  ])('%s is denied, and nobody is asked', async (_what, options, address, code) => {
    using world = makeExecWorld({ files: withScript, ...options });
    const { reply } = await world.run(address, scriptCall);
    expect([reply.code, reply.data.approval_id]).toEqual([code, undefined]);
    expect([await world.book.list(), world.audit.map(({ intent }) => intent)]).toEqual([[], [null]]);
  });

  test('that lies where the policy runs nothing is not asked about, wherever it would run', async () => {
    using world = makeExecWorld({
      section: 'exec: { scratch: den, sandbox: off }',
      files: { 'den/a.sh': script },
    });
    const { reply } = await world.run('root:tmp', { argv: ['root:den/a.sh'] });
    expect([reply.code, reply.data.approval_id]).toEqual(['EN-EXEC-D-003', undefined]);
    expect(await world.book.list()).toEqual([]);
  });

  test('is denied without a question where too many are open', async () => {
    const files = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`tmp/wip/${index}`, script]));
    using world = makeExecWorld({ files });
    const ids: unknown[] = [];
    for (let index = 0; index < 33; index++) {
      const { reply } = await world.run('root:tmp', { argv: [`root:tmp/wip/${index}`] });
      ids.push(reply.code === 'EN-EXEC-D-003' ? reply.data.approval_id : reply.code);
    }
    expect(new Set(ids.slice(0, 32)).size).toBe(32);
    expect(ids[32]).toBe(undefined);
    expect(await world.book.list()).toHaveLength(32);
  });

  test('is read and looked up once for each call', async () => {
    let found = 0;
    const find = async () => {
      found++;
      return null;
    };
    using world = makeExecWorld({ files: withScript, means: { approvals: { find } } });
    await world.run('root:tmp', scriptCall);
    expect(found).toBe(1);
  });

  test('runs once as the bytes that were approved', async () => {
    using world = makeExecWorld({ files: withScript });
    await world.run('root:tmp', scriptCall);
    await approveAll(world);
    const { reply } = await world.run('root:tmp', scriptCall);
    expect(reply.code).toBe('MCP-EXEC-S-001');
    expect(world.plans).toMatchObject([{ runnable: { script: Buffer.from(script) }, args: ['--fast'] }]);
    const intent = world.audit.at(-1)?.intent;
    const [kept] = await world.book.list();
    expect(intent).toMatchObject({ by: 'script', script: sha256(script), approval_id: kept?.request.id });
    expect(kept?.state).toBe('spent');
    expect((await world.run('root:tmp', scriptCall)).reply.code).toBe('EN-EXEC-D-003');
    expect(world.plans).toHaveLength(1);
  });

  test('runs once for many who ask at the same time', async () => {
    using world = makeExecWorld({ files: withScript });
    await world.run('root:tmp', scriptCall);
    await approveAll(world);
    const results = await Promise.all(Array.from({ length: 6 }, () => world.run('root:tmp', scriptCall)));
    const codes = results.map(({ reply }) => reply.code);
    expect([codes.filter((code) => code === 'MCP-EXEC-S-001').length, world.plans.length]).toEqual([1, 1]);
    expect(
      codes.filter((code) => !['MCP-EXEC-S-001', 'MCP-EXEC-I-002', 'EN-EXEC-D-003'].includes(code)),
    ).toEqual([]);
  });

  test.each<[string, (world: ExecWorld) => void, string, readonly string[]]>([
    ['other bytes', ({ folder }) => writeFileSync(join(folder, 'tmp/wip/a.sh'), 'x'), 'root:tmp', ['--fast']],
    ['other arguments', () => {}, 'root:tmp', ['--slow']],
    ['no arguments', () => {}, 'root:tmp', []],
    ['another directory', () => {}, 'root:tmp/wip', ['--fast']],
    ['a later time', ({ clock }) => clock.advance(60 * 60 * 1_000), 'root:tmp', ['--fast']],
  ])('that was approved does not run with %s', async (_what, change, address, args) => {
    using world = makeExecWorld({ files: withScript });
    await world.run('root:tmp', scriptCall);
    await approveAll(world);
    change(world);
    const { reply } = await world.run(address, { argv: ['root:tmp/wip/a.sh', ...args] });
    expect([reply.code, world.plans.length]).toEqual(['EN-EXEC-D-003', 0]);
  });

  test('that was approved runs only where the policy grants it', async () => {
    let mode = 'work';
    using world = makeExecWorld({ files: withScript, session: { mode: () => mode } });
    await world.run('root:tmp', scriptCall);
    await approveAll(world);
    mode = 'rest';
    expect((await world.run('root:tmp', scriptCall)).reply.code).toBe('EN-EXEC-D-001');
    mode = 'work';
    expect((await world.run('root:tmp/kept', scriptCall)).reply.code).toBe('EN-EXEC-D-003');
    expect(world.plans).toEqual([]);
  });

  test('that lost the race for its approval does not run, and says so', async () => {
    const granted = {
      request: { id: 'approval:1', content: 'content:1' },
      state: 'granted',
      signature: null,
    };
    const approvals = { find: async () => granted, spend: async () => false } as unknown as ApprovalRequests;
    using world = makeExecWorld({ files: withScript, means: { approvals }, hand: { approvals } });
    const { reply } = await world.run('root:tmp', scriptCall);
    expect([reply.code, reply.data, world.plans.length]).toEqual([
      'MCP-EXEC-I-002',
      { reason: 'used-up' },
      0,
    ]);
  });

  test('that nobody approved does not run, even where a row asks for no grounds', async () => {
    using world = makeExecWorld({
      section: 'exec: { scratch: repo/open, sandbox: off }',
      files: { 'repo/open/a.sh': script },
      session: { masks: () => ['key'] },
    });
    const { reply } = await world.run('root:repo/open', { argv: ['root:repo/open/a.sh'] });
    expect([reply.code, reply.data, world.plans.length]).toEqual([
      'MCP-EXEC-I-002',
      { reason: 'not-approved' },
      0,
    ]);
  });

  test('larger than a person is asked about, or a link, is not asked about', async () => {
    using world = makeExecWorld({ files: { 'tmp/wip/big': 'x'.repeat(1024 * 1024 + 1) } });
    symlinkSync('/bin/sh', join(world.folder, 'tmp/wip/link'));
    const big = await world.run('root:tmp', { argv: ['root:tmp/wip/big'] });
    const link = await world.run('root:tmp', { argv: ['root:tmp/wip/link'] });
    expect([big.reply.code, link.reply.code]).toEqual(['EN-EXEC-D-003', 'WA-RES-I-001']);
    expect(await world.book.list()).toEqual([]);
  });
});

describe("the operator's command", () => {
  const operator = ['sh', 'test.sh', 'a b'];

  test('runs as often as was said, by exactly its words', async () => {
    using world = makeExecWorld({ operator });
    expect((await world.run('root:repo', { argv: ['sh', 'test.sh', 'a', 'b'] })).reply.code).toBe(
      'EN-EXEC-D-003',
    );
    expect((await world.run('root:repo', { argv: operator })).reply.code).toBe('MCP-EXEC-S-001');
    expect(world.plans).toMatchObject([
      { runnable: { program: world.programs.operator }, args: ['test.sh', 'a b'] },
    ]);
    const { reply } = await world.run('root:repo', { argv: operator });
    expect([reply.code, reply.data]).toEqual(['MCP-EXEC-I-002', { reason: 'used-up' }]);
    expect(world.plans).toHaveLength(1);
  });

  test('is enforced like any other', async () => {
    using world = makeExecWorld({ operator, session: { mode: () => 'rest' } });
    expect((await world.run('root:repo', { argv: operator })).reply.code).toBe('EN-EXEC-D-001');
  });
});

describe('a path that leads to nothing', () => {
  test('is answered like one that is hidden, and taken as soon as it is there', async () => {
    using world = makeExecWorld({ files: { 'repo/private/x': '', 'repo/.git/config': '' } });
    const replyTo = async (path: string) => {
      const { code, data, message } = (await world.run('root:repo', { argv: ['wc', path] })).reply;
      return { code, data, message };
    };
    const absent = await replyTo('none');
    for (const path of ['private/x', 'private/none', '.git/config', '.git/none'])
      expect(await replyTo(path)).toEqual(absent);
    writeFileSync(join(world.folder, 'repo/none'), '');
    expect((await replyTo('none')).code).toBe('MCP-EXEC-S-001');
  });
});

describe('a rule that says from where it loads code', () => {
  const section = `exec:
  scratch: tmp/wip
  sandbox: preferred
  rules: [{ program: wc, operands: { kind: path, most: 1 }, loads_code_from: [repo] }]
`;

  test('runs there, and is told that code is meant', async () => {
    using world = makeExecWorld({ section, files: { 'repo/a': '' } });
    expect((await world.run('root:repo', { argv: ['wc', 'a'] })).reply.code).toBe('MCP-EXEC-S-001');
    expect((await world.run('root:tmp', { argv: ['wc'] })).reply.code).toBe('EN-EXEC-D-003');
    expect(world.plans.map(({ loadsCode }) => loadsCode)).toEqual([true]);
  });

  test("is not alone: the operator's command brings its code, a script and other rules do not", async () => {
    using world = makeExecWorld({ files: withScript, operator: ['make'] });
    await world.run('root:tmp', scriptCall);
    await approveAll(world);
    await world.run('root:tmp', scriptCall);
    for (const argv of [['make'], ['wc']]) await world.run('root:tmp', { argv });
    expect(world.plans.map(({ loadsCode }) => loadsCode)).toEqual([false, true, false]);
  });
});

describe('the sandbox', () => {
  const demand = (sandbox: string) =>
    `exec: { scratch: tmp, sandbox: ${sandbox}, sees: [repo], rules: [{ program: wc }] }`;

  test.each<[string, 'bubblewrap' | 'none', string, boolean | null]>([
    ['required', 'bubblewrap', 'MCP-EXEC-S-001', true],
    ['required', 'none', 'MCP-EXEC-E-002', null],
    ['preferred', 'bubblewrap', 'MCP-EXEC-S-001', true],
    ['preferred', 'none', 'MCP-EXEC-S-001', false],
    ['off', 'bubblewrap', 'MCP-EXEC-S-001', false],
    ['off', 'none', 'MCP-EXEC-S-001', false],
  ])('that is %s, on a machine with %s: %s', async (sandbox, kind, code, isSandboxed) => {
    using world = makeExecWorld({ section: demand(sandbox), sandbox: kind });
    const { reply } = await world.run('root:repo', { argv: ['wc'] });
    expect([reply.code, reply.data.is_sandboxed ?? null]).toEqual([code, isSandboxed]);
    expect(world.plans.map((plan) => [plan.isSandboxed, plan.sees.length])).toEqual(
      isSandboxed === null ? [] : [[isSandboxed, isSandboxed ? 1 : 0]],
    );
  });

  test('that is required and missing lets nothing run, and nobody is asked', async () => {
    using world = makeExecWorld({
      section: demand('required').replace('scratch: tmp', 'scratch: tmp/wip'),
      sandbox: 'none',
      files: withScript,
      operator: ['make'],
    });
    const { reply } = await world.run('root:tmp', scriptCall);
    expect([reply.code, reply.data.approval_id]).toEqual(['EN-EXEC-D-003', undefined]);
    for (const argv of [['wc'], ['make']])
      expect((await world.run('root:tmp', { argv })).reply.code).toBe('MCP-EXEC-E-002');
    expect([await world.book.list(), world.plans]).toEqual([[], []]);
    expect(world.audit.map(({ intent }) => intent)).toEqual([null, null, null]);
  });

  test('shows roots without what is hidden in them, and no root that is seen under conditions', async () => {
    using world = makeExecWorld({
      files: {
        'repo/.git/config': '',
        'repo/sub/.GIT/config': '',
        'repo/sub/deep/.git': 'gitdir: elsewhere',
        'repo/private/x': '',
        'repo/sub/private/x': '',
        'vault/gold': '',
      },
    });
    symlinkSync('/etc', join(world.folder, 'repo/sub/link'));
    await world.run('root:tmp', { argv: ['wc'] });
    const shown = world.plans[0]?.sees.map(({ key, hidden }) => [key, hidden]);
    expect(shown).toEqual([
      ['repo', ['.git', 'private', 'sub/.GIT', 'sub/deep/.git']],
      ['tmp', []],
    ]);
  });

  test('shows in each mode what is seen in it', async () => {
    const section = demand('preferred').replace('sees: [repo]', 'sees: [vault, repo]');
    using world = makeExecWorld({
      section,
      session: { contract: () => ({ root: 'vault', operations: ['READ'], targets: ['**'] }) },
    });
    await world.run('root:repo', { argv: ['wc'] });
    expect(world.plans[0]?.sees.map(({ key }) => key)).toEqual(['repo']);
  });
});
