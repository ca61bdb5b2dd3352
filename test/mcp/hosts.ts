// A toolbox over the demo's shop, and official clients that are connected to it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, onTestFinished } from 'vitest';
import { openToolbox, type Toolbox, type ToolboxOptions } from '../../src/commands/toolbox/index.ts';
import type { Reply } from '../../src/kernel/index.ts';
import { createServer } from '../../src/mcp/index.ts';
import { layShop } from '../support/lay-shop.ts';

/** Creates a folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lays a shop and opens a toolbox over it; the configuration lies elsewhere. */
export async function shopToolbox(
  options: Omit<ToolboxOptions, 'workspace' | 'environment'> = {},
): Promise<{ readonly toolbox: Toolbox; readonly folder: string }> {
  const folder = join(temporaryFolder(), 'shop');
  layShop(folder);
  const environment = { ...process.env, PENUMBRA_CONFIG_DIR: temporaryFolder() };
  const toolbox = await openToolbox({ ...options, workspace: folder, environment });
  onTestFinished(() => toolbox.close());
  return { toolbox, folder };
}

/** Connects a client in memory. */
export async function connect(toolbox: Toolbox): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createServer(toolbox).connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool and returns its reply; the result says of it whether it is an error. */
export async function call(client: Client, name: string, given?: object): Promise<Reply> {
  return replyIn(
    (await client.callTool({ name, arguments: given as Record<string, unknown> })) as CallToolResult,
  );
}

/** Returns the reply in a result. */
function replyIn(result: CallToolResult): Reply {
  const reply = result.structuredContent as unknown as Reply;
  expect(result.isError === true).toBe(reply.type !== 'S');
  return reply;
}
