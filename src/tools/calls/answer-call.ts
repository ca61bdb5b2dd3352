/**
 * The steps of a call: resolve its addresses, check the arguments, enforce, and execute on the capabilities.
 * Arguments are checked before enforcement, so that a call that cannot act reveals nothing about grants.
 */
import {
  type ExecGrounds,
  holdsPath,
  type PersonGrounds,
  type RefPlace,
  type Snapshot,
  type World,
} from '../../guard/index.ts';
import { assertInvariant, type Reply, sha256 } from '../../kernel/index.ts';
import { answerByPerson } from './answer-by-person.ts';
import type { CallRecord } from './call-record.ts';
import { builderFor, type CallContext, refuse } from './call-request.ts';
import { type CommandName, type Decision, decide } from './decide.ts';
import { openToolCall } from './open-tool-call.ts';
import { readArguments } from './read-arguments.ts';
import { type Home, joinHome } from './session-home.ts';
import type {
  FurtherAddress,
  PreparedAct,
  SessionCommand,
  ToolCall,
  ToolCommand,
  ToolResult,
  UndecidedCall,
  Weighed,
} from './tool-command.ts';
import type { ChangedPlaces, ChangePort, ChangePorts, Need, ToolServices, ToolSet } from './tool-services.ts';

/** What the calls of a session share. */
export type CallServices = {
  readonly world: World;
  readonly means: ToolServices;
  readonly ports: ChangePorts;
  readonly home: Pick<Home, 'key'>;
  readonly onChanged: ToolSet['onChanged'];
  /** Returns the policy's name for a command, which may depend on the tool. */
  nameOf(wanted: { readonly pair: string; readonly tool: string }): CommandName;
};

/** A call in progress. */
export type OpenCall = { readonly context: CallContext; readonly record: CallRecord };

/** Answers a call about the session itself. It has no place, so no row applies. */
export async function answerInSession(
  command: SessionCommand,
  call: OpenCall,
  services: CallServices,
): Promise<ToolResult> {
  const { context } = call;
  const given = await readArguments(context.request.arguments, command.shape);
  if ('remedy' in given) return { reply: refuse(builderFor(context), given.remedy) };
  const reply = builderFor(context, { layer: 'CT' });
  const { world, means } = services;
  const result = await command.run({ ...context, world, means, arguments: given.values, reply });
  return 'act' in result ? carryOut({ ...command, prepared: result }, call, services) : result;
}

/**
 * Answers a call at a place. An unknown command is submitted to the gate as well, since the policy may know
 * it.
 */
export async function answerAtPlace(
  command: ToolCommand | undefined,
  call: OpenCall,
  services: CallServices,
): Promise<ToolResult> {
  const { context, record } = call;
  const { request } = context;
  const address = command?.isFromHome ? joinHome(request.address, services.home) : request.address;
  const place = resolve({ address, ...existence(command) }, context, services);
  if ('reply' in place) return place;
  if (request.nameFault !== undefined) return { reply: refuse(builderFor(context), request.nameFault) };
  const given = command ? await readArguments(request.arguments, command.shape) : { values: {} };
  const roots = services.means.hostRoots;
  if ('remedy' in given) return { reply: refuse(builderFor(context, { roots }), given.remedy) };

  const others: RefPlace[] = [];
  const decidedAs = new Map<RefPlace, CommandName>();
  for (const further of command?.further?.(given.values, place.address) ?? []) {
    record.reach(further.address);
    const other = resolve(further, context, services);
    if ('reply' in other) return other;
    others.push(other);
    if (further.as !== undefined)
      decidedAs.set(other, services.nameOf({ pair: further.as, tool: request.tool }));
  }
  const own = { place, given: given.values, decidedAs };
  const toolCall = openToolCall({ ...own, others }, context, services);
  const inner = await command?.within?.(toolCall);
  if (inner === undefined || inner.length === 0)
    return answerByGate({ command, toolCall, decidedAs }, call, services);
  const whole = openToolCall({ ...own, others: [...others, ...inner] }, context, services);
  return answerByGate({ command, toolCall: whole, decidedAs }, call, services);
}

