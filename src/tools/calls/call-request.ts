/** A call as it came in, made plain, and the replies that speak of it. */
import type { Snapshot } from '../../guard/index.ts';
import { createReplyBuilder, type HostRoot, type Reply, type ReplyBuilder } from '../../kernel/index.ts';
import { toolLimits } from './tool-limits.ts';

/** What someone asks a tool to do. */
export type ToolRequest = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly arguments?: unknown;
  readonly traceId?: string;
};

/** A request whose texts are texts. */
export type PlainRequest = Required<ToolRequest> & { readonly nameFault: string | undefined };

/** What holds for one call from beginning to end. */
export type CallContext = {
  readonly request: PlainRequest;
  /** The names of the handler, which are the policy's own unless it calls them otherwise. */
  readonly pair: string;
  readonly snapshot: Snapshot;
  readonly sessionId: string;
  /** Aborts when whoever called no longer waits. */
  readonly signal: AbortSignal;
};

/** Makes texts of what should be texts, for a caller may have sent anything. */
export function plainRequest(given: unknown): PlainRequest {
  const { tool, command, address, arguments: values, traceId } = fieldsOf(given);
  const plain = {
    // One more than is taken, so that what is too long is refused and not cut to something else.
    tool: nameOf(tool, toolLimits.nameLength + 1),
    command: nameOf(command, toolLimits.nameLength + 1),
    address: textOf(address, toolLimits.notedAddressLength + 1),
    arguments: values,
    traceId: nameOf(traceId, toolLimits.nameLength),
  };
  const isNamed = isName(plain.tool) && isName(plain.command);
  return { ...plain, nameFault: isNamed ? undefined : 'write the names of a tool and of its command' };
}

/** Makes the builder of a call's reply; with roots, it keeps their places on the host out of it. */
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

/** Refuses a call that does not fit, with the remedy. */
export function refuse(reply: ReplyBuilder, remedy: string): Reply {
  return reply.invalid('MCP-CALL-I-001', { data: { remedy } });
}

/** Each field is asked for once; what cannot be read has none. */
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

/** A slash that no name stands before: a path of the host begins there. */
const HOST_PATH = /(?<![\p{L}\p{N}_.-])\/|\b[a-z]:\\/iu;

/**
 * INVARIANT (no guess is confirmed): a reply says the names again, and refuses to say where a root lies. What looks like
 * any place of the host is no name, so that the place of a root is answered like every other.
 */
function nameOf(value: unknown, maxLength: number): string {
  const name = textOf(value, maxLength);
  return HOST_PATH.test(name) ? '' : name;
}

function isName(name: string): boolean {
  return name !== '' && name.length <= toolLimits.nameLength && name.isWellFormed();
}
