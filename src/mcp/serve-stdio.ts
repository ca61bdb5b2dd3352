/** Serves one host over standard input and output, until it closes them or the program is told to stop. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Toolbox } from '../engine/toolbox/index.ts';
import { createServer } from './create-server.ts';

/** Serves, and resolves when the host is gone or the signal is set off. */
export async function serveOverStdio(toolbox: Toolbox, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => createServer(toolbox), { transport });
  process.stdin.once('end', resolve).once('close', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  await handle.close();
}
