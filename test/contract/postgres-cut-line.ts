// A line to a server that breaks when a transaction is being committed.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a line breaks: before the server has the COMMIT, or after, so that only its answer is lost. */
type Break = 'before-commit' | 'after-commit';

/** An address that leads to the server until the line is broken. */
export interface CutLine {
  readonly url: string;
  /** How often the line broke. */
  breaks(): number;
  close(): void;
}

/** Opens a line that breaks at the first COMMIT; afterwards it works again, or nobody is reached any more. */
export async function openCutLine(
  serverUrl: string,
  options: { readonly breaksAt: Break; readonly staysDown?: boolean },
): Promise<CutLine> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let breaks = 0;

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((client) => {
    if (breaks > 0 && options.staysDown) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      server.destroy();
      if (breaks > 0 && options.staysDown) destroyAll();
    };
    for (const socket of [client, server]) sockets.add(socket.on('error', cut).on('close', cut));
    let isCommitting = false;
    client.on('data', (chunk) => {
      isCommitting = breaks === 0 && chunk.includes('COMMIT\0');
      if (isCommitting) breaks++;
      if (isCommitting && options.breaksAt === 'before-commit') cut();
      else server.write(chunk);
    });
    server.on('data', (chunk) => (isCommitting ? cut() : client.write(chunk)));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const url = new URL(serverUrl);
  url.port = String((listener.address() as AddressInfo).port);
  const close = () => {
    listener.close();
    destroyAll();
  };
  return { url: url.href, breaks: () => breaks, close };
}
