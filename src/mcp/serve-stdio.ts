/** Serves one host over standard input and output, until it closes them or the program is told to stop. */
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { GuardProxy } from '../commands/guard/proxy/index.ts';
import type { Toolbox } from '../commands/toolbox/index.ts';
import { createServer } from './create-server.ts';
import { createProxyServer } from './serve-proxy.ts';

/** Serves the toolbox, and resolves when the host is gone or the signal is set off. */
export function serveOverStdio(toolbox: Toolbox, signal: AbortSignal): Promise<void> {
  return serve(() => createServer(toolbox), signal);
}

/** Serves a guarded server, and resolves when the host is gone or the signal is set off. */
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
