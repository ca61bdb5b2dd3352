/** The guarded tools offered to a host: one session, under the operator's policy and mode. */

import { openContextServices, openGuardSession } from '../../engine/guard/index.ts';
import { findWorkspaceRoot, type OpenLedgerOptions } from '../../engine/index.ts';
import { cite, didYouMean, isRecord, PenumbraError, type Reply } from '../../kernel/index.ts';
import { toolSchemas } from '../../tools/index.ts';
import { openPolicy } from '../guard/policies.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { OfferedTool } from './product-tool.ts';

/** The operator's terms for a session. */
export type GuardTerms = {
  /** A policy that ships, or a file. */
  readonly policy: string;
  readonly mode: string;
  /** Directories by root key; defaults to the workspace as the policy's first root. */
  readonly roots?: Readonly<Record<string, string>>;
};

/** The tools of an open session. */
export type GuardedTools = {
  readonly tools: readonly OfferedTool[];
  /** Returns the handler of a tool's calls. */
  find(name: string): GuardedCall | undefined;
  close(): Promise<void>;
};

/** Answers one call, and records it. */
type GuardedCall = (
  given: unknown,
  options: { readonly signal: AbortSignal; readonly traceId: string },
) => Promise<Reply>;

type Where = Omit<OpenLedgerOptions, 'create' | 'environment'> & {
  readonly environment: NonNullable<OpenLedgerOptions['environment']>;
  readonly root: string;
  readonly sessionId: string;
};

/** The agent that writes records through a session; the agent registry defines its rights. */
const AGENT = 'agent-host';

/** Opens a session. */
export async function openGuardedTools(terms: GuardTerms, where: Where): Promise<GuardedTools> {
  const { root, sessionId, workspace: _, ...options } = where;
  const { environment } = where;
  const { policy } = await openPolicy(terms.policy);
  requireMode(terms.mode, policy.modes);
  const keys = policy.roots.map(({ key }) => key);
  const named = terms.roots ?? { [keys[0] as string]: root };
  for (const key of Object.keys(named)) requireRoot(key, keys);
  const roots = Object.fromEntries(
    Object.entries(named).map(([key, workspace]) => [key, findWorkspaceRoot({ ...where, workspace }).path]),
  );
  const workspace = await openWorkspace({ ...options, root });
  try {
    const ofRoot = Object.entries(roots).find(([, directory]) => directory === root)?.[0];
    const context = ofRoot === undefined ? null : await openContextServices(workspace);
    const session = await openGuardSession({
      policy,
      roots,
      ledger: workspace.ledger,
      session: { id: sessionId, mode: () => terms.mode, mods: [] },
      environment,
      ...(context && ofRoot !== undefined && { context: new Map([[ofRoot, { of: context, agent: AGENT }]]) }),
    });
    const listed = toolSchemas();
    return {
      tools: listed.map(({ name, description, inputSchema, annotations }) => ({
        name,
        description,
        inputSchema,
        annotations,
      })),
      find: (name) => {
        const schema = listed.find((one) => one.name === name);
        if (schema === undefined) return undefined;
        return async (given, { signal, traceId }) => {
          const { address, ...rest } = mappingOf(given);
          const { tool, command } = schema;
          const request = { tool, command, address: address as string, arguments: rest, traceId };
          return (await session.tools.call(request, { signal })).reply;
        };
      },
      close: async () => {
        await session.close();
        await workspace.close();
      },
    };
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

/** A value that is not a mapping has no fields; the tool then reports what is missing. */
function mappingOf(given: unknown): { readonly [name: string]: unknown } {
  return isRecord(given) ? given : {};
}

function requireMode(mode: string, modes: readonly string[]): void {
  if (modes.includes(mode)) return;
  throw new PenumbraError('usage', `the policy has no mode ${cite(mode)}${didYouMean(mode, modes)}`, {
    hint: `its modes are ${modes.join(', ')}`,
  });
}

function requireRoot(key: string, keys: readonly string[]): void {
  if (keys.includes(key)) return;
  throw new PenumbraError('usage', `the policy has no root ${cite(key)}${didYouMean(key, keys)}`, {
    hint: `its roots are ${keys.join(', ')}`,
  });
}
