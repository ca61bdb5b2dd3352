/** The request of a call in plain form, and the replies to it. */
import type { Snapshot } from '../../guard/index.ts';
import { createReplyBuilder, type HostRoot, type Reply, type ReplyBuilder } from '../../kernel/index.ts';
import { toolLimits } from './tool-limits.ts';

export type ToolRequest = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly arguments?: unknown;
  readonly traceId?: string;
};

/** A request whose texts are strings. */
export type PlainRequest = Required<ToolRequest> & { readonly nameFault: string | undefined };

/** The context of one call, which stays the same throughout. */
export type CallContext = {
  readonly request: PlainRequest;
  /** The name of the command in the table, which may differ from its name in the policy. */
  readonly pair: string;
  readonly snapshot: Snapshot;
  readonly sessionId: string;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal;
};

/** Turns whatever a caller sent into strings. */
export function plainRequest(given: unknown): PlainRequest {
  const { tool, command, address, arguments: values, traceId } = fieldsOf(given);
  const plain = {
    // One more than allowed, so that an overlong text is rejected instead of being cut to something else.
    tool: nameOf(tool, toolLimits.nameLength + 1),
    command: nameOf(command, toolLimits.nameLength + 1),
    address: textOf(address, toolLimits.notedAddressLength + 1),
    arguments: values,
    traceId: nameOf(traceId, toolLimits.nameLength),
  };
  const isNamed = isName(plain.tool) && isName(plain.command);
  return { ...plain, nameFault: isNamed ? undefined : 'write the names of a tool and of its command' };
}

/** Creates the builder of a call's reply. Given roots, it keeps their host paths out of the reply. */
export function builderFor(
  { request, snapshot, sessionId }: CallContext,
  { layer = 'MCP', roots = [] }: { readonly layer?: 'MCP' | 'CT'; readonly roots?: readonly HostRoot[] } = {},
): ReplyBuilder {
  const contractId = snapshot.contract?.id;
  return createReplyBuilder({
    meta: {
      layer,
      tool: request.tool,
      policy: snapshot.policy.hash,
      ...(contractId !== undefined && { contract_id: contractId }),
    },
    trace: { trace_id: request.traceId, session_id: sessionId },
    roots,
  });
}

/** Rejects an invalid call, with the remedy. */
export function refuse(reply: ReplyBuilder, remedy: string): Reply {
  return reply.invalid('MCP-CALL-I-001', { data: { remedy } });
}

/** Reads each field once; if that throws, there are none. */
function fieldsOf(given: unknown): { readonly [Field in keyof ToolRequest]?: unknown } {
  try {
    return { ...(given as object) };
  } catch {
    return {};
  }
}

function textOf(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** A slash that does not follow a name starts a host path. */
const HOST_PATH = /(?<![\p{L}\p{N}_.-])\/|\b[a-z]:\\/iu;

/**
 * INVARIANT (no guess is confirmed): a reply repeats the names and fails if it would reveal where a root is.
 * Anything that looks like a host path is not a name, so the location of a root is answered like every other
 * host path.
 */
function nameOf(value: unknown, maxLength: number): string {
  const name = textOf(value, maxLength);
  return HOST_PATH.test(name) ? '' : name;
}

function isName(name: string): boolean {
  return name !== '' && name.length <= toolLimits.nameLength && name.isWellFormed();
}
