// Ctrl-C: an investigation ends in order, says how to go on, and goes on to the report it would have come to.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { showRun } from '../../src/commands/runs.ts';
import { cloneShop, sharedShop } from './investigated-shop.ts';
import { penumbra, type RunOptions } from './penumbra.ts';

const launcher = join(import.meta.dirname, '../../bin/penumbra.js');
const stopSwitch = join(import.meta.dirname, '../../src/cli/console/stop-switch.ts');
const at = sharedShop();

function start(args: readonly string[], cwd: string): ChildProcessByStdio<null, Readable, Readable> {
  const env = { ...process.env, NO_COLOR: '1' };
  return spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts an investigation, interrupts it after its first step, and returns how it ended. */
async function interrupted({ cwd }: RunOptions, signal: NodeJS.Signals, ...flags: readonly string[]) {
  const child = start([launcher, 'investigate', 'reports', ...flags], cwd);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  await vi.waitUntil(() => hasStep(cwd), { timeout: 120_000, interval: 5 });
  child.kill(signal);
  const [stdout, stderr, [exitCode]] = await ended;
  return { stdout, stderr, exitCode };
}

/** Before the first step there may be no ledger and no run to be asked. */
function hasStep(workspace: string): Promise<boolean> {
  return showRun({ workspace, run: 'latest' }).then(
    ({ model }) => model.cases.some(({ steps }) => steps.length > 0),
    () => false,
  );
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with the way to go on', async (signal) => {
  const own = cloneShop(at);
  expect(await interrupted(own, signal)).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^penumbra: the investigation was stopped\nhint: go on with `penumbra resume run:[0-9a-f]+`\n$/,
    ),
    exitCode: 5,
  });
  expect(penumbra(['runs'], own).stdout).toMatch(/ –\n$/);
});

test('it is resumed, as the hint says, to the bytes of an undisturbed run', async () => {
  const own = cloneShop(at);
  const { stderr } = await interrupted(own, 'SIGINT', '--json');
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({ code: 'stopped' });
  const [, run = ''] = /`penumbra resume (.*)`/.exec(error.hint) ?? [];
  const { stdout, status } = penumbra(['resume', run, '--json'], own);
  expect(status).toBe(0);
  expect(stdout).toBe(penumbra(['investigate', 'reports', '--json'], cloneShop(at)).stdout);
});

test('an interrupt after the first ends the program at once', async () => {
  const endless = `
    const { createStopSwitch } = await import(${JSON.stringify(stopSwitch)});
    const { signal, arm } = createStopSwitch();
    signal.addEventListener('abort', () => console.log('stopping'));
    setInterval(() => undefined, 1_000);
    arm();
    console.log('armed');`;
  const child = start(['--input-type=module', '--eval', endless], at.cwd);
  const ended = once(child, 'exit');
  for (const word of ['armed', 'stopping']) {
    const [chunk] = await once(child.stdout, 'data');
    expect(String(chunk)).toBe(`${word}\n`);
    child.kill('SIGINT');
  }
  expect(await ended).toEqual([null, 'SIGINT']);
});
