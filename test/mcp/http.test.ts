// The server over HTTP: the official client in both eras, and what must not get through.

import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { serveOverHttp } from '../../src/mcp/index.ts';
import { call, shopToolbox } from './hosts.ts';

const token = 'a-token-for-this-test';
const guard = { policy: 'investigate', mode: 'forge' };

async function serve(options: { readonly hosts?: string[]; readonly origins?: string[] } = {}) {
  const { toolbox } = await shopToolbox({ guard });
  const server = await serveOverHttp(toolbox, { port: 0, token, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function connectTo(url: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    mode === 'auto' ? { versionNegotiation: { mode } } : {},
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** Sends a request as any program can, with whatever headers, and returns the status. */
function send(url: string, { method = 'POST', path = '/mcp', headers = {}, body }: Sent): Promise<number> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}

const asked = {
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

test.each(['auto', 'legacy'] as const)('clients are served: %s', async (mode) => {
  const client = await connectTo((await serve()).url, mode);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('file_read');
  expect((await call(client, 'file_read', { address: 'root:repo/package.json' })).code).toBe(
    'MCP-FILE-S-001',
  );
  expect((await call(client, 'file_read', { address: 'root:repo/.git/config' })).code).toBe('WA-RES-I-003');
  const told: string[] = [];
  const investigation = { name: 'investigate', arguments: { reports: ['reports'] } };
  await client.callTool(investigation, { onprogress: ({ message }) => told.push(message ?? '') });
  expect(told.length).toBeGreaterThan(0);
});

test('fifty clients at once are served', async () => {
  const { url } = await serve();
  const clients = await Promise.all(Array.from({ length: 50 }, () => connectTo(url)));
  const replies = await Promise.all(
    clients.map((one) => call(one, 'file_read', { address: 'root:repo/package.json' })),
  );
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set(['MCP-FILE-S-001']));
});

test('who is known gets in, and nobody else', async () => {
  const { url } = await serve({ hosts: ['tools.example:81'], origins: ['https://tools.example'] });
  const { port } = new URL(url);
  const own = `http://127.0.0.1:${port}`;
  const statusOf = (headers: Record<string, string>) =>
    send(url, { headers: { ...asked, ...headers }, body: listing });
  for (const headers of [
    {},
    { host: `localhost:${port}` },
    { origin: own },
    { host: 'tools.example:81', origin: 'https://tools.example' },
  ])
    expect([headers, await statusOf(headers)]).toEqual([headers, 200]);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost',
    '127.0.0.1',
    `127.0.0.1.evil.example:${port}`,
    'tools.example',
    `LOCALHOST:${port}`,
  ])
    expect([host, await statusOf({ host })]).toEqual([host, 403]);
  for (const origin of [
    'https://evil.example',
    'null',
    `${own}.evil.example`,
    'http://127.0.0.1',
    `https://127.0.0.1:${port}`,
    'https://tools.example:444',
  ])
    expect([origin, await statusOf({ origin })]).toEqual([origin, 403]);
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `bearer ${token}`,
    `Bearer ${token}x`,
    `Basic ${token}`,
    'Bearer a-token-for-this-tesT',
  ])
    expect([authorization, await statusOf({ authorization })]).toEqual([authorization, 401]);
  const { authorization: _, ...without } = asked;
  expect(await send(url, { headers: without, body: listing })).toBe(401);
  expect(await send(url, { path: '/', headers: asked, body: listing })).toBe(404);
});

test('broken and far too large requests are refused, and the next one is served', async () => {
  const { url } = await serve();
  const statusOf = (body: string) => send(url, { headers: asked, body });
  for (const body of ['', '{', 'null', '[]', '{"jsonrpc":"1.0"}', '{"__proto__":{}}', '\0'])
    expect([body, Math.trunc((await statusOf(body)) / 100)]).toEqual([body, 4]);
  expect(await statusOf(`"${'x'.repeat(13_000_000)}"`)).toBe(413);
  expect(await send(url, { method: 'GET', headers: asked })).toBe(405);
  expect(await send(url, { method: 'TRACE', headers: asked }).catch(() => 400)).toBeGreaterThanOrEqual(400);
  expect(await statusOf(listing)).toBe(200);
});

test('a port that is taken is a fault with a remedy', async () => {
  const { url } = await serve();
  const { toolbox } = await shopToolbox();
  const port = Number(new URL(url).port);
  await expect(serveOverHttp(toolbox, { port, token })).rejects.toMatchObject({ code: 'usage' });
});
