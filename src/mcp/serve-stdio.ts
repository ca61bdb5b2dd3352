/** Serves one host over standard input and output, until the host disconnects or the program is stopped. */

import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import packageJson from '../../package.json' with { type: 'json' };
import type { GuardProxy } from '../commands/guard/proxy/index.ts';
import type { Toolbox } from '../commands/toolbox/index.ts';
import { createServer } from './create-server.ts';

/** Serves the toolbox; resolves when the host disconnects or the signal is aborted. */
export function serveOverStdio(toolbox: Toolbox, signal: AbortSignal): Promise<void> {
  return serve(() => createServer(toolbox), signal);
}

/** Serves a guarded server; resolves when the host disconnects or the signal is aborted. */
export function serveProxyOverStdio(proxy: GuardProxy, signal: AbortSignal): Promise<void> {
  return serve(() => createProxyServer(proxy), signal);
}

async function serve(create: () => Server, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  const handle = serveStdio(create, { transport });
  process.stdin.once('end', resolve).once('close', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  await handle.close();
}

/** Creates the server of one connection; the proxy outlives it. */
export function createProxyServer(proxy: GuardProxy): Server {
  const server = new Server(
    { name: 'penumbra-guard', title: 'Penumbra guard', version: packageJson.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: (await proxy.list()).map((tool) => ({
      ...tool,
      annotations: { ...tool.annotations },
      inputSchema: { ...tool.inputSchema, type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { reply, advice } = await proxy.call(params.name, params.arguments, mcpReq.signal);
    const told = reply.code === 'MCP-OWN-S-001' ? (reply.data.result as CallToolResult) : null;
    if (told !== null) return { content: told.content, ...(told.isError === true && { isError: true }) };
    const text = [reply.message, advice, JSON.stringify(reply)].filter((line) => line !== null).join('\n');
    return {
      content: [{ type: 'text', text }],
      structuredContent: { ...reply },
      isError: reply.type !== 'S',
    };
  });
  return server;
}

const INSTRUCTIONS =
  'The tools of this server are guarded by a policy. A call that is denied says which rule it met and where it would be granted; paths in answers may be written as root:<key>/<path>, and are taken so.';
