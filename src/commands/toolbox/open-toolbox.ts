/**
 * The toolbox offered to agent hosts: the investigation tools, the tools that read records, and, if the
 * operator gave a policy, the guarded ones. Every call ends with a reply, whatever was sent.
 */

import { findWorkspaceRoot, type OpenLedgerOptions, systemRandomness } from '../../engine/index.ts';
import {
  cite,
  createReplyBuilder,
  PenumbraError,
  type Reply,
  type ReplyBuilder,
} from '../../kernel/index.ts';
import { contextTools } from './context-tools.ts';
import { type GuardTerms, openGuardedTools } from './guarded-tools.ts';
import type { Found, OfferedTool, ProductTool } from './product-tool.ts';
import { type OfferedResources, openResources } from './run-resources.ts';
import { runTools, whyTool } from './run-tools.ts';

/** Options for opening a toolbox, all set by the operator. */
export type ToolboxOptions = Omit<OpenLedgerOptions, 'create'> & {
  /** The command that `why` runs; if omitted, there is no such tool. */
  readonly testCommand?: string | undefined;
  /** The policy that governs the guarded tools; if omitted, there are none. */
  readonly guard?: GuardTerms | undefined;
  /** Whether investigation tools are offered too; their reports quote files regardless of the policy. */
  readonly hasInvestigations?: boolean;
};

/** The answer to a call: the reply, and optionally a text that is easier to read. */
type ToolboxAnswer = { readonly reply: Reply; readonly text?: string };

/** An incoming call, unchecked. */
type ToolboxCall = {
  readonly name: string;
  readonly given: unknown;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
};

/** An open toolbox. */
export type Toolbox = {
  readonly tools: readonly OfferedTool[];
  readonly resources: OfferedResources | null;
  call(call: ToolboxCall): Promise<ToolboxAnswer>;
  /** Writes pending audit records. */
  close(): Promise<void>;
};

/** The most calls that may be running or waiting. */
const MOST_CALLS = 256;
/** The longest answer, in characters of JSON. */
const MOST_ANSWER = 8 * 1024 * 1024;

/** Opens a toolbox. */
export async function openToolbox(options: ToolboxOptions): Promise<Toolbox> {
  const { testCommand, guard, hasInvestigations = true, environment = process.env, ...named } = options;
  const root = findWorkspaceRoot({ ...named, environment }).path;
  const at = { ...named, workspace: root, environment };
  const sessionId = `mcp-${Buffer.from(systemRandomness.bytes(8)).toString('hex')}`;
  const guarded = guard && (await openGuardedTools(guard, { ...at, root, sessionId }));
  // INVARIANT (one way to the context): with a policy, no other tool reads records around it.
  const own: readonly ProductTool[] = [
    ...(hasInvestigations ? runTools : []),
    ...(hasInvestigations && testCommand !== undefined ? [whyTool(testCommand)] : []),
    ...(guard === undefined ? contextTools : []),
  ];
  const byName = new Map(own.map((tool) => [tool.name, tool]));
  const inTurn = createQueue();
  let count = 0;
  let underWay = 0;

  const builderFor = (tool: string): ReplyBuilder =>
    createReplyBuilder({
      meta: { layer: 'MCP', tool: /^[A-Za-z][\w-]{0,63}$/.test(tool) ? tool : 'unknown' },
      trace: { trace_id: `call-${++count}`, session_id: sessionId },
      roots: [{ key: 'workspace', realPath: root }],
    });

  const answer = async ({
    name,
    given,
    signal = UNENDING,
    onProgress,
  }: ToolboxCall): Promise<ToolboxAnswer> => {
    const world = guarded?.find(name);
    if (world !== undefined) return { reply: await world(given, { signal, traceId: `call-${++count}` }) };
    const tool = byName.get(name);
    const reply = builderFor(name);
    if (tool === undefined) return { reply: reply.invalid('MCP-CALL-I-002') };
    const [misfit] = tool.shape(given ?? {}, 'the arguments');
    if (misfit !== undefined) {
      const argument = known(misfit.path[0], tool);
      return { reply: reply.invalid('MCP-CALL-I-001', { data: { ...argument, remedy: misfit.remedy } }) };
    }
    const context = { at, root, signal, onProgress: onProgress ?? ignore };
    const run = () => tool.run({ ...(given as object) }, context);
    return tellFound(await (tool.isHeavy === true ? inTurn(run, signal) : run()), reply);
  };

  return Object.freeze({
    tools: Object.freeze([...own.map(offered), ...(guarded?.tools ?? [])]),
    resources: hasInvestigations ? openResources(at) : null,
    call: async (call: ToolboxCall) => {
      if (underWay >= MOST_CALLS) return { reply: builderFor(call.name).failed('MCP-CALL-E-002') };
      underWay += 1;
      try {
        return await answer(call);
      } catch (error) {
        return { reply: tellFault(error, builderFor(call.name)) };
      } finally {
        underWay -= 1;
      }
    },
    close: async () => guarded?.close(),
  });
}

const UNENDING = new AbortController().signal;
const ignore = (): void => undefined;

function offered({ name, description, shape, annotations }: ProductTool): OfferedTool {
  return Object.freeze({ name, description, inputSchema: shape.schema ?? { type: 'object' }, annotations });
}

/**
 * Names the argument that does not fit if it is one of the tool's; an argument invented by the caller is not
 * repeated.
 */
function known(name: string | number | undefined, { shape }: ProductTool): { readonly argument?: string } {
  const properties = shape.schema?.properties ?? {};
  return typeof name === 'string' && Object.hasOwn(properties as object, name) ? { argument: name } : {};
}

function tellFound({ code, data, text }: Found, reply: ReplyBuilder): ToolboxAnswer {
  if (JSON.stringify(data).length > MOST_ANSWER)
    throw new PenumbraError('limit-exceeded', 'the answer is too long to be told', {
      hint: 'ask for fewer records, or for one run alone',
    });
  return { reply: reply.success(code, { data }), ...(text !== undefined && { text }) };
}

/** Faults that are not caused by input, although commands exit with the same code as for wrong input. */
const OF_THE_STORE: readonly string[] = ['hash-mismatch', 'store-damaged', 'log-corrupt', 'digest-mismatch'];
const OF_INPUT = 2;

/**
 * A system fault is reported by its kind only: its message is for the operator, and may contain paths of the
 * host.
 */
function tellFault(error: unknown, reply: ReplyBuilder): Reply {
  if (!(error instanceof PenumbraError)) return reply.failed('MCP-CALL-E-001');
  const { code, exitCode, message, hint } = error;
  if (code === 'stopped') return reply.failed('MCP-RUN-E-002', { data: { fault: code } });
  const isInput = (exitCode === OF_INPUT && !OF_THE_STORE.includes(code)) || code === 'unauthorized';
  if (!isInput) return reply.failed('MCP-RUN-E-001', { data: { fault: code } });
  const remedy = hint === undefined ? {} : { remedy: hint };
  return reply.invalid('MCP-RUN-I-001', { data: { fault: code, reason: message.toWellFormed(), ...remedy } });
}

type InTurn = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** Runs work one piece at a time; cancelled calls are skipped. */
function createQueue(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const mine = last.then(() => {
      if (signal.aborted) throw new PenumbraError('stopped', `${cite('the call')} was cancelled`);
      return work();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}
