/**
 * Serves hosts over Streamable HTTP. Requests without an allowed host and origin and the token are rejected.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Toolbox } from '../commands/toolbox/index.ts';
import { PenumbraError } from '../kernel/index.ts';
import { createServer } from './create-server.ts';

/** Options of the HTTP server. */
export type HttpOptions = {
  /** 0 chooses any free port. */
  readonly port: number;
  /** The address to listen on; loopback by default. */
  readonly address?: string | undefined;
  readonly token: string;
  /** Values of `Host` allowed besides loopback names with the port, such as `penumbra.example:8123`. */
  readonly hosts?: readonly string[];
  /** Values of `Origin` allowed besides loopback origins with the port, such as `https://tools.example`. */
  readonly origins?: readonly string[];
};

/** A listening server. */
type HttpServer = { readonly url: string; close(): Promise<void> };

const PATH = '/mcp';
const LOOPBACK = '127.0.0.1';
const MOST_BODY = 12 * 1024 * 1024;
const MOST_CONNECTIONS = 256;

/** Starts serving. */
export async function serveOverHttp(toolbox: Toolbox, options: HttpOptions): Promise<HttpServer> {
  const { address = LOOPBACK, token, hosts = [], origins = [] } = options;
  const handler = createMcpHandler(() => createServer(toolbox), { maxRequestBodySize: MOST_BODY });
  const known = { hosts: new Set(hosts), origins: new Set(origins) };
  const server = createHttpServer((request, response) => {
    const refusal = refuse(request, { ...known, token });
    const done = refusal === null ? forward(handler, request, response) : end(response, refusal);
    done.catch(() => response.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(options.port, address, resolve);
  await promise.catch((cause: Error) => {
    throw new PenumbraError('usage', `cannot listen at ${address}, port ${options.port}: ${cause.message}`, {
      hint: 'choose another port; 0 takes any that is free',
      cause,
    });
  });
  const { port } = server.address() as AddressInfo;
  for (const name of [LOOPBACK, 'localhost', '[::1]']) {
    known.hosts.add(`${name}:${port}`);
    known.origins.add(`http://${name}:${port}`);
  }
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Known = {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  readonly token: string;
};
type Refusal = { readonly status: number; readonly message: string };

/**
 * INVARIANT (no page of a browser speaks for its user): a web page can send requests to loopback, but cannot
 * set host or origin, and does not know the token.
 */
function refuse({ headers, url = '' }: IncomingMessage, { hosts, origins, token }: Known): Refusal | null {
  if (headers.host === undefined || !hosts.has(headers.host)) return { status: 403, message: 'unknown host' };
  if (headers.origin !== undefined && !origins.has(headers.origin))
    return { status: 403, message: 'unknown origin' };
  if (url.split('?', 1)[0] !== PATH) return { status: 404, message: `there is only ${PATH}` };
  if (isSame(headers.authorization ?? '', `Bearer ${token}`)) return null;
  return { status: 401, message: 'the token is missing or wrong' };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}

async function end(response: ServerResponse, { status, message }: Refusal): Promise<void> {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...challenge });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}

async function forward(
  handler: McpHttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { method = 'GET', url = PATH } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const asked = new Request(new URL(url, `http://${request.headers.host}`), {
    method,
    headers: headersOf(request),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
  });
  const { status, headers, body } = await handler.fetch(asked);
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), response);
}

function headersOf({ headersDistinct }: IncomingMessage): [string, string][] {
  return Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}
