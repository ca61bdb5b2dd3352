/**
 * Starts a server and opens the proxy in front of it, or records that a person accepted its tools as they
 * are.
 */

import { resolve } from 'node:path';
import { findWorkspaceRoot, type OpenLedgerOptions, openLedger } from '../../../engine/index.ts';
import type { Policy } from '../../../guard/index.ts';
import { cite, PenumbraError } from '../../../kernel/index.ts';
import { openPolicy } from '../policies.ts';
import { definitionText, LONGEST_DEFINITION, readAccepted, writeAccepted } from './accepted-tools.ts';
import { type GuardProxy, openGuardProxy } from './open-guard-proxy.ts';
import type { ProxyRoot } from './proxied-tool.ts';
import { readToolMapping, type Upstream } from './tool-mapping.ts';

/** The operator's options for a server. */
export type GuardServerOptions = Omit<OpenLedgerOptions, 'create'> & {
  /** The command that starts the server. */
  readonly words: readonly string[];
  readonly mapping: string;
  readonly policy: string;
  readonly mode: string;
  /** Directories by root key; defaults to the workspace as the policy's first root. */
  readonly roots?: Readonly<Record<string, string>>;
  readonly callsPerMinute?: number | undefined;
  /** The time limit of one call; defaults to two minutes. */
  readonly callMs?: number | undefined;
};

/** Starts a server and opens the proxy in front of it. */
export async function guardServer(options: GuardServerOptions): Promise<GuardProxy> {
  const { words, mode, environment = process.env } = options;
  const { policy } = await openPolicy(options.policy);
  if (!policy.modes.includes(mode))
    throw new PenumbraError('usage', `the policy has no mode ${cite(mode)}`, {
      hint: `its modes are ${policy.modes.join(', ')}`,
    });
  const mapping = await readToolMapping(options.mapping);
  const workspace = findWorkspaceRoot({ ...options, environment }).path;
  const roots = proxyRoots(options, { policy, workspace, environment });
  const accepted = readAccepted(words, environment);
  const ledger = await openLedger({ ...options, environment, workspace });
  const upstream = await start(options).catch(async (error: unknown) => {
    await ledger.store.close();
    throw error;
  });
  try {
    const proxy = await openGuardProxy({
      ...{ upstream, mapping, policy, mode, roots, ledger, environment, accepted },
      directory: currentDirectory(options),
      callsPerMinute: options.callsPerMinute,
    });
    // The offered tools are known before the first call, whether or not a host lists them.
    await proxy.list();
    return {
      ...proxy,
      async close() {
        await proxy.close();
        await ledger.store.close();
      },
    };
  } catch (error) {
    await upstream.close();
    await ledger.store.close();
    throw error;
  }
}

/** Returns the named roots of a policy, with their directories. */
export function proxyRoots(
  { roots, ...options }: Pick<GuardServerOptions, 'roots' | 'currentDirectory'>,
  at: {
    readonly policy: Policy;
    readonly workspace: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
): readonly ProxyRoot[] {
  const keys = at.policy.roots.map((root) => root.key);
  return Object.entries(roots ?? { [keys[0] ?? '']: at.workspace }).map(([key, directory]) => {
    if (!keys.includes(key))
      throw new PenumbraError('usage', `the policy has no root ${cite(key)}`, {
        hint: `its roots are ${keys.join(', ')}`,
      });
    const found = findWorkspaceRoot({ ...options, environment: at.environment, workspace: directory }).path;
    return { key, directory: found, named: resolve(options.currentDirectory ?? process.cwd(), directory) };
  });
}

/** A tool under review, with what was accepted before. */
export type ToolToAccept = {
  readonly name: string;
  /** `too long` definitions, which nobody reads to the end, are not accepted. */
  readonly state: 'new' | 'changed' | 'same' | 'too long';
  /** Everything the server says about it, with invisible characters escaped. */
  readonly definition: string;
  /** What was accepted before, if different. */
  readonly before?: string;
};

/** Shows the tools of a server and what changed in them; `accept` records them as shown. */
export async function reviewServer(
  options: Pick<GuardServerOptions, 'words' | 'environment' | 'currentDirectory'>,
): Promise<{ readonly tools: readonly ToolToAccept[]; accept(): Promise<void> }> {
  const { words, environment = process.env } = options;
  const before = readAccepted(words, environment);
  const upstream = await start(options);
  try {
    const tools = await upstream.list();
    return {
      tools: tools.map((tool) => {
        const known = before?.get(tool.name);
        const definition = definitionText(tool);
        const named = { name: tool.name, definition };
        if (definition.length > LONGEST_DEFINITION)
          return { ...named, state: 'too long', definition: definition.slice(0, LONGEST_DEFINITION) };
        if (known === undefined) return { ...named, state: 'new' };
        return known === definition
          ? { ...named, state: 'same' }
          : { ...named, state: 'changed', before: known };
      }),
      accept: () => writeAccepted(words, tools, environment),
    };
  } finally {
    await upstream.close();
  }
}

async function start(
  options: Pick<GuardServerOptions, 'words' | 'environment' | 'currentDirectory' | 'callMs'>,
): Promise<Upstream> {
  const { words, environment = process.env, callMs } = options;
  if (words.length === 0)
    throw new PenumbraError('usage', 'there is no server to guard', { hint: 'write its command after --' });
  const { connectUpstream } = await import('../../../adapters/mcp/index.ts');
  return connectUpstream({ words, directory: currentDirectory(options), environment, callMs });
}

function currentDirectory({
  currentDirectory: directory,
}: Pick<GuardServerOptions, 'currentDirectory'>): string {
  return directory ?? process.cwd();
}
