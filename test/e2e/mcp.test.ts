// The built program as an agent host starts it: over its standard streams, in both eras of the protocol, and over HTTP.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { shop } from './investigated-shop.ts';
import { fault, launch, launcher, temporaryFolder } from './penumbra.ts';

function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: temporaryFolder(), PENUMBRA_CONFIG_DIR: temporaryFolder() };
}

async function start(mode: 'auto' | 'legacy', cwd: string, ...args: readonly string[]): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    mode === 'auto' ? { versionNegotiation: { mode } } : {},
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', ...args],
    cwd,
    env: environment(),
    stderr: 'pipe',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function codeOf(client: Client, name: string, given: Record<string, unknown>): Promise<string> {
  const { structuredContent } = await client.callTool({ name, arguments: given });
  return (structuredContent as { code: string }).code;
}

test.each(['auto', 'legacy'] as const)('a host investigates over standard streams: %s', async (mode) => {
  const { cwd } = shop();
  const client = await start(mode, cwd);
  expect(client.getServerVersion()?.name).toBe('penumbra');
  expect(await codeOf(client, 'investigate', { reports: ['reports'] })).toBe('MCP-RUN-S-001');
  expect(await codeOf(client, 'report', { run: 'latest' })).toBe('MCP-RUN-S-004');
  expect(await codeOf(client, 'investigate', { reports: ['/etc/passwd'] })).toBe('MCP-RUN-I-001');
  expect(await codeOf(client, 'compose', { path: '.', max_frames: 3 })).toBe('MCP-CTX-S-002');
});

test('guarded tools hold to the policy, and with --no-investigate there are no others', async () => {
  const { cwd } = shop();
  const client = await start('auto', cwd, '--policy', 'investigate', '--mode', 'forge', '--no-investigate');
  expect(await codeOf(client, 'file_read', { address: 'root:repo/package.json' })).toBe('MCP-FILE-S-001');
  expect(await codeOf(client, 'file_read', { address: 'root:repo/.git/config' })).toBe('WA-RES-I-003');
  expect(await codeOf(client, 'investigate', { reports: ['reports'] })).toBe('MCP-CALL-I-002');
});

test('only the command that the operator allowed is run', async () => {
  const { cwd } = shop();
  const client = await start('auto', cwd, '--allow-run', 'node --test web/test');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('why');
  expect(await codeOf(client, 'why', { command: 'touch /tmp/x' })).toBe('MCP-CALL-I-001');
});

test('what is no message of the protocol ends nothing', async () => {
  const { cwd } = shop();
  const child = spawn(process.execPath, [launcher, 'mcp'], { cwd, env: environment(), stdio: 'pipe' });
  const ended = once(child, 'exit');
  child.stdin.write('\0\0\n{"jsonrpc":\n[[[[\n{"jsonrpc":"2.0","id":1,"method":"nonsense/method"}\n');
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'initialize', params: hello })}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id !== 2) continue;
    expect(result.serverInfo.name).toBe('penumbra');
    break;
  }
  child.stdin.end();
  expect((await ended)[0]).toBe(0);
});

test('over HTTP it says where it listens and with which token, and ends when it is told to', async () => {
  const { cwd } = shop();
  const child = spawn(process.execPath, [launcher, 'mcp', '--http', '--json'], { cwd, env: environment() });
  const ended = once(child, 'exit');
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url, token } = JSON.parse(text) as { url: string; token: string };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  expect(await codeOf(client, 'runs', {})).toBe('MCP-RUN-S-003');
  await client.close();
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test.each<[readonly string[], string]>([
  [['--mode', 'forge'], 'needs `--policy`'],
  [['--no-investigate'], 'needs `--policy`'],
  [['--policy', 'investigate'], 'needs `--mode`'],
  [['--policy', 'investigate', '--mode', 'x'], 'has no mode'],
  [['--policy', 'investigate', '--mode', 'forge', '--root', 'repo'], 'is no root'],
  [['--address', '0.0.0.0'], 'needs `--http`'],
  [['--http', '99999'], 'is not a port'],
])('%j is refused before anything is served', (args, message) => {
  const { cwd } = { cwd: temporaryFolder() };
  expect(fault(['mcp', ...args], { cwd })).toMatchObject({
    exit: 2,
    message: expect.stringContaining(message),
  });
});

/** Prints each module that a process loads, on standard error. */
const printModules = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.stderr.write('loads ' + url + '\\n'), next(url, context)) });
`)}`;

test('only the commands that speak the protocol load its library', () => {
  const { cwd } = shop();
  const loadsLibrary = (...args: string[]) => {
    const env = { ...environment(), NODE_OPTIONS: `--import ${printModules}` };
    const { stderr } = launch(args, { cwd, env });
    const files = stderr
      .split('\n')
      .flatMap((line) => (line.startsWith('loads file:') ? [fileURLToPath(line.slice(6))] : []));
    expect(files.length).toBeGreaterThan(0);
    return files.some((file) => readFileSync(file, 'utf8').includes('io.modelcontextprotocol/'));
  };
  expect(loadsLibrary('mcp')).toBe(true);
  for (const args of [['--version'], ['help'], ['runs'], ['investigate', 'reports']])
    expect([args, loadsLibrary(...args)]).toEqual([args, false]);
});
