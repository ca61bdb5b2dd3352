/** Serves the tools of a guarded server: the same names and answers, decided by a policy. */
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import packageJson from '../../package.json' with { type: 'json' };
import type { GuardProxy } from '../commands/guard/proxy/index.ts';

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
