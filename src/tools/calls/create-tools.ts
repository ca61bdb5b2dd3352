/**
 * The tools of a session. Every call goes the same way: resolve the address, check the arguments, enforce, and execute
 * on the capability. Arguments are checked before enforcement, so that a call that cannot act tells nothing of grants.
 */
import { enforce, type RefPlace, type Snapshot, type World } from '../../guard/index.ts';
import { createReplyBuilder, type Reply, type ReplyBuilder } from '../../kernel/index.ts';
import { createSight } from './create-sight.ts';
import { readArguments } from './read-arguments.ts';
import type { ToolResult } from './tool-command.ts';
import { toolLimits } from './tool-limits.ts';
import type { ToolMeans } from './tool-means.ts';
import { findCommand } from './tool-table.ts';

/** What someone asks a tool to do. */
export type ToolRequest = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly arguments?: unknown;
  readonly traceId?: string;
};

/** The tools of a session. */
export type Tools = {
  /** Answers one call; whatever happens in a tool is in the reply. */
  call(request: ToolRequest): Promise<ToolResult>;
};

type Resolved = { readonly snapshot: Snapshot; readonly place: RefPlace; readonly sessionId: string };

/** Makes the tools that act in a world. */
export function createTools(world: World, means: ToolMeans): Tools {
  const answer = async (request: ToolRequest): Promise<ToolResult> => {
    const snapshot = world.snapshot();
    const [resolution, ref] = world.resolve(request.address, { snapshot, traceId: request.traceId ?? '' });
    const place = ref && world.placeOf(ref);
    if (place === null) return { reply: resolution };
    return act(request, { snapshot, place, sessionId: resolution.trace.session_id });
  };

  const act = async (request: ToolRequest, resolved: Resolved): Promise<ToolResult> => {
    const { snapshot, place } = resolved;
    const reply = builderFor(request, resolved);
    const refusal = findNameFault(request);
    if (refusal !== undefined) return { reply: refuse(reply, refusal) };
    const command = findCommand(request.tool, request.command);
    const given = command && readArguments(request.arguments, command.shape);
    if (given !== undefined && 'remedy' in given) return { reply: refuse(reply, given.remedy) };
    const decision = decide(request, resolved);
    if (decision.type !== 'S') return { reply: decision };
    if (command === undefined || given === undefined) return { reply: reply.invalid('MCP-CALL-I-002') };
    const sight = createSight({ world, snapshot, place });
    return command.run({ place, arguments: given.values, sight, means, reply });
  };

  return Object.freeze({
    call: async (given: ToolRequest) => {
      const request = plainRequest(given);
      const result = await answer(request).catch((fault: unknown) => ({
        reply: builderFor(request, {}).failed('MCP-CALL-E-001'),
        fault,
      }));
      const { tool, command, address } = request;
      means.onCall?.({ tool, command, address, code: result.reply.code });
      return Object.freeze(result);
    },
  });
}

/** Makes texts of what should be texts, for a caller may have sent anything. */
function plainRequest({ tool, command, address, arguments: given, traceId }: ToolRequest): ToolRequest {
  const textOf = (value: unknown, maxLength: number) =>
    typeof value === 'string' ? value.slice(0, maxLength) : '';
  return {
    // One more than is taken, so that what is too long is refused and not cut to something else.
    tool: textOf(tool, toolLimits.nameLength + 1),
    command: textOf(command, toolLimits.nameLength + 1),
    address: textOf(address, toolLimits.notedAddressLength + 1),
    arguments: given,
    traceId: textOf(traceId, toolLimits.nameLength),
  };
}

function findNameFault({ tool, command }: ToolRequest): string | undefined {
  const isName = (name: string) => name !== '' && name.length <= toolLimits.nameLength && name.isWellFormed();
  return isName(tool) && isName(command) ? undefined : 'write the names of a tool and of its command';
}

function decide(
  { tool, command, traceId = '' }: ToolRequest,
  { snapshot, place, sessionId }: Resolved,
): Reply {
  const { policy, mode, contract, registry, masks, role } = snapshot;
  const { root, subdirectory, path, entry } = place;
  const session = { id: sessionId };
  const context = {
    contract,
    paths: [path],
    registry,
    session,
    masks,
    role,
    ...(entry !== null && { entry }),
  };
  // A place was resolved, so there is a mode.
  return enforce({ policy, mode: mode ?? '', tool, command, root, subdirectory, context, traceId });
}

function builderFor(
  { tool, traceId = '' }: ToolRequest,
  { snapshot, sessionId = '' }: Partial<Resolved>,
): ReplyBuilder {
  const contractId = snapshot?.contract?.id;
  return createReplyBuilder({
    meta: {
      layer: 'MCP',
      tool,
      ...(snapshot && { policy: snapshot.policy.hash }),
      ...(contractId !== undefined && { contract_id: contractId }),
    },
    trace: { trace_id: traceId, session_id: sessionId },
  });
}

function refuse(reply: ReplyBuilder, remedy: string): Reply {
  return reply.invalid('MCP-CALL-I-001', { data: { remedy } });
}
