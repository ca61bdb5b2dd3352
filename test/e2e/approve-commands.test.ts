// `penumbra approve` run as a program: what a person sees, what is taken for a yes, and what is refused.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { loadPolicy, shippedPolicies } from '../../src/guard/index.ts';
import { canonicalText } from '../../src/kernel/index.ts';
import {
  type Asked,
  askFor,
  hasTerminal,
  onTerminal,
  openContract,
  type Place,
  place,
  spend,
  stateOf,
  withLedger,
} from './asked-scripts.ts';
import { ask, fault, type Json, penumbra } from './penumbra.ts';

const QUESTION = 'approve? type yes';
const HOUR_MS = 60 * 60 * 1_000;
const ESCAPE = '\u001b[2J\u001b]0;owned\u0007';
/** What may not reach a terminal: controls but line ends, and what reorders letters. */
const RAW = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u;

type Requests = { readonly requests: readonly Json[]; readonly ended: number };

/** Shows a request as text. */
async function shown(asked: Asked, at: Place = place()): Promise<string> {
  const { id } = await askFor(at, asked);
  const { stdout, status } = penumbra(['approve', id], at);
  expect(status).toBe(0);
  return stdout;
}

describe('the list', () => {
  test('of a ledger in which nothing was asked is empty', async () => {
    const at = place();
    await withLedger(at, 0, async () => {});
    expect(ask(['approve'], at)).toEqual({ requests: [], ended: 0 });
    expect(penumbra(['approve'], at).stdout).toBe('no requests\n');
  });

  test('holds what can still run, oldest first, and with --all the rest', async () => {
    const at = place();
    const { id: old } = await askFor(at, { script: 'root:scratch/old.sh', agoMs: 2 * HOUR_MS });
    const { id: second } = await askFor(at, { script: 'root:scratch/b.sh', args: ['-x', ''], agoMs: 60_000 });
    const { id: third } = await askFor(at, { script: 'root:scratch/c.sh' });
    const { requests, ended } = ask<Requests>(['approve'], at);
    expect([requests.map(({ id }) => id), ended]).toEqual([[second, third], 1]);
    expect(requests[0]).toMatchObject({ state: 'asked', args: ['-x', ''], contract: null, keyId: null });
    const all = ask<Requests>(['approve', '--all'], at);
    expect(all.requests.map(({ id, state }) => [id, state])).toEqual([
      [old, 'expired'],
      [second, 'asked'],
      [third, 'asked'],
    ]);
    const { stdout } = penumbra(['approve'], at);
    expect(stdout).toMatch(/^request +state +asked +expires +script or call\n/);
    expect(stdout).toMatch(
      /asked +1 min ago +in 5\d min +root:scratch\/b\.sh\n +with "-x" ""\n +in root:scratch\n/,
    );
    expect(stdout).toContain('1 request ended; see them with --all');
  });
});

