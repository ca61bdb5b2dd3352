// The sandbox from inside: what a program can see, reach and change there. Every probe is run without the sandbox, too,
// where it succeeds, so that a probe that never works cannot pass for protection.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunner } from '../../src/adapters/exec/index.ts';
import { writeFiles } from '../context/workspace.ts';
import { describeInSandbox, makeRunnerWorld, printed, type RunnerWorld } from './runner-world.ts';

const SANDBOXED = { isSandboxed: true };

/** Runs a shell script without the sandbox and in it. */
async function both(world: RunnerWorld, script: string): Promise<{ bare: string; inside: string }> {
  const words = ['bash', '-c', script];
  return { bare: printed(await world.run(words)), inside: printed(await world.run(words, SANDBOXED)) };
}

/** Returns the processes of this machine whose command line holds a text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describeInSandbox('a program in the sandbox', () => {
  test('runs, and tells how it ended', async () => {
    using world = makeRunnerWorld();
    expect(await world.run(['sh', '-c', 'echo out; echo err >&2; exit 7'], SANDBOXED)).toMatchObject({
      ...{ exitCode: 7, signal: null, isCut: false, hasTimedOut: false },
      ...{ stdout: 'out\n', stderr: 'err\n' },
    });
    expect(await world.run(['sh', '-c', 'kill -9 $$'], SANDBOXED)).toMatchObject({ exitCode: 137 });
    expect(await world.run(['cat'], SANDBOXED)).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('reaches no network, not even this machine', async () => {
    using world = makeRunnerWorld();
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { bare, inside } = await both(
      world,
      `(: < /dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo reached; ls /proc/sys/net/ipv4/conf`,
    );
    server.close();
    expect(bare).toContain('reached');
    expect(inside).toBe('all\ndefault\nlo\n');
  });

  test('sees no file of this machine but the system', async () => {
    using world = makeRunnerWorld();
    const secret = join(world.folder, 'secret');
    writeFileSync(secret, 'secret');
    const { bare, inside } = await both(world, `cat ${secret} 2>/dev/null; ls -A /; ls -A /etc | head -100`);
    expect(bare).toContain('secret');
    const names = inside.trim().split('\n');
    const known = ['bin', 'dev', 'etc', 'lib', 'lib64', 'proc', 'run', 'sbin', 'tmp', 'usr', 'work'];
    const settings = /^(alternatives|group|hosts|ld.so.cache|nsswitch.conf|passwd|java.*|python3.*|perl)$/;
    expect(names.filter((name) => !known.includes(name) && !settings.test(name))).toEqual([]);
    expect(names).toContain('work');
  });

  test('writes to its directory and to nothing else', async () => {
    using world = makeRunnerWorld();
    const outside = join(world.folder, 'outside');
    const script = `echo x > made; for f in ${outside} /usr/x /etc/x /x /proc/sys/kernel/core_uses_pid /run/x; do echo 1 > $f; done; echo x > /tmp/x && cat /tmp/x`;
    const ended = await world.run(['bash', '-c', script], SANDBOXED);
    expect(ended).toMatchObject({ stdout: 'x\n' });
    expect(printed(ended).match(/Read-only file system|No such file/g)).toHaveLength(6);
    expect(readFileSync(join(world.scratch, 'made'), 'utf8')).toBe('x\n');
    expect(existsSync(outside)).toBe(false);
    await world.run(['bash', '-c', `echo x > ${outside}`]);
    expect(existsSync(outside)).toBe(true);
  });

  test('sees a root that is shown, without what is hidden in it, and cannot change it', async () => {
    using world = makeRunnerWorld();
    const files = {
      'a.txt': 'a',
      'own/secret': 'hidden-1',
      'deep/.git/config': 'hidden-2',
      'b/token': 'hidden-3',
    };
    writeFiles(world.repo, files);
    symlinkSync('own/secret', join(world.repo, 'link'));
    const probe = [
      'bash',
      '-c',
      'cd /roots/repo; cat a.txt; echo x > new; grep -rs hidden . /roots; cat link own/secret b/token; find . | sort',
    ];
    const run = (hidden: readonly string[]) =>
      world.run(probe, { ...SANDBOXED, sees: [{ key: 'repo', place: world.repoPlace, hidden }] });
    expect(printed(await run([])).match(/hidden-\d/g)?.length).toBeGreaterThan(3);
    const shown = printed(await run(['own', 'own/secret', 'deep/.git', 'b/token', 'absent', 'link']));
    expect(shown).toContain('a');
    expect(shown).not.toContain('hidden');
    expect(shown).toContain('Read-only file system');
    expect(readdirSync(world.repo)).not.toContain('new');
  });

  test('does not begin where a link stands on the way to something hidden', async () => {
    using world = makeRunnerWorld();
    writeFiles(world.repo, { 'real/secret': 'hidden' });
    symlinkSync('real', join(world.repo, 'way'));
    const sees = [{ key: 'repo', place: world.repoPlace, hidden: ['way/secret'] }];
    expect(await world.run(['true'], { ...SANDBOXED, sees })).toBe('no-directory');
  });

  test('sees and signals no process of this machine', async () => {
    using world = makeRunnerWorld();
    const script = `kill -0 ${process.pid} 2>/dev/null && echo signals; ls /proc | grep -c '^[0-9]*$'`;
    const { bare, inside } = await both(world, script);
    expect(bare).toContain('signals');
    expect(inside).not.toContain('signals');
    expect(Number(inside)).toBeLessThan(10);
  });

  test('has no rights over the system, and cannot get any', async () => {
    using world = makeRunnerWorld();
    const { inside } = await both(
      world,
      'grep -E "Cap(Prm|Eff|Bnd)|NoNewPrivs" /proc/self/status; unshare -U true && echo got',
    );
    expect(inside).not.toContain('got');
    expect(inside.replace(/unshare.*\n/, '').replace(/\s+/g, ' ')).toBe(
      `CapPrm: ${'0'.repeat(16)} CapEff: ${'0'.repeat(16)} CapBnd: ${'0'.repeat(16)} NoNewPrivs: 1 `,
    );
  });

  test('has a clean environment, and does not read where it lies on this machine', async () => {
    using world = makeRunnerWorld({ TZ: 'UTC', API_KEY: 'x', PENUMBRA_STORE: 'y' });
    const environment = ['TZ', 'API_KEY', 'PENUMBRA_STORE'];
    const lines = printed(await world.run(['env'], { ...SANDBOXED, environment, loadsCode: true }))
      .trim()
      .split('\n');
    expect(lines.sort()).toEqual([
      'HOME=/tmp/home',
      'LANG=C.UTF-8',
      'LC_ALL=C.UTF-8',
      'PATH=/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin:/bin',
      'PWD=/work',
      'TMPDIR=/tmp',
      'TZ=UTC',
    ]);
    const words = await world.run(['sh', '-c', 'cat /proc/1/cmdline /proc/1/environ; whoami'], SANDBOXED);
    expect(printed(words)).toContain('penumbra');
    expect(printed(words)).not.toContain(world.folder);
  });

  test('has no descriptor of this machine', () => {
    using world = makeRunnerWorld();
    const secret = openSync(join(world.folder, 'secret'), 'w');
    const stdio = ['ignore', 'pipe', 'inherit', ...Array(37).fill('ignore'), secret];
    const probe = [join(import.meta.dirname, 'run-listing.ts'), world.folder, 'sandboxed'];
    const listed = execFileSync(process.execPath, probe, { stdio, encoding: 'utf8' });
    const { bare, kept } = JSON.parse(listed) as { bare: string; kept: string };
    expect(bare).toContain('/secret');
    expect(kept).not.toContain(world.folder);
    expect(kept).not.toContain('/fdinfo');
    expect(kept.match(/-> (?!\/dev\/null|socket|pipe|\/proc)/g)).toBe(null);
  });

  test('is a script that runs by its first line', async () => {
    using world = makeRunnerWorld();
    expect(printed(await world.runScript('#!/usr/bin/env python3\nprint(6 * 7)\n', SANDBOXED))).toBe('42\n');
    expect(await world.runScript('echo x\n', SANDBOXED)).toBe('not-started');
  });

  test('has a toolchain of its own beside it, but no root that lies in it', async () => {
    using world = makeRunnerWorld();
    writeFiles(world.folder, {
      'tools/lib/part': 'part',
      'tools/share/secret': 'secret',
      'tools/lib/root/x': 'root',
    });
    world.addTool('tool', '#!/bin/sh\ncd "$(dirname "$0")/.."; cat lib/part share/secret lib/root/x; ls\n');
    const runs = await Promise.all([world.run(['tool']), world.run(['tool'], SANDBOXED)]);
    expect(runs.map((ended) => (typeof ended === 'string' ? ended : ended.stdout))).toEqual([
      'partsecretrootbin\nlib\nshare\n',
      'partrootbin\nlib\n',
    ]);
    const runner = openRunner({
      roots: [join(world.folder, 'tools/lib/root')],
      hold: () => ({ path: world.scratch, descriptor: openSync(world.scratch, 'r'), release: () => {} }),
      searchPath: [world.tools, '/usr/bin'],
      temporaryDirectory: world.temporary,
    });
    const program = runner.pin('tool');
    if (program === null) throw new Error('the tool is there');
    const bounds = { timeoutMs: 60_000, outputBytes: 10_000, environment: [], loadsCode: false, args: [] };
    const shown = { isReadOnly: false, hidden: [], sees: [] };
    const ended = await runner.run({
      runnable: { program },
      directory: world.repoPlace,
      ...SANDBOXED,
      ...bounds,
      ...shown,
    });
    expect(typeof ended === 'string' ? ended : Buffer.from(ended.stdout).toString()).toBe('partbin\nlib\n');
  });

  test('works in its directory, and not through a link', async () => {
    using world = makeRunnerWorld();
    mkdirSync(join(world.scratch, 'a'));
    symlinkSync(world.repo, join(world.scratch, 'b'));
    expect(await world.run(['true'], { ...SANDBOXED, path: 'b' })).toBe('no-directory');
    const ended = await world.run(['sh', '-c', 'pwd; touch made'], { ...SANDBOXED, path: 'a' });
    expect(printed(ended)).toBe('/work\n');
    expect(existsSync(join(world.scratch, 'a/made'))).toBe(true);
  });

  test.each([true, false])(
    'is not led elsewhere by a link swapped in (sandboxed: %s)',
    async (isSandboxed) => {
      using world = makeRunnerWorld();
      const [directory, witness] = [join(world.scratch, 'a'), join(world.repo, 'naive')];
      mkdirSync(directory);
      const swap = `while :; do mv a a2; ln -s ${world.repo} a; rm a; mv a2 a; done`;
      const swapper = spawn('bash', ['-c', swap], { cwd: world.scratch, stdio: 'ignore' });
      try {
        // At least so often, and until one has found the directory in its place.
        let hasWorked = false;
        for (let count = 0; count < 40 || (!hasWorked && count < 2_000); count++) {
          const ended = await world.run(['touch', 'made'], { isSandboxed, path: 'a' });
          hasWorked ||= typeof ended !== 'string' && ended.exitCode === 0;
        }
        expect(hasWorked).toBe(true);
        expect(readdirSync(world.repo)).toEqual([]);
        // Whoever starts a program by the path loses the race before long.
        await until(() => {
          spawnSync('touch', ['naive'], { cwd: directory, stdio: 'ignore' });
          return existsSync(witness);
        });
      } finally {
        swapper.kill('SIGKILL');
        await once(swapper, 'exit');
      }
    },
  );

  test('that cannot be started is not taken for one that failed', async () => {
    using world = makeRunnerWorld();
    const nowhere = join(world.folder, 'elsewhere');
    writeFileSync(nowhere, '#!/bin/sh\n', { mode: 0o755 });
    expect(await world.run(['sh', '-c', 'echo "bwrap: execvp" >&2; exit 1'], SANDBOXED)).toMatchObject({
      exitCode: 1,
    });
    expect(await world.run(['sh', 'x'.repeat(200_000)], SANDBOXED)).toBe('not-started');
  });

  test('dies with all its children when its time is up, however they hid', async () => {
    using world = makeRunnerWorld();
    const mark = `1${process.pid}7`;
    const script = `(setsid sleep ${mark} &) ; setsid bash -c "(sleep ${mark} &) ; sleep ${mark}" & touch ready; wait`;
    // A busy machine may need long until all of them are there.
    for (let timeoutMs = 500; !existsSync(join(world.scratch, 'ready')); timeoutMs *= 2) {
      const ended = await world.run(['bash', '-c', script], { ...SANDBOXED, timeoutMs });
      expect(ended).toMatchObject({ hasTimedOut: true, exitCode: null, signal: 'SIGKILL' });
    }
    await until(() => processesWith(`sleep\0${mark}`).length === 0);
  });

  test('leaves no child behind when it ends itself', async () => {
    using world = makeRunnerWorld();
    const mark = `2${process.pid}7`;
    expect(await world.run(['bash', '-c', `setsid sleep ${mark} & echo done`], SANDBOXED)).toMatchObject({
      stdout: 'done\n',
    });
    await until(() => processesWith(`sleep\0${mark}`).length === 0);
  });

  test('dies with this process, even where that is killed', async () => {
    using world = makeRunnerWorld();
    const mark = `3${process.pid}7`;
    const probe = [join(import.meta.dirname, 'run-hanging.ts'), world.folder, 'sandboxed', mark];
    const child = spawn(process.execPath, probe, { stdio: 'ignore' });
    await until(() => existsSync(join(world.scratch, 'pid')));
    const inside = () => processesWith(`sleep ${mark} & echo $! > pid; wait`);
    await until(() => inside().length > 0);
    child.kill('SIGKILL');
    await until(() => inside().length === 0);
  });

  test('leaves nothing on the disk and no descriptor open', async () => {
    using world = makeRunnerWorld();
    await world.run(['true'], SANDBOXED);
    const before = readdirSync('/proc/self/fd').length;
    for (let count = 0; count < 5; count++) await world.run(['sh', '-c', 'echo x > ~/x'], SANDBOXED);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
    expect(readdirSync(world.temporary)).toEqual([]);
  });
});

test('where bubblewrap is missing, that is said, and nothing runs in its place', async () => {
  using world = makeRunnerWorld({}, []);
  world.addTool('tool', '#!/bin/sh\ntouch made\n');
  expect(world.runner.sandbox()).toEqual({
    kind: 'none',
    why: 'bubblewrap was not found',
    remedy: 'install bubblewrap',
  });
  expect(await world.run(['tool'], SANDBOXED)).toBe('no-sandbox');
  expect(readdirSync(world.scratch)).toEqual([]);
});

test.each([
  [
    'lacks descriptors',
    'echo "    --args FD"',
    'bubblewrap is too old: it lacks --bind-fd, --ro-bind-fd, --json-status-fd',
    'update bubblewrap',
  ],
  [
    'may not make namespaces',
    `[ "$1" = --help ] && { for o in --args --bind-fd --ro-bind-fd --json-status-fd; do echo "    $o FD"; done; exit 0; }; echo 'bwrap: No permissions to create new namespace' >&2; exit 1`,
    'bubblewrap does not work here: No permissions to create new namespace',
    'kernel.unprivileged_userns_clone=1',
  ],
])('where bubblewrap %s, why and the remedy are said', (_what, script, why, remedy) => {
  using world = makeRunnerWorld();
  world.addTool('bwrap', `#!/bin/sh\n${script}\n`);
  expect(world.runner.sandbox()).toEqual({ kind: 'none', why, remedy: expect.stringContaining(remedy) });
});
