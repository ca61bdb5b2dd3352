// `penumbra guard` as a host starts it, before a scripted server.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { launcher, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

const script = join(import.meta.dirname, '../mcp/scripted-server.ts');
const server = ['--', process.execPath, script];

const policy = `
policy: yard
modes: [work]
roots: { yard: { hidden: [.git, .env] } }
tools: { file: [read, list] }
sets: { read: { area: READ, commands: { file: [read, list] } } }
visibility: { work: { yard: always } }
operations: { work: { yard: [{ allow: read }] } }
`;

function yard(): RunOptions & { readonly env: Record<string, string> } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'policy.yaml'), policy);
  writeFileSync(join(cwd, 'plan.txt'), 'roses\n');
  writeFileSync(join(cwd, '.env'), 'hidden\n');
  return { cwd, env: { PENUMBRA_CONFIG_DIR: temporaryFolder() } };
}

const guarding = ['guard', '--mapping', 'filesystem', '--policy', 'policy.yaml', '--mode', 'work'];

async function start({ cwd, env }: ReturnType<typeof yard>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [launcher, ...guarding, ...server],
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
      stderr: 'pipe',
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

test('tools are offered once a person accepted them, and act as the policy says', async () => {
  const at = yard();
  const before = await start(at);
  expect((await before.listTools()).tools).toEqual([]);
  await before.close();
  const accepted = penumbra(['guard', '--accept', '--yes', ...server], at);
  expect(accepted).toMatchObject({ status: 0, stdout: expect.stringContaining('accepted 9 tools') });
  expect(penumbra(['guard', '--accept', ...server], at).stdout).toContain('as they were accepted');
  const client = await start(at);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'read_text_file',
    'list_directory',
  ]);
  const read = async (path: string) => {
    const { content, isError = false } = await client.callTool({
      name: 'read_text_file',
      arguments: { path },
    });
    return [isError, content[0]?.type === 'text' && content[0].text.split('\n', 1)[0]];
  };
  expect(await read('plan.txt')).toEqual([false, 'roses']);
  expect(await read('.env')).toEqual([true, 'Nothing is visible at this address.']);
  await client.close();
  const { stdout } = penumbra(['audit', 'show', '--json'], at);
  expect(JSON.parse(stdout).records).toHaveLength(2);
  expect(readFileSync(join(at.cwd, '.env'), 'utf8')).toBe('hidden\n');
});

test.each<[readonly string[], string]>([
  [['guard', ...server], '`--mapping` is missing'],
  [['guard', '--mapping', 'filesystem', ...server], '`--policy` is missing'],
  [[...guarding.slice(0, -1), 'play', ...server], 'has no mode'],
  [[...guarding, '--root', 'house=.', ...server], 'has no root'],
  [[...guarding, '--', process.execPath, '-e', '0'], 'did not start as a server'],
  [['guard', '--accept', ...server], 'nobody accepted'],
])('%j is refused', (args, message) => {
  const { stderr, status, stdout } = penumbra(args, yard());
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('a mapping that is misspelt is an error with its line', () => {
  const at = yard();
  writeFileSync(
    join(at.cwd, 'map.yaml'),
    'server: x\ntools:\n  read: { places: [{ argument: path, az: file read }] }\n',
  );
  const args = ['guard', '--mapping', 'map.yaml', '--policy', 'policy.yaml', '--mode', 'work', ...server];
  const { status, stderr } = penumbra(args, at);
  expect(status).toBe(3);
  expect(stderr).toMatch(/map\.yaml:3:\d+: `az`/);
});

test('a hook denies in the form of its host, says nothing where it does not, and never fails', () => {
  const { cwd, env } = yard();
  const hook = (host: string, input: string, ...more: readonly string[]) => {
    const args = ['guard', 'hook', '--host', host, '--policy', 'policy.yaml', '--mode', 'work', ...more];
    const { status, stdout, stderr } = penumbra(args, { cwd, env, input });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout === '' ? null : JSON.parse(stdout);
  };
  const call = (tool_name: string, file_path: string) =>
    JSON.stringify({
      session_id: 's',
      hook_event_name: 'PreToolUse',
      cwd,
      tool_name,
      tool_input: { file_path },
    });
  expect(hook('claude-code', call('Read', join(cwd, 'plan.txt')))).toBeNull();
  expect(hook('claude-code', call('Read', join(cwd, '.env')))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Nothing is visible at this address.',
    },
  });
  expect(hook('gemini-cli', call('read_file', join(cwd, '.env')))).toEqual({
    decision: 'deny',
    reason: 'Nothing is visible at this address.',
  });
  for (const input of ['', 'x', 'x'.repeat(17 * 1024 * 1024)])
    expect(hook('claude-code', input).hookSpecificOutput.permissionDecision).toBe('deny');
  expect(hook('claude-code', call('Read', 'plan.txt'), '--root', 'nonsense')).not.toBeNull();
});
