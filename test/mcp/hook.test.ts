// The hook of command-line agents: denials are told in each host's form, and whatever is unclear is denied.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeHook } from '../../src/commands/guard/proxy/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { readAuditRecords } from '../../src/guard/index.ts';
import { temporaryFolder } from './hosts.ts';

const policy = `
policy: yard
modes: [work, look]
roots: { yard: { hidden: [.git, .env], protected: default } }
tools: { file: [read, list, write, edit], search: text }
sets:
  read: { area: READ, commands: { file: [read, list], search: text } }
  write: { area: WRITE, commands: { file: [write, edit] } }
visibility: { work: { yard: always, yard/den: never }, look: { yard: always } }
operations:
  work: { yard: [{ allow: read }], yard/beds: [{ allow: [read, write] }] }
  look: { yard: [{ allow: read }] }
`;

function yard(text = policy) {
  const folder = temporaryFolder();
  const at = (path: string) => join(folder, path);
  for (const path of ['yard/beds', 'yard/den', 'outside', 'records'])
    mkdirSync(at(path), { recursive: true });
  for (const path of ['yard/plan.txt', 'yard/den/key', 'yard/.env', 'outside/far'])
    writeFileSync(at(path), 'x\n');
  symlinkSync('../outside', at('yard/away'));
  writeFileSync(at('policy.yaml'), text);
  const environment = { ...process.env, PENUMBRA_CONFIG_DIR: temporaryFolder() };
  const judge = (call: unknown, options: { readonly host?: string; readonly mode?: string } = {}) =>
    judgeHook(typeof call === 'string' ? call : JSON.stringify(call), {
      ...{ host: 'claude-code', mode: 'work', policy: at('policy.yaml'), environment, ...options },
      workspace: at('records'),
      roots: { yard: at('yard') },
    });
  const called = (tool_name: string, tool_input: object) => ({
    ...{ session_id: 'abc', hook_event_name: 'PreToolUse', tool_name, tool_input, cwd: at('yard') },
  });
  return { at, judge, called };
}

test('what the policy grants is left to the host', async () => {
  const { at, judge, called } = yard();
  for (const call of [
    called('Read', { file_path: at('yard/plan.txt'), limit: 10 }),
    called('Read', { file_path: 'plan.txt' }),
    called('Write', { file_path: at('yard/beds/one'), content: 'tulips' }),
    called('Edit', { file_path: at('yard/beds/one'), old_string: 'a', new_string: 'b' }),
    called('TodoWrite', { todos: [] }),
  ])
    expect([call, await judge(call)]).toEqual([call, null]);
});

test.each<[string, string, (at: (path: string) => string) => object, RegExp]>([
  ['a file outside', 'Read', () => ({ file_path: '/etc/passwd' }), /cannot be resolved/],
  ['a hidden file', 'Read', (at) => ({ file_path: at('yard/.env') }), /Nothing is visible/],
  ['a hidden directory', 'Read', (at) => ({ file_path: at('yard/den/key') }), /Nothing is visible/],
  ['a link', 'Read', (at) => ({ file_path: at('yard/away/far') }), /link/],
  ['a way around', 'Read', (at) => ({ file_path: `${at('yard')}/away/../plan.txt` }), /without `\.\.`/],
  ['a home', 'Read', () => ({ file_path: '~/.ssh/id' }), /without/],
  // Hosts trim and normalise what they open, and know no addresses.
  ['a path after a blank', 'Read', () => ({ file_path: ' /etc/passwd' }), /blanks/],
  ['a hidden file before a blank', 'Read', (at) => ({ file_path: `${at('yard/.env')} ` }), /blanks/],
  ['a home after a wide blank', 'Write', () => ({ file_path: '\u3000~/.bashrc' }), /blanks/],
  ['a name in parts', 'Read', (at) => ({ file_path: at('yard/cafe\u0301') }), /without/],
  ['an address', 'Write', () => ({ file_path: 'root:yard/beds/one' }), /`root:`/],
  [
    'an argument that nobody knows',
    'Read',
    () => ({ file_path: 'plan.txt', path: '/etc/passwd' }),
    /do not fit/,
  ],
  [
    'a place where nothing is written',
    'Write',
    (at) => ({ file_path: at('yard/plan.txt') }),
    /granted at root:yard\/beds/,
  ],
  ['a protected file', 'Write', (at) => ({ file_path: at('yard/beds/package.json') }), /approval:/],
  ['a search where something is hidden', 'Grep', () => ({ pattern: 'x' }), /hidden/],
  ['a list of names there', 'Glob', () => ({ pattern: '**' }), /hidden/],
  ['a shell', 'Bash', () => ({ command: 'ls' }), /exec_run/],
  ['an unknown tool', 'mcp__files__read', () => ({ path: 'x' }), /does not know/],
  ['a tool that every object has', 'constructor', () => ({}), /does not know/],
  ['no path', 'Read', () => ({}), /do not fit/],
  ['a number for a path', 'Read', () => ({ file_path: 5 }), /do not fit/],
])('%s is denied', async (_what, tool, inputOf, reason) => {
  const { at, judge, called } = yard();
  expect((await judge(called(tool, inputOf(at))))?.denied).toMatch(reason);
});

