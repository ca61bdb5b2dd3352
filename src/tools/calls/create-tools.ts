/**
 * The tools of a session. Every call goes the same way: resolve its addresses, check the arguments, enforce, and execute
 * on the capabilities. Arguments are checked before enforcement, so that a call that cannot act tells nothing of grants;
 * what is to be changed is on record before it is done, and where it cannot be recorded it is not done.
 */
import type { RefPlace, World } from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import { type CallRecord, openCallRecord } from './call-record.ts';
import { builderFor, type CallContext, plainRequest, refuse, type ToolRequest } from './call-request.ts';
import { createSight } from './create-sight.ts';
import { decide } from './decide.ts';
import { readArguments } from './read-arguments.ts';
import { createHome, joinHome } from './session-home.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from './tool-command.ts';
import type { ToolSet } from './tool-means.ts';
import { findCommand, findSessionCommand } from './tool-table.ts';

/** The tools of a session. */
export type Tools = {
  /** Answers one call; whatever happens in a tool is in the reply. */
  call(request: ToolRequest): Promise<ToolResult>;
};

type Resolved = { readonly place: RefPlace; readonly others: readonly RefPlace[] };

/** Makes the tools that act in a world. */
export function createTools(world: World, set: ToolSet): Tools {
  const { hands = {}, trail, names, onCall, ...means } = set;
  const home = createHome(world.firstRoot());

  const answer = async (context: CallContext, record: CallRecord): Promise<ToolResult> => {
    const { request, pair } = context;
    const session = findSessionCommand(pair);
    if (session === undefined) return answerAtPlace(context, record);
    const given = readArguments(request.arguments, session.shape);
    const reply = builderFor(context, 'CT');
    if ('remedy' in given) return { reply: refuse(builderFor(context), given.remedy) };
    const result = await session.run({ ...context, arguments: given.values, means, world, reply });
    return finish(result, record, context);
  };

  const answerAtPlace = async (context: CallContext, record: CallRecord): Promise<ToolResult> => {
    const { request, pair } = context;
    const command = findCommand(pair);
    const { address } = request;
    const place = resolve(command?.isFromHome ? joinHome(address, home) : address, context, {
      requireExists: command?.requireExists ?? true,
    });
    if ('reply' in place) return place;
    if (request.nameFault !== undefined) return { reply: refuse(builderFor(context), request.nameFault) };
    const given = command && readArguments(request.arguments, command.shape);
    if (given !== undefined && 'remedy' in given) return { reply: refuse(builderFor(context), given.remedy) };
    const others: RefPlace[] = [];
    for (const { address: further, requireExists = true } of command?.further?.(
      given?.values ?? {},
      place.address,
    ) ?? []) {
      record.reach(further);
      const other = resolve(further, context, { requireExists });
      if ('reply' in other) return other;
      others.push(other);
    }
    return enforceAndRun({ place, others }, given?.values ?? {}, { command, context, record });
  };

  const resolve = (
    address: string,
    { snapshot, request }: CallContext,
    { requireExists }: { readonly requireExists: boolean },
  ): RefPlace | { readonly reply: Reply } => {
    const [reply, ref] = world.resolve(address, { snapshot, requireExists, traceId: request.traceId });
    return (ref && world.placeOf(ref)) ?? { reply };
  };

  const enforceAndRun = async (
    { place, others }: Resolved,
    given: ToolCall['arguments'],
    {
      command,
      context,
      record,
    }: {
      readonly command: ToolCommand | undefined;
      readonly context: CallContext;
      readonly record: CallRecord;
    },
  ): Promise<ToolResult> => {
    const sight = createSight({ world, snapshot: context.snapshot, place });
    const call = { ...context, place, others, arguments: given, sight, home, means };
    const exec = await command?.grounds?.(call);
    const decision = decide([place, ...others], { context, exec, record });
    if (decision.type !== 'S') return { reply: decision };
    const isBound =
      command !== undefined && (command.needs === undefined || hands[command.needs] !== undefined);
    if (!isBound) return { reply: builderFor(context).invalid('MCP-CALL-I-002') };
    return finish(
      await command.run({ ...call, reply: builderFor(context, 'MCP', means.hostRoots) }),
      record,
      context,
    );
  };

  /** INVARIANT (on record before it is done): nothing is handed out to change anything with before this. */
  const finish = async (
    result: ToolResult | PreparedAct,
    record: CallRecord,
    context: CallContext,
  ): Promise<ToolResult> => {
    if (!('act' in result)) return result;
    if (!(await record.write(result.intent))) return { reply: builderFor(context).failed('MCP-AUDIT-E-001') };
    return result.act(hands);
  };

  return Object.freeze({
    call: async (given: ToolRequest) => {
      const request = plainRequest(given);
      const pair = `${request.tool} ${request.command}`;
      const context: CallContext = {
        request,
        pair: names?.get(pair) ?? pair,
        snapshot: world.snapshot(),
        sessionId: world.sessionId,
      };
      const record = openCallRecord(context, trail);
      const result = await answer(context, record).catch((fault: unknown) => ({
        reply: builderFor(context).failed('MCP-CALL-E-001'),
        fault,
      }));
      const { tool, command, address } = request;
      onCall?.({ tool, command, address, code: result.reply.code });
      const isNoted = await record.end(result.reply);
      return Object.freeze(isNoted ? result : { reply: builderFor(context).failed('MCP-AUDIT-E-001') });
    },
  });
}