type PlacedCall = {
  readonly command: ToolCommand | undefined;
  readonly toolCall: ToolCall;
  readonly decidedAs: ReadonlyMap<RefPlace, CommandName>;
};

/** Submits a call to the gate and carries it out if granted. */
async function answerByGate(
  { command, toolCall, decidedAs }: PlacedCall,
  call: OpenCall,
  services: CallServices,
): Promise<ToolResult> {
  const { context, record } = call;
  const { place, others } = toolCall;
  const own = others.filter((other) => !decidedAs.has(other));
  const [first = place, ...rest] = command?.isOnlyBase ? own : [place, ...own];
  const removal = removalOf({ command, toolCall }, call, services);
  const needs = command?.needs;
  const isOnlyNoted = needs === 'context';
  const { otherNames } = services.world;
  const put = (exec: ExecGrounds | undefined, person?: PersonGrounds) =>
    decide([first, ...rest], {
      ...{ context, removal, elsewhere: decidedAs, exec, person },
      ...{ isOnlyNoted, otherNames, record },
    });
  const weighed = command && (await weigh(command, toolCall));
  const decision = put(weighed?.grounds);
  const isServed = needs === undefined || services.ports[needs] !== undefined;
  const perform = async (prepared: PreparedAct<Need>): Promise<ToolResult> => {
    const done = await carryOut({ needs, prepared }, call, services);
    if (needs !== undefined && done.reply.type === 'S')
      await tellChanges(needs, [place, ...others], services.onChanged);
    return done;
  };
  if (decision.reply.type !== 'S') {
    const [approvals, port] = [services.means.approvals, services.ports.approvals];
    // Approving a script already covers running it, so the question about the script is the better one.
    const isPersons = decision.isForPerson && weighed?.appeal === undefined && isServed;
    if (!isPersons || weighed === undefined || approvals === undefined || port === undefined)
      return appeal({ decision, weighed, put }, call, services);
    return answerByPerson({
      toolCall,
      context,
      decision,
      approvals,
      spend: port.spend,
      prepare: async () => (needs === undefined ? readLater(weighed, toolCall) : weighed.run(toolCall)),
      put: (person) => put(weighed.grounds, person),
      carryOut: perform,
      ask: (question) => carryOut({ needs: 'approvals', prepared: question }, call, services),
    });
  }
  if (weighed === undefined || !isServed) return { reply: noSuchCommand(context) };
  const result = await weighed.run(toolCall);
  return 'act' in result ? perform(result) : result;
}

/**
 * INVARIANT (asked before it is done): a command that only reads has no separate act, so all of it waits for
 * approval.
 */
function readLater(weighed: Weighed<Need>, toolCall: ToolCall): PreparedAct<Need> {
  const act = async (): Promise<ToolResult> => {
    const result = await weighed.run(toolCall);
    assertInvariant('reply' in result, 'a command that only reads answers');
    return result;
  };
  return { intent: { arguments: sha256(JSON.stringify(toolCall.arguments)) }, act };
}

/** Returns the command for deleting what a call moves out of its place; undefined if it stays there. */
function removalOf(
  { command, toolCall: { place, others } }: Omit<PlacedCall, 'decidedAs'>,
  { context: { snapshot, request } }: OpenCall,
  services: CallServices,
): CommandName | undefined {
  const isLeaving = others.some((other) => !isSamePlace(place, other, snapshot));
  const pair = command?.removesBy;
  return pair !== undefined && isLeaving ? services.nameOf({ pair, tool: request.tool }) : undefined;
}

/**
 * Returns whether two paths are governed by the same rows and are in the same entries, however they are
 * addressed.
 */