test('a search is left to the host where nothing is hidden', async () => {
  const { judge, called } = yard(policy.replace(', .env]', ']'));
  expect(await judge(called('Grep', { pattern: 'x' }), { mode: 'look' })).toBeNull();
  expect((await judge(called('Grep', { pattern: 'x' })))?.denied).toMatch(/hidden/);
});

const outer = [
  '/etc/*',
  ' /etc/*',
  '~/*',
  '../**',
  'a/../../**',
  '.{.,}/*',
  '{a,/etc}/*',
  '.{a,}./*',
  '{.,a}./*',
  '[.]./*',
  'a\\..',
];
const inner = ['**/*.{ts,tsx}', 'src/**', '*.[jt]s', 'a.b/*.md', '*'];

test.each<[string, string, string]>([
  ['claude-code', 'Glob', 'pattern'],
  ['claude-code', 'Grep', 'glob'],
  ['gemini-cli', 'glob', 'pattern'],
  ['gemini-cli', 'grep_search', 'include_pattern'],
])('%s %s takes patterns of names below its place alone', async (host, tool, argument) => {
  const { judge, called } = yard(policy.replace(', .env]', ']'));
  const judged = async (pattern: string) =>
    (await judge(called(tool, { pattern: 'x', [argument]: pattern }), { host, mode: 'look' }))?.denied ??
    null;
  for (const pattern of inner) expect([pattern, await judged(pattern)]).toEqual([pattern, null]);
  for (const pattern of outer)
    expect([pattern, await judged(pattern)]).toEqual([pattern, expect.stringContaining('do not fit')]);
});

test('a place that is null is the place where none is named', async () => {
  const { judge, called } = yard(policy.replace(', .env]', ']'));
  const call = { ...called('Glob', { pattern: '*', path: null }), cwd: '/etc' };
  expect((await judge(call, { mode: 'look' }))?.denied).toContain('cannot be resolved');
});

test('no search goes over a root with the ledger in it', async () => {
  const { at, judge, called } = yard(policy.replace(', .env]', ']'));
  mkdirSync(at('yard/.penumbra'));
  for (const call of [called('Grep', { pattern: 'x' }), called('Glob', { pattern: '.penumbra/*' })])
    expect((await judge(call, { mode: 'look' }))?.denied).toContain('--workspace');
});

test.each([
  ['', 'no call'],
  ['{', 'no call'],
  ['null', 'no call'],
  ['[]', 'no call'],
  ['{"tool_name": "Read"}', 'no call'],
  ['{"tool_name": 5, "cwd": "/"}', 'no call'],
  ['{"tool_name": "Read", "cwd": "."}', 'no call'],
  ['{"tool_name": "Read", "cwd": "/", "tool_input": "x"}', 'do not fit'],
])('%j is denied', async (text, reason) => {
  expect((await yard().judge(text))?.denied).toContain(reason);
});

test('an unknown host, mode or policy denies all that is not harmless', async () => {
  const { judge, called } = yard();
  const call = called('Read', { file_path: 'plan.txt' });
  expect((await judge(call, { host: 'other' }))?.denied).toContain('no host that is known');
  expect(await judge(call, { mode: 'nowhere' })).not.toBeNull();
  expect((await yard('policy: [').judge(call))?.denied).toContain('nothing is decided');
});

test('the other host has the same rules for its own tools', async () => {
  const { at, judge, called } = yard();
  const host = 'gemini-cli';
  expect(await judge(called('read_file', { file_path: at('yard/plan.txt') }), { host })).toBeNull();
  expect((await judge(called('read_file', { file_path: at('yard/.env') }), { host }))?.denied).toContain(
    'visible',
  );
  expect((await judge(called('run_shell_command', { command: 'ls' }), { host }))?.denied).toContain(
    'exec_run',
  );
  expect((await judge(called('Read', { file_path: 'plan.txt' }), { host }))?.denied).toContain(
    'does not know',
  );
});

test('calls are on record under the session of the host', async () => {
  const { at, judge, called } = yard();
  await judge(called('Read', { file_path: 'plan.txt' }));
  await judge({ ...called('Read', { file_path: '.env' }), agent_id: 'sub/1' });
  const { store } = await openLedger({ workspace: at('records'), environment: {} });
  const records = await Array.fromAsync(readAuditRecords(store));
  await store.close();
  expect(records.map(({ session, tool, command, answer }) => [session, tool, command, answer])).toEqual([
    ['hook-abc', 'file', 'read', 'MCP-OWN-S-001'],
    ['hook-abc-sub1', 'file', 'read', 'WA-RES-I-003'],
  ]);
});