describe('a request is shown', () => {
  test('with everything a person must see', async () => {
    const at = place();
    const contract = await openContract(at, 'look at the logs');
    const text = await shown(
      {
        args: ['--deep', 'two words', ''],
        contract,
        policy: loadPolicy(shippedPolicies.investigate).hash,
        bytes: '#!/bin/sh\n\techo "$1"\nexit 3',
      },
      at,
    );
    for (const line of [
      /^request {3}approval:[0-9a-f]{64}$/m,
      /^state {5}asked, asked \d+ s ago$/m,
      /^expires {3}in 59 min$/m,
      /^runs {6}root:scratch\/a\.sh$/m,
      /^arg 1 {5}"--deep"\narg 2 {5}"two words"\narg 3 {5}""$/m,
      /^in {8}root:scratch$/m,
      /^contract {2}contract:[0-9a-f]{16}, open, of agent\nintent {4}look at the logs\nreach {5}READ in scratch: \*\*$/m,
      /^policy {4}investigate\n {10}[0-9a-f]{64}$/m,
      /^mode {6}work$/m,
      /^sandbox {3}none: it can do whatever the user who runs the agent can$/m,
      /^session {3}s$/m,
      /^content {3}content:[0-9a-f]{64}\n {10}27 B in 3 lines$/m,
      /^ 1 │ #!\/bin\/sh\n 2 │ ⇥ {3}echo "\$1"\n 3 │ exit 3$/m,
    ])
      expect(text).toMatch(line);
    expect(text).not.toContain('! ');
  });

  test('by a prefix of its id, with or without its kind, and nothing is decided', async () => {
    const at = place();
    const { id, content } = await askFor(at);
    for (const name of [id, id.slice(0, 16), id.slice(9), id.slice(9, 15).toUpperCase()]) {
      expect(penumbra(['approve', name], at)).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('nothing was decided'),
      });
    }
    const { stdout } = penumbra(['approve', id, '--json', '--quiet'], at);
    expect(JSON.parse(stdout)).toMatchObject({ id, content, text: '#!/bin/sh\necho hello\n', base64: null });
    expect(await stateOf(at, id)).toBe('asked');
  });

  test('with nothing that reaches the terminal raw, as text and as JSON', async () => {
    const at = place();
    const bytes = `echo ${ESCAPE} # \u202e }\u2066if\n\u009b2J\n`;
    const args = [ESCAPE, 'a\nb', '\u009b2J', '\u{e0041}'];
    const { id } = await askFor(at, {
      bytes,
      args,
      script: 'root:scratch/\u202egpj.sh',
      directory: 'root:scratch/\u2067x',
      policy: `p${ESCAPE}`,
      session: `s${ESCAPE}`,
      contract: `c${ESCAPE}`,
    });
    const runs = [[], ['--json'], [id], [id, '--json']];
    const printed = runs.map((words) => penumbra(['approve', ...words], at).stdout);
    for (const text of printed) expect(text).not.toMatch(RAW);
    const code = 'echo \\u{1b}[2J\\u{1b}]0;owned\\u{7} # \\u{202e} }\\u{2066}if';
    expect(printed[2]).toContain(` 1 │ ${code}\n 2 │ \\u{9b}2J\n`);
    expect(JSON.parse(printed[3] ?? '')).toMatchObject({ text: bytes, args });
  });

  test('byte by byte where it is no text', async () => {
    const at = place();
    const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 10, 0x1b]);
    const { id } = await askFor(at, { bytes });
    expect(penumbra(['approve', id], at).stdout).toContain('1 │ \\x{7f}ELF\\x{0}\\x{ff}\n 2 │ \\x{1b}\n');
    const { stdout } = penumbra(['approve', id, '--json'], at);
    expect(JSON.parse(stdout)).toMatchObject({ text: null, base64: bytes.toString('base64') });
  });

  test('whole, however long it is, where nobody is asked', async () => {
    const text = await shown({ bytes: 'echo\n'.repeat(3_000) });
    expect(text).toContain('\n 3000 │ echo\n');
  });

  test('with a warning where its contract was cancelled, and none that somebody made up', async () => {
    const at = place();
    const contract = await openContract(at, 'look');
    openKeys(at.keys).rotate('secret');
    rmSync(join(at.keys, `secret-${openKeys(at.keys).list()[1]?.id}.key`));
    expect(await shown({ contract }, at)).toContain('! the contract is unverifiable');
  });
});

describe('a request is decided', () => {
  test('by --yes with the id of the script that was read, and then runs once', async () => {
    const at = place();
    const { id, content } = await askFor(at);
    const key = openKeys(at.keys)
      .list()
      .find(({ kind }) => kind === 'approval')?.id;
    expect(ask(['approve', id.slice(0, 20), '--yes', '--content', content], at)).toMatchObject({
      id,
      state: 'granted',
      keyId: key,
    });
    expect(await spend(at, id)).toBe(true);
    expect(await stateOf(at, id)).toBe('spent');
  });

  test('by --refuse, also when it was approved and has not run', async () => {
    const at = place();
    const { id, content } = await askFor(at);
    ask(['approve', id, '--yes', '--content', content], at);
    expect(penumbra(['approve', id, '--refuse'], at)).toMatchObject({
      status: 0,
      stdout: 'refused: root:scratch/a.sh does not run\n',
    });
    expect(await spend(at, id)).toBe(false);
  });

  test('by --refuse without any key', async () => {
    const at = place({ hasKeys: false });
    const { id } = await askFor(at);
    expect(ask(['approve', id, '--refuse'], at)).toMatchObject({ state: 'refused' });
  });

  test('with the passphrase of the key, from a file that is closed to others', async () => {
    const at = place({ passphrase: 'open sesame' });
    const { id, content } = await askFor(at);
    const file = join(at.cwd, 'passphrase');
    const approve = ['approve', id, '--yes', '--content', content];
    const withFile = [...approve, '--passphrase-file', file];
    expect(fault(approve, at)).toMatchObject({ exit: 2, hint: expect.stringContaining('--passphrase-file') });
    writeFileSync(file, 'open sesame\n', { mode: 0o644 });
    expect(fault(withFile, at)).toMatchObject({ exit: 3, hint: expect.stringContaining('chmod 600') });
    rmSync(file);
    writeFileSync(file, 'open barley\n', { mode: 0o600 });
    expect(fault(withFile, at)).toMatchObject({ exit: 2, message: 'the passphrase does not open the key' });
    expect(await stateOf(at, id)).toBe('asked');
    expect(ask([...approve, '--passphrase-file', '-'], { ...at, input: 'open sesame\n' })).toMatchObject({
      state: 'granted',
    });
  });
});

