/** A server on the loopback that speaks the protocols of models as the services do, and every way in which they fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire. */
type SeenRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The text of the one message. */
  readonly text: string;
};

/** How the server meets one request. */
type Reply =
  /** An answer, in pieces, with the reason for its end. */
  | { readonly say: string; readonly end?: string; readonly usage?: readonly [number, number] | null }
  /** An answer that breaks off: the connection is cut, or the stream ends without a reason. */
  | { readonly cut: string; readonly how: 'socket' | 'end' }
  /** A status with headers and a body. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Bytes that are no stream of the protocol. */
  | { readonly garbage: string; readonly type?: string }
  /** Nothing, until the client goes away. */
  | { readonly hang: true }
  /** An answer that does not end. */
  | { readonly flood: true };

/** Chooses the reply; `index` counts requests from 0. */
export type Script = (request: SeenRequest, index: number) => Reply | Promise<Reply>;

export type ModelServer = AsyncDisposable & {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** How many requests were open at once, at most. */
  readonly most: () => number;
};

/** Starts a server of a protocol. */
export async function startModelServer(
  protocol: 'openai' | 'anthropic',
  script: Script,
): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const body = Buffer.concat(await Array.fromAsync(request)).toString('utf8');
    const seen = { path: request.url ?? '', headers: request.headers, body, text: textOf(body) };
    requests.push(seen);
    await meet(response, await script(seen, requests.length - 1), protocol);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    most: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the text of the one message in a request of either protocol. */
function textOf(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: unknown }[] };
  if (messages.length !== 1) throw new Error('a request has other messages than the pack');
  const [{ content }] = messages as [{ readonly content: unknown }];
  if (typeof content === 'string') return content;
  const parts = content as readonly { readonly type: string; readonly text: string }[];
  if (parts.length !== 1) throw new Error('a message has other parts than the pack');
  return parts[0]?.text ?? '';
}

async function meet(response: ServerResponse, reply: Reply, protocol: 'openai' | 'anthropic'): Promise<void> {
  if ('hang' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? '');
    return;
  }
  if ('garbage' in reply) {
    response.writeHead(200, { 'content-type': reply.type ?? 'text/event-stream' });
    response.end(reply.garbage);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const stream = streams[protocol];
  if ('flood' in reply) {
    response.write(stream.begin);
    const piece = stream.piece('x'.repeat(64 * 1024));
    while (!response.destroyed && !response.closed) {
      if (!response.write(piece)) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return;
  }
  const said = 'say' in reply ? reply.say : reply.cut;
  response.write(stream.begin);
  for (const piece of said.match(/[\s\S]{1,80}/g) ?? []) response.write(stream.piece(piece));
  if ('cut' in reply) {
    if (reply.how === 'end') response.end();
    // What was written has to be on its way before the line is cut.
    else setTimeout(() => response.destroy(), 20);
    return;
  }
  const usage = reply.usage === undefined ? ([120, 40] as const) : reply.usage;
  response.end(stream.finish(reply.end ?? stream.stop, usage));
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const named = (data: { readonly type: string }) => `event: ${data.type}\n${event(data)}`;
const chunk = (rest: object) =>
  event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'served-model', ...rest });

const streams = {
  openai: {
    stop: 'stop',
    begin: chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
    piece: (content: string) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    finish: (reason: string, usage: readonly [number, number] | null) =>
      [
        chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
        usage === null
          ? ''
          : chunk({
              choices: [],
              usage: {
                prompt_tokens: usage[0],
                completion_tokens: usage[1],
                total_tokens: usage[0] + usage[1],
              },
            }),
        'data: [DONE]\n\n',
      ].join(''),
  },
  anthropic: {
    stop: 'end_turn',
    begin: [
      named({
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'served-model',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 120, output_tokens: 1 },
        },
      } as { readonly type: string }),
      named({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      } as { readonly type: string }),
      named({ type: 'ping' }),
    ].join(''),
    piece: (text: string) =>
      named({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      } as { readonly type: string }),
    finish: (reason: string, usage: readonly [number, number] | null) =>
      [
        named({ type: 'content_block_stop', index: 0 } as { readonly type: string }),
        named({
          type: 'message_delta',
          delta: { stop_reason: reason, stop_sequence: null },
          usage: { output_tokens: usage?.[1] ?? 0 },
        } as { readonly type: string }),
        named({ type: 'message_stop' }),
      ].join(''),
  },
} as const;
