/**
 * The tools of a session. Every call is answered in the same way and recorded once, whatever happens inside a
 * tool.
 */
import type { World } from '../guard/index.ts';
import { answerAtPlace, answerInSession, type CallServices, type OpenCall } from './calls/answer-call.ts';
import { type CallRecord, openCallRecord } from './calls/call-record.ts';
import {
  builderFor,
  type CallContext,
  type PlainRequest,
  plainRequest,
  type ToolRequest,
} from './calls/call-request.ts';
import type { CommandName } from './calls/decide.ts';
import { neverAborted, orAborted } from './calls/or-aborted.ts';
import { createHome } from './calls/session-home.ts';
import type { ToolResult } from './calls/tool-command.ts';
import type { CallNote, ToolSet } from './calls/tool-services.ts';
import { createToolTable, requireTools } from './tool-table.ts';

/** The tools of a session. */
export type Tools = {
  /** Answers one call. Errors inside a tool become part of the reply. */
  call(request: ToolRequest, options?: CallOptions): Promise<ToolResult>;
};

export type CallOptions = {
  /** Aborts when the caller no longer waits. The call then fails, and nothing new is started for it. */
  readonly signal?: AbortSignal;
};

type Answered = {
  readonly context: CallContext;
  readonly record: CallRecord;
  readonly result: ToolResult;
};

/** Creates the tools that act in a world. */
export function createTools(world: World, set: ToolSet): Tools {
  const {
    ports = {},
    trail,
    names,
    tools: own = [],
    beforeCall,
    awaitPerson,
    onCall,
    onChanged,
    ...means
  } = set;
  const table = createToolTable(own);
  requireTools(world.policy, table, names);
  const home = createHome(() => world.firstRoot());
  const nameOf: CallServices['nameOf'] = (wanted) => policyNameOf(wanted, names);
  const services: CallServices = { world, means, ports, home, onChanged, nameOf };

  const answer = async (call: OpenCall): Promise<ToolResult> => {
    const { pair } = call.context;
    const ofSession = table.findOfSession(pair);
    return ofSession
      ? answerInSession(ofSession, call, services)
      : answerAtPlace(table.find(pair), call, services);
  };

  const contextOf = (request: PlainRequest, signal: AbortSignal): CallContext => {
    const written = `${request.tool} ${request.command}`;
    const pair = names?.get(written) ?? written;
    return { request, pair, snapshot: world.snapshot(), sessionId: world.sessionId, signal };
  };

  /** Answers once, on record. The snapshot is taken after `beforeCall`, even if that failed. */
  const answerOnce = async (request: PlainRequest, signal: AbortSignal): Promise<Answered> => {
    const looked = beforeCall && (async () => beforeCall())();
    const settled = looked?.catch(() => undefined);
    if (settled !== undefined) await orAborted(signal, () => settled).catch(() => undefined);
    const context = contextOf(request, signal);
    const record = openCallRecord(context, trail);
    // INVARIANT (what was done is told): an act in progress is awaited even if the caller gave up; nothing
    // else is.
    const result = await orAborted(
      signal,
      async () => {
        await looked;
        return answer({ context, record });
      },
      record.isBegun,
    ).catch((fault: unknown): ToolResult => ({ reply: builderFor(context).failed('MCP-CALL-E-001'), fault }));
    return { context, record, result };
  };

  /**
   * INVARIANT (nothing waits for ever, nothing waits twice): a call is answered again once, as if it had just
   * arrived.
   */
  const answerAfterPerson = async (
    first: Answered,
    request: PlainRequest,
    signal: AbortSignal,
  ): Promise<Answered> => {
    const approvalId = first.result.awaits;
    if (approvalId === undefined || awaitPerson === undefined) return first;
    if (!(await first.record.end(first.result.reply))) return first;
    const { tool, command, address } = request;
    const question = { approvalId, tool, command, address };
    await orAborted(signal, async () => awaitPerson(question, signal)).catch(() => undefined);
    return answerOnce(request, signal);
  };

  const answerOnRecord = async (request: PlainRequest, signal: AbortSignal): Promise<ToolResult> => {
    const { tool, command, address } = request;
    const { context, record, result } = await answerAfterPerson(
      await answerOnce(request, signal),
      request,
      signal,
    );
    tellWatcher(onCall, { tool, command, address, code: result.reply.code });
    const isNoted = await record.end(result.reply);
    if (!isNoted) return { reply: builderFor(context).failed('MCP-AUDIT-E-001') };
    if (result.home !== undefined) home.move(result.home);
    return result;
  };

  return Object.freeze({
    call: async (given: ToolRequest, options?: CallOptions) =>
      Object.freeze(await answerOnRecord(plainRequest(given), signalOf(options))),
  });
}

/** A watcher has no influence: the call is audited and answered even if the note fails. */
function tellWatcher(onCall: ToolSet['onCall'], note: CallNote): void {
  if (onCall !== undefined) (async () => onCall(note))().catch(() => undefined);
}

/** If the options cannot be read, the call fails, and that is recorded. */
function signalOf(options: CallOptions | undefined): AbortSignal {
  try {
    return options?.signal ?? neverAborted;
  } catch (fault) {
    return AbortSignal.abort(fault);
  }
}

/**
 * If a command has several names, the one in the call's tool is used. A command without another name keeps
 * its own.
 */
function policyNameOf(
  { pair, tool }: { readonly pair: string; readonly tool: string },
  names: ToolSet['names'] = new Map(),
): CommandName {
  const written = [...names].flatMap(([name, known]) => (known === pair ? [name] : []));
  const found = written.find((name) => name.startsWith(`${tool} `)) ?? written[0] ?? pair;
  const space = found.indexOf(' ');
  return { tool: found.slice(0, space), command: found.slice(space + 1) };
}