describe('nothing is approved', () => {
  const other = `content:${'0'.repeat(64)}`;
  test.each<[string, (asked: { id: string; content: string }) => readonly string[], number, string]>([
    ['unseen', ({ id }) => [id, '--yes'], 2, '--content'],
    ['by what was not read', ({ id }) => [id, '--yes', '--content', other], 1, 'penumbra approve approval:'],
    ['by what is no id of a script', ({ id }) => [id, '--yes', '--content', 'it'], 2, '64 hex digits'],
    [
      'by an abbreviated script',
      ({ id, content }) => [id, '--yes', '--content', content.slice(0, 20)],
      2,
      '64 hex digits',
    ],
    ['with --content alone', ({ id, content }) => [id, '--content', content], 2, '--yes'],
    [
      'and refused at once',
      ({ id, content }) => [id, '--yes', '--refuse', '--content', content],
      2,
      'one of them',
    ],
    ['that is not named', () => ['--yes', '--content', other], 2, 'penumbra approve lists'],
    ['by a name that is none', () => ['me', '--yes', '--content', other], 2, 'first 4 digits'],
    ['by a name of escape sequences', () => [ESCAPE, '--yes', '--content', other], 2, 'first 4 digits'],
    ['that nobody asked', () => ['f'.repeat(64), '--yes', '--content', other], 2, '--workspace'],
  ])('%s', async (_what, makeArgs, exit, hint) => {
    const at = place();
    const asked = await askFor(at);
    const found = fault(['approve', ...makeArgs(asked)], at);
    expect(found).toMatchObject({ exit, hint: expect.stringContaining(hint) });
    expect(String(found.message)).not.toMatch(RAW);
    expect(await stateOf(at, asked.id)).toBe('asked');
  });

  test.each<[string, Asked, (at: Place, id: string, content: string) => unknown, string]>([
    ['expired', { agoMs: 2 * HOUR_MS }, () => undefined, 'has expired'],
    [
      'granted',
      {},
      (at, id, content) => ask(['approve', id, '--yes', '--content', content], at),
      'is granted already',
    ],
    ['refused', {}, (at, id) => ask(['approve', id, '--refuse'], at), 'was refused'],
    [
      'spent',
      {},
      (at, id, content) => {
        ask(['approve', id, '--yes', '--content', content], at);
        return spend(at, id);
      },
      'has run',
    ],
  ])('that is %s', async (state, asked, prepare, message) => {
    const at = place();
    const { id, content } = await askFor(at, asked);
    await prepare(at, id, content);
    expect(fault(['approve', id, '--yes', '--content', content], at)).toMatchObject({
      exit: 1,
      code: 'check-failed',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/.../),
    });
    expect(await stateOf(at, id)).toBe(state);
  });

  test('without a key', async () => {
    const at = place({ hasKeys: false });
    const { id, content } = await askFor(at);
    expect(fault(['approve', id, '--yes', '--content', content], at)).toMatchObject({
      exit: 3,
      code: 'invalid-configuration',
      hint: expect.stringContaining('penumbra keys create'),
    });
  });

  test('by a key that is damaged', async () => {
    const at = place();
    const { id, content } = await askFor(at);
    writeFileSync(join(at.keys, 'approval.key'), 'not a key');
    expect(fault(['approve', id, '--yes', '--content', content], at)).toMatchObject({ exit: 3 });
  });
});

