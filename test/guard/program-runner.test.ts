// The runner without the sandbox: what it pins, what it starts, what a program is given, and that none is left behind.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openRunner } from '../../src/adapters/exec/index.ts';
import type { PinnedProgram } from '../../src/tools/index.ts';
import { makeRunnerWorld, printed, type RunnerWorld } from './runner-world.ts';

const isAlive = (pid: number): boolean => {
  // A zombie is dead and only not yet buried.
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') X';
  return !/\) [XZ]/.test(state);
};

/** Waits for what another process brings about; the test's own time-out is the bound. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const pidIn = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);

describe('a program is pinned', () => {
  const check = (lay: (world: RunnerWorld) => void, name: string, isPinned: boolean) => {
    using world = makeRunnerWorld();
    lay(world);
    expect(world.runner.pin(name) !== null).toBe(isPinned);
  };
  const script = '#!/bin/sh\necho tool\n';

  test.each<[string, string, (world: RunnerWorld) => void, boolean]>([
    ['that lies on the search path', 'tool', (w) => w.addTool('tool', script), true],
    [
      'through a link between directories that are no root',
      'tool',
      (w) => {
        writeFileSync(join(w.folder, 'real'), script, { mode: 0o755 });
        symlinkSync(join(w.folder, 'real'), join(w.tools, 'tool'));
      },
      true,
    ],
    ['but not one that is nowhere', 'tool', () => {}, false],
    [
      'but not a link that leads into a root',
      'tool',
      (w) => {
        writeFileSync(join(w.repo, 'evil'), script, { mode: 0o755 });
        symlinkSync(join(w.repo, 'evil'), join(w.tools, 'tool'));
      },
      false,
    ],
    [
      'but not one with an interpreter in a root',
      'tool',
      (w) => {
        symlinkSync('/bin/sh', join(w.folder, 'shell'));
        writeFileSync(join(w.repo, 'shell'), script, { mode: 0o755 });
        w.addTool('tool', `#!${join(w.repo, 'shell')}\n`);
      },
      false,
    ],
    ['but not one that may not be started', 'tool', (w) => w.addTool('tool', script, 0o644), false],
    ['but not a directory', 'tool', (w) => void mkdirSync(join(w.tools, 'tool')), false],
    [
      'but not a text without a first line, which a shell would take',
      'tool',
      (w) => w.addTool('tool', 'echo hello\n'),
      false,
    ],
    ['but not an empty file', 'tool', (w) => w.addTool('tool', ''), false],
    ['but not by a path', './tool', (w) => w.addTool('tool', script), false],
    ['but not by a way up', '..', () => {}, false],
    ['but not by an absolute path', '/bin/sh', () => {}, false],
    ['but not by nothing', '', () => {}, false],
    ['but not by an option', '-tool', (w) => w.addTool('-tool', script), false],
    ['but not by a name with a NUL', 'sh\0', () => {}, false],
  ])('%s', (_what, name, lay, isPinned) => check(lay, name, isPinned));

  test('but not where the search path leads into a root', () => {
    using world = makeRunnerWorld();
    const tool = join(world.repo, 'tool');
    writeFileSync(tool, script, { mode: 0o755 });
    const open = (roots: readonly string[]) =>
      openRunner({ roots, hold: () => null, searchPath: [world.repo], temporaryDirectory: world.temporary });
    expect(open([world.repo]).pin('tool')).toBe(null);
    expect(open([world.scratch]).pin('tool')).not.toBe(null);
  });

  test('with the hash of its bytes', () => {
    using world = makeRunnerWorld();
    world.addTool('tool', script);
    const program = world.runner.pin('tool') as PinnedProgram;
    const [hash] = execFileSync('sha256sum', [join(world.tools, 'tool')], { encoding: 'utf8' }).split(' ');
    expect(program.sha256).toBe(hash);
  });

  test.each<[string, (file: string) => void]>([
    ['written to', (file) => appendFileSync(file, '#')],
    [
      'written to and dated back',
      (file) => {
        const { atime, mtime } = statSync(file);
        writeFileSync(file, '#!/bin/sh\necho evil\n');
        utimesSync(file, atime, mtime);
      },
    ],
    [
      'replaced',
      (file) => {
        writeFileSync(`${file}.new`, script, { mode: 0o755 });
        renameSync(`${file}.new`, file);
      },
    ],
    ['gone', (file) => renameSync(file, `${file}.old`)],
    [
      'a link by now',
      (file) => {
        renameSync(file, `${file}.old`);
        symlinkSync('/bin/echo', file);
      },
    ],
  ])('and does not run when it is %s', async (_what, change) => {
    using world = makeRunnerWorld();
    const file = world.addTool('tool', script);
    const program = world.runner.pin('tool') as PinnedProgram;
    const run = () => world.runScript('', { runnable: { program } });
    expect(printed(await run())).toBe('tool\n');
    change(file);
    expect(await run()).toBe('program-changed');
  });

  test('and runs only on the runner that found it', async () => {
    using world = makeRunnerWorld();
    using other = makeRunnerWorld();
    const program = other.runner.pin('true') as PinnedProgram;
    expect(await world.runScript('', { runnable: { program } })).toBe('not-started');
  });
});

describe('a run', () => {
  test('takes words as they are, without a shell', async () => {
    using world = makeRunnerWorld();
    const words = ['$HOME', '`id`', '; echo x', '*', '', 'a\nb'];
    expect(await world.run(['printf', '[%s]', ...words])).toMatchObject({
      ...{ exitCode: 0, signal: null, isCut: false, hasTimedOut: false, stderr: '' },
      stdout: words.map((word) => `[${word}]`).join(''),
    });
  });

  test('tells trusted code where its own directory was, whatever it printed of it', async () => {
    using world = makeRunnerWorld();
    const ended = await world.runScript('#!/bin/sh\necho "$0 $HOME $TMPDIR"\n');
    if (typeof ended === 'string') throw new Error(ended);
    const { privateDirectory, stdout } = ended;
    expect(privateDirectory.startsWith(join(world.temporary, 'penumbra-run-'))).toBe(true);
    expect(stdout.replaceAll(privateDirectory, '')).toBe('/script /home /home\n');
    expect(existsSync(privateDirectory)).toBe(false);
  });

  test('ends with the exit code, or the signal', async () => {
    using world = makeRunnerWorld();
    expect(await world.run(['sh', '-c', 'echo no >&2; exit 3'])).toMatchObject({
      exitCode: 3,
      stderr: 'no\n',
    });
    expect(await world.run(['sh', '-c', 'kill -9 $$'])).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  test('has no input', async () => {
    using world = makeRunnerWorld();
    expect(await world.run(['cat'])).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('works in its directory, under the name the program was found by', async () => {
    using world = makeRunnerWorld();
    mkdirSync(join(world.scratch, 'a/b'), { recursive: true });
    symlinkSync('/bin/sh', join(world.tools, 'my-shell'));
    const script = 'pwd; echo made > made; tr "\\0" "\\n" < /proc/$$/cmdline | head -1';
    expect(printed(await world.run(['my-shell', '-c', script], { path: 'a/b' }))).toBe(
      `${join(world.scratch, 'a/b')}\n${join(world.tools, 'my-shell')}\n`,
    );
    expect(readFileSync(join(world.scratch, 'a/b/made'), 'utf8')).toBe('made\n');
  });

  test.each([
    ['absent', () => {}],
    ['a link', (world: RunnerWorld) => symlinkSync(world.repo, join(world.scratch, 'a'))],
    ['a file', (world: RunnerWorld) => writeFileSync(join(world.scratch, 'a'), '')],
  ])('does not begin where its directory is %s', async (_what, lay) => {
    using world = makeRunnerWorld();
    lay(world);
    expect(await world.run(['true'], { path: 'a' })).toBe('no-directory');
  });

  test('stays in the directory that was held when a link takes its place', async () => {
    using world = makeRunnerWorld();
    const directory = join(world.scratch, 'a');
    mkdirSync(directory);
    const swap = `mv ${directory} ${directory}.moved; ln -s ${world.repo} ${directory}; echo x > made`;
    await world.run(['sh', '-c', swap], { path: 'a' });
    expect(readdirSync(world.repo)).toEqual([]);
    expect(existsSync(join(world.scratch, 'a.moved/made'))).toBe(true);
  });

  test.each<[string, readonly string[]]>([
    ['a word with a NUL', ['echo', 'a\0b']],
    ['more words than the system takes', ['echo', ...Array<string>(300).fill('x'.repeat(100_000))]],
  ])('does not begin with %s', async (_what, words) => {
    using world = makeRunnerWorld();
    expect(await world.run(words)).toBe('not-started');
  });

  test('leaves no descriptor open, and none of its files', async () => {
    using world = makeRunnerWorld();
    await world.run(['true']);
    const before = readdirSync('/proc/self/fd').length;
    for (let count = 0; count < 20; count++)
      await world.run(['sh', '-c', 'mkdir -m 0 ~/closed; echo x > ~/x']);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
    expect(readdirSync(world.temporary)).toEqual([]);
  });
});

describe('the output of a run', () => {
  test.each([
    ['seq 10', 100, '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n', false],
    ['printf abcdef', 6, 'abcdef', false],
    ['printf abcdef', 5, 'abcde', true],
    ['printf abc', 0, '', true],
  ])('of `%s` with room for %i bytes', async (script, outputBytes, output, isCut) => {
    using world = makeRunnerWorld();
    const ended = await world.run(['sh', '-c', script], { outputBytes });
    expect(printed(ended)).toBe(output);
    expect(ended).toMatchObject({ isCut, exitCode: 0 });
  });

  test('on one stream takes the room of the other', async () => {
    using world = makeRunnerWorld();
    const script = 'printf abc; touch said; until [ -e go ]; do sleep 0.01; done; printf def >&2';
    const running = world.run(['sh', '-c', script], { outputBytes: 5 });
    await until(() => existsSync(join(world.scratch, 'said')));
    // What was printed by now is read in the next whole turn of the loop.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    writeFileSync(join(world.scratch, 'go'), '');
    expect(await running).toMatchObject({ stdout: 'abc', stderr: 'de', isCut: true, exitCode: 0 });
  });

  test('is read to its end where it is far too long, so that the program ends by itself', async () => {
    using world = makeRunnerWorld();
    const ended = await world.run(['head', '-c', '50000000', '/dev/zero'], { outputBytes: 1000 });
    expect(ended).toMatchObject({ exitCode: 0, isCut: true, stdout: '\0'.repeat(1000) });
  });
});

describe('the environment of a run', () => {
  const secrets = {
    PENUMBRA_STORE: 'a',
    API_KEY: 'b',
    GITHUB_TOKEN: 'c',
    DB_PASSWORD: 'd',
    aws_secret_access: 'e',
    LD_PRELOAD: 'f',
    SSH_AUTH_SOCK: 'g',
  };
  const source = { ...secrets, TZ: 'UTC', GIT_AUTHOR_NAME: 'ann', PATH: '/evil', HOME: '/evil', OTHER: 'x' };

  test('is built from nothing, and holds no key even where one is named', async () => {
    using world = makeRunnerWorld(source);
    const names = [...Object.keys(source), 'NOT_SET', 'toString', '__proto__'].filter(
      (name) => name !== 'OTHER',
    );
    const lines = printed(await world.run(['env'], { environment: names, loadsCode: true }))
      .trim()
      .split('\n')
      .sort();
    const home = lines.find((line) => line.startsWith('HOME='))?.slice(5) ?? '';
    expect(lines).toEqual(
      [
        'GIT_AUTHOR_NAME=ann',
        `HOME=${home}`,
        'LANG=C.UTF-8',
        'LC_ALL=C.UTF-8',
        'PATH=/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin:/bin',
        `TMPDIR=${home}`,
        'TZ=UTC',
      ].sort(),
    );
    expect(home.startsWith(world.temporary)).toBe(true);
    expect(existsSync(home)).toBe(false);
  });

  test('says what code to leave alone, to git always, and no name that is passed on says otherwise', async () => {
    using world = makeRunnerWorld({ PYTHONSAFEPATH: '', GIT_CONFIG_COUNT: '0' });
    world.addTool('git', '#!/bin/sh\nenv\n');
    const settings = async (argv: readonly string[], loadsCode: boolean) => {
      const environment = ['PYTHONSAFEPATH', 'GIT_CONFIG_COUNT'];
      const lines = printed(await world.run(argv, { environment, loadsCode }))
        .trim()
        .split('\n');
      return lines.filter((line) => /^(PYTHON|GIT_)/.test(line)).sort();
    };
    const forGit = [
      'GIT_CONFIG_COUNT=4',
      'GIT_CONFIG_KEY_0=safe.bareRepository',
      'GIT_CONFIG_KEY_1=core.fsmonitor',
      'GIT_CONFIG_KEY_2=core.hooksPath',
      'GIT_CONFIG_KEY_3=core.pager',
      'GIT_CONFIG_VALUE_0=explicit',
      'GIT_CONFIG_VALUE_1=false',
      'GIT_CONFIG_VALUE_2=/dev/null',
      'GIT_CONFIG_VALUE_3=cat',
    ];
    expect(await settings(['env'], false)).toEqual([...forGit, 'PYTHONSAFEPATH=1']);
    expect(await settings(['env'], true)).toEqual([]);
    expect(await settings(['git'], true)).toEqual(forGit);
  });

  test('has a home that nobody else can enter', async () => {
    using world = makeRunnerWorld();
    expect(printed(await world.run(['sh', '-c', 'stat -c %a "$HOME" "$HOME/.." ; touch "$TMPDIR/x"']))).toBe(
      '700\n700\n',
    );
  });

  test('has no descriptor but the standard three, even if this process was given more', () => {
    using world = makeRunnerWorld();
    const probe = join(import.meta.dirname, 'run-listing.ts');
    const secret = openSync(join(world.folder, 'secret'), 'w');
    // Node itself keeps the lowest descriptors from its children, but none beyond a gap.
    const stdio = ['ignore', 'pipe', 'inherit', ...Array(37).fill('ignore'), secret] as const;
    const listed = execFileSync(process.execPath, [probe, world.folder], {
      stdio: [...stdio],
      encoding: 'utf8',
    });
    const { bare, kept } = JSON.parse(listed) as { bare: string; kept: string };
    expect(bare).toContain('/secret');
    expect(kept).not.toContain('/secret');
  });
});

describe('a script', () => {
  test('runs by its first line, from a copy that no root holds', async () => {
    using world = makeRunnerWorld();
    const place = printed(
      await world.runScript('#!/bin/sh -e\necho "$0"; stat -c %a "$0"; false\necho more\n'),
    ).split('\n');
    expect(place[0]?.startsWith(world.temporary)).toBe(true);
    expect(place.slice(1)).toEqual(['500', '']);
  });

  test('runs many times at once', async () => {
    using world = makeRunnerWorld();
    const runs = Array.from({ length: 40 }, (_, index) => world.runScript(`#!/bin/sh\necho ${index}\n`));
    expect((await Promise.all(runs)).map(printed)).toEqual(runs.map((_, index) => `${index}\n`));
  });

  test.each<[string, string | Uint8Array]>([
    ['without a first line', 'echo x\n'],
    ['with an empty first line', '#!\necho x\n'],
    ['with blanks for an interpreter', '#!  \t\necho x\n'],
    ['with a relative interpreter', '#!bin/sh\necho x\n'],
    ['with an interpreter that is not there', '#!/nowhere/sh\necho x\n'],
    ['with a line end of another system', '#!/bin/sh\r\necho x\r\n'],
    ['with a first line that the system would cut', `#!/bin/sh ${'x'.repeat(300)}\necho x\n`],
    ['with a NUL in its first line', '#!/bin/sh\0\necho x\n'],
    ['that is empty', ''],
    ['that is a binary', readFileSync('/bin/true')],
    ['with a directory for an interpreter', '#!/usr/bin\necho x\n'],
  ])('%s is not started', async (_what, text) => {
    using world = makeRunnerWorld();
    expect(await world.runScript(text)).toBe('not-started');
  });

  test('with an interpreter in a root, directly or by a link, is not started', async () => {
    using world = makeRunnerWorld();
    const [inRoot, outside] = [join(world.repo, 'sh'), join(world.folder, 'sh')];
    writeFileSync(inRoot, '#!/bin/sh\necho evil\n', { mode: 0o755 });
    writeFileSync(outside, '#!/bin/sh\necho good\n', { mode: 0o755 });
    symlinkSync(inRoot, join(world.folder, 'link'));
    expect(await world.runScript(`#!${inRoot}\n`)).toBe('not-started');
    expect(await world.runScript(`#!${join(world.folder, 'link')}\n`)).toBe('not-started');
    expect(printed(await world.runScript(`#!${outside}\n`))).toBe('good\n');
  });
});

describe('a run that does not end', () => {
  const hang = (pids: string) => ['sh', '-c', `sleep 1000 & echo $! > ${pids}; wait`];

  test('is killed when its time is up, with what it started', async () => {
    using world = makeRunnerWorld();
    const pids = join(world.folder, 'pid');
    const ended = await world.run(hang(pids), { timeoutMs: 500 });
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGKILL', hasTimedOut: true });
    await until(() => !isAlive(pidIn(pids)));
  });

  test('leaves nothing of its group behind when it ends itself', async () => {
    using world = makeRunnerWorld();
    const pids = join(world.folder, 'pid');
    expect(await world.run(['sh', '-c', `sleep 1000 & echo $! > ${pids}`])).toMatchObject({ exitCode: 0 });
    await until(() => !isAlive(pidIn(pids)));
  });

  test('does not hold up the caller with what escaped it and keeps the output open', async () => {
    using world = makeRunnerWorld();
    const pids = join(world.folder, 'pid');
    const ended = await world.run(['sh', '-c', `setsid sleep 1000 & echo $! > ${pids}; echo done`]);
    expect(ended).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    process.kill(pidIn(pids), 'SIGKILL');
  });

  test.each(['exit', 'SIGTERM', 'SIGINT'] as const)('ends with this process, by %s', async (end) => {
    using world = makeRunnerWorld();
    const pids = join(world.folder, 'pid');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run-hanging.ts'), world.folder, end], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(child, 'exit');
    await until(() => pidIn(pids) > 0);
    expect(isAlive(pidIn(pids))).toBe(true);
    if (end !== 'exit') child.kill(end);
    else writeFileSync(join(world.folder, 'go'), '');
    expect(await ended).toEqual(end === 'exit' ? [0, null] : [null, end]);
    await until(() => !isAlive(pidIn(pids)));
  });
});

test('a place for private directories within a root is refused', () => {
  using world = makeRunnerWorld();
  const open = () =>
    openRunner({ roots: [world.folder], hold: () => null, temporaryDirectory: world.temporary });
  expect(open).toThrow('lies within a root');
});