function isSamePlace(one: RefPlace, other: RefPlace, { registry }: Snapshot): boolean {
  const isRow = one.root === other.root && one.subdirectory === other.subdirectory;
  return isRow && registry.every((entry) => holdsPath(entry, one) === holdsPath(entry, other));
}

function existence(command: ToolCommand | undefined): Pick<FurtherAddress, 'requireExists'> {
  return { requireExists: command?.requireExists ?? true };
}

function resolve(
  { address, requireExists = true }: FurtherAddress,
  { snapshot, request }: CallContext,
  { world }: CallServices,
): RefPlace | { readonly reply: Reply } {
  const [reply, ref] = world.resolve(address, { snapshot, requireExists, traceId: request.traceId });
  return (ref && world.placeOf(ref)) ?? { reply };
}

function noSuchCommand(context: CallContext): Reply {
  return builderFor(context).invalid('MCP-CALL-I-002');
}

/** Most commands act on their arguments alone, whatever the grounds. */
async function weigh(command: ToolCommand, call: UndecidedCall): Promise<Weighed<Need>> {
  if ('weigh' in command) return command.weigh(call);
  return { run: (granted) => command.run(granted) };
}

type Denied = {
  readonly decision: Decision;
  readonly weighed: Weighed<Need> | undefined;
  put(exec: ExecGrounds): Decision;
};

/** Answers a denial. If only a person's approval is missing, asks for it, which is recorded first. */
async function appeal(
  { decision, weighed, put }: Denied,
  call: OpenCall,
  services: CallServices,
): Promise<ToolResult> {
  const prepared = weighed?.appeal;
  const isForWord = decision.isForGrounds || decision.isForPerson;
  if (prepared === undefined || !isForWord || services.ports.exec === undefined)
    return { reply: decision.reply };
  const asked = await carryOut({ needs: 'exec', prepared }, call, services);
  if ('reply' in asked) return asked;
  const { reply } = put(asked);
  return asked.approvalId === undefined ? { reply } : { reply, awaits: asked.approvalId };
}

/** What to carry out, and which port it gets; reading commands get none. */
type Prepared<Done> = { readonly needs: Need | undefined; readonly prepared: PreparedAct<Need, Done> };

/**
 * INVARIANT (on record before it is done): ports for changes are only given out here, after the record was
 * written.
 */
async function carryOut<Done>(
  { needs, prepared }: Prepared<Done>,
  { context, record }: OpenCall,
  { ports }: CallServices,
): Promise<Done | ToolResult> {
  const port = needs && ports[needs];
  if (needs !== undefined && port === undefined) return { reply: noSuchCommand(context) };
  // INVARIANT (nothing is begun for nobody): the caller may give up before or while the record is written.
  context.signal.throwIfAborted();
  const isOnRecord = await record.write(prepared.intent);
  context.signal.throwIfAborted();
  return isOnRecord
    ? prepared.act(port as ChangePort<Need>)
    : { reply: builderFor(context).failed('MCP-AUDIT-E-001') };
}

/** What an act with each port changes in the files. Git and programs may change anything in a root. */
const reaches: Readonly<Record<Need, 'paths' | 'roots' | 'nothing'>> = {
  disk: 'paths',
  git: 'roots',
  exec: 'roots',
  context: 'nothing',
  contracts: 'nothing',
  approvals: 'nothing',
};

/** Reports where a successful act has changed files. */
export async function tellChanges(
  needs: Need,
  places: readonly RefPlace[],
  onChanged: ToolSet['onChanged'],
): Promise<void> {
  const reach = reaches[needs];
  if (reach === 'nothing') return;
  const changed: readonly ChangedPlaces[] = [...Map.groupBy(places, ({ root }) => root)].map(
    ([root, some]) => ({ root, paths: reach === 'paths' ? some.map(({ path }) => path) : null }),
  );
  try {
    await onChanged?.(changed);
  } catch {
    // The act is done and its reply is final. The next call looks at the files again and reports any fault.
  }
}
