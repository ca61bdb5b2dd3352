/**
 * Starts a protocol server as a process and talks to it with the official client, with limits on time and
 * number.
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cite, PenumbraError } from '../../kernel/index.ts';

const START_MS = 30_000;
const LIST_MS = 15_000;
const CALL_MS = 120_000;
const MOST_TOOLS = 500;
const MOST_PAGES = 20;
/** The longest message from a server; a longer one ends the connection. */
const MOST_MESSAGE = 8 * 1024 * 1024;

/** How to start a server. */
export type UpstreamCommand = {
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The time limit of one call; defaults to two minutes. */
  readonly callMs?: number | undefined;
};

/** Starts a server and performs the handshake. */
export async function connectUpstream({ words, directory, environment, callMs = CALL_MS }: UpstreamCommand) {
  const [command = '', ...args] = words;
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const client = new Client({ name: 'penumbra-guard', version: '1' });
  const transport = new StdioClientTransport({
    ...{ command, args, cwd: directory, env },
    stderr: 'inherit',
    maxBufferSize: MOST_MESSAGE,
  });
  try {
    await client.connect(transport, { timeout: START_MS });
  } catch (cause) {
    await client.close().catch(() => undefined);
    throw new PenumbraError('unreadable-input', `${cite(words.join(' '))} did not start as a server`, {
      hint: 'run it by itself: it has to speak the Model Context Protocol over standard streams',
      cause,
    });
  }
  const listPage = (cursor: string | undefined) =>
    client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      { timeout: LIST_MS, maxTotalTimeout: LIST_MS },
    );
  return {
    async list() {
      const tools: { readonly name: string }[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
        const listed = await listPage(cursor);
        tools.push(...listed.tools);
        cursor = listed.nextCursor;
        if (cursor === undefined) break;
      }
      return tools.slice(0, MOST_TOOLS);
    },
    async call(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal) {
      // Progress does not extend a call: a server that hangs could report it forever.
      const options = { signal, timeout: callMs, maxTotalTimeout: callMs };
      const params = { name, arguments: { ...given } };
      const { content, isError, structuredContent } = await client.request(
        { method: 'tools/call', params },
        options,
      );
      const text =
        content.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : null;
      return {
        content: text === null ? (content as readonly unknown[]) : [{ type: 'text', text }],
        isError: isError === true,
      };
    },
    close: () => client.close(),
  };
}