describe('a signature', () => {
  test('of a key that is not here is unverifiable, and says how to know it', async () => {
    const at = place();
    const { id, content } = await askFor(at);
    const stranger: Place = { ...place(), cwd: at.cwd };
    ask(['approve', id, '--yes', '--content', content], stranger);
    expect(ask<Requests>(['approve'], at).requests).toMatchObject([{ state: 'unverifiable' }]);
    const warning = penumbra(['approve', id], at).stdout;
    expect(warning).toContain('which is not here');
    const { stdout } = penumbra(['keys', 'public'], stranger);
    const [line = ''] = stdout.split('\n').filter((text) => text.includes('"approval"'));
    writeFileSync(join(at.keys, `approval-${JSON.parse(line).id}.pub`), `${line}\n`, { mode: 0o644 });
    expect(await stateOf(at, id)).toBe('granted');
  });

  test('that nobody made is shown as forged, with its name made visible', async () => {
    const at = place();
    const { id } = await askFor(at);
    const signature = { keyId: `k${ESCAPE}`, algorithm: 'ed25519', value: '00' };
    await withLedger(at, 0, ({ store, clock }) =>
      store.commit({
        atMs: clock.now(),
        appends: [{ log: `approval/${id.slice(9)}`, value: canonicalText({ event: 'granted', signature }) }],
      }),
    );
    const { stdout } = penumbra(['approve', id], at);
    expect(stdout).toContain('state     forged');
    expect(stdout).toContain('! this carries a signature');
    expect(stdout).not.toMatch(RAW);
  });
});

describe.runIf(hasTerminal)('on a terminal', () => {
  test.each<[string, string, string, number]>([
    ['yes', 'yes\n', 'granted', 0],
    ['refuse', 'refuse\n', 'refused', 0],
    ['y', 'y\n', 'asked', 1],
    ['yes with a space', 'yes \n', 'asked', 1],
    ['Yes, please', 'Yes, please\n', 'asked', 1],
    ['nothing', '\n', 'asked', 1],
    ['the end of the input', '\u0004', 'asked', 1],
    ['an interruption', '\u0003', 'asked', 1],
  ])('%s is taken for what it is', async (_what, typed, state, exit) => {
    const at = place();
    const { id } = await askFor(at);
    const { said, status } = await onTerminal(['approve', id.slice(9, 17)], at, [[QUESTION, typed]]);
    expect(said).toContain('2 │ echo hello');
    expect({ status, state: await stateOf(at, id) }).toEqual({ status: exit, state });
  });

  test('the passphrase is asked for and not shown', async () => {
    const at = place({ passphrase: 'open sesame' });
    const { id } = await askFor(at);
    const { said, status } = await onTerminal(['approve', id], at, [
      ['passphrase of the approval key: ', 'open sesame\n'],
      [QUESTION, 'yes\n'],
    ]);
    expect(said).not.toContain('sesame');
    expect({ status, state: await stateOf(at, id) }).toEqual({ status: 0, state: 'granted' });
  });

  test('what is over is shown, and is a fault without a question', async () => {
    const at = place();
    const { id } = await askFor(at, { agoMs: 2 * HOUR_MS });
    const { said, status } = await onTerminal(['approve', id], at, []);
    expect(said).toContain('echo hello');
    expect(said).toContain('has expired');
    expect(said).not.toContain(QUESTION);
    expect(status).toBe(1);
  });

  test('what fits no screen is approved only where it was written to a file', async () => {
    const at = place();
    const { id } = await askFor(at, { bytes: `${'echo\n'.repeat(3_000)}rm -rf ~\n` });
    const short = await onTerminal(['approve', id], at, []);
    expect(short.said).toMatch(/\d+ more lines; write all of it to a file with --full FILE/);
    expect(short.said).not.toContain(QUESTION);
    expect({ status: short.status, state: await stateOf(at, id) }).toEqual({ status: 2, state: 'asked' });
    const { status } = await onTerminal(['approve', id, '--full', 'view.txt'], at, [[QUESTION, 'yes\n']]);
    expect({ status, state: await stateOf(at, id) }).toEqual({ status: 0, state: 'granted' });
    expect(readFileSync(join(at.cwd, 'view.txt'), 'utf8')).toMatch(/\n 3001 │ rm -rf ~\n$/);
  });
});
