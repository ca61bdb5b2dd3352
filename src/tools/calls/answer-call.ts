/**
 * The way of a call: resolve its addresses, check the arguments, enforce, and execute on the capabilities. Arguments are
 * checked before enforcement, so that a call that cannot act tells nothing of grants.
 */
import type { RefPlace, World } from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallRecord } from './call-record.ts';
import { builderFor, type CallContext, refuse } from './call-request.ts';
import { createSight } from './create-sight.ts';
import { decide } from './decide.ts';
import { readArguments } from './read-arguments.ts';
import { type Home, joinHome } from './session-home.ts';
import type {
  FurtherAddress,
  Given,
  PreparedAct,
  SessionCommand,
  ToolCall,
  ToolCommand,
  ToolResult,
} from './tool-command.ts';
import type { Hands, ToolMeans, ToolSet } from './tool-means.ts';

/** What the calls of a session share. */
export type CallDesk = {
  readonly world: World;
  readonly means: ToolMeans;
  readonly hands: Hands;
  readonly home: Home;
  readonly onChanged: ToolSet['onChanged'];
};

/** A call under way. */
export type OpenCall = { readonly context: CallContext; readonly record: CallRecord };

/** Answers a call about the session itself; it touches no place, so there is no row to ask. */
export async function answerInSession(
  command: SessionCommand,
  call: OpenCall,
  desk: CallDesk,
): Promise<ToolResult> {
  const { context } = call;
  const given = readArguments(context.request.arguments, command.shape);
  if ('remedy' in given) return { reply: refuse(builderFor(context), given.remedy) };
  const reply = builderFor(context, { layer: 'CT' });
  const { world, means } = desk;
  const result = await command.run({ ...context, world, means, arguments: given.values, reply });
  return finish(result, call, desk);
}

/** Answers a call at a place; a command that no tool has still goes to the gate, which knows what the policy knows. */
export async function answerAtPlace(
  command: ToolCommand | undefined,
  call: OpenCall,
  desk: CallDesk,
): Promise<ToolResult> {
  const { context, record } = call;
  const { request } = context;
  const address = command?.isFromHome ? joinHome(request.address, desk.home) : request.address;
  const place = resolve({ address, ...existence(command) }, context, desk);
  if ('reply' in place) return place;
  if (request.nameFault !== undefined) return { reply: refuse(builderFor(context), request.nameFault) };
  const given = command ? readArguments(request.arguments, command.shape) : { values: {} };
  if ('remedy' in given) return { reply: refuse(builderFor(context), given.remedy) };

  const others: RefPlace[] = [];
  for (const further of command?.further?.(given.values, place.address) ?? []) {
    record.reach(further.address);
    const other = resolve(further, context, desk);
    if ('reply' in other) return other;
    others.push(other);
  }
  const toolCall = openToolCall({ place, others, given: given.values }, context, desk);
  const exec = await command?.grounds?.(toolCall);
  const [first = place, ...rest] = command?.isOnlyBase ? others : [place, ...others];
  const decision = decide([first, ...rest], { context, exec, record });
  if (decision.type !== 'S') return { reply: decision };
  if (command === undefined || !hasHands(command, desk.hands))
    return { reply: builderFor(context).invalid('MCP-CALL-I-002') };
  const result = await finish(await command.run(toolCall), call, desk);
  if (command.needs !== undefined) await desk.onChanged?.([place, ...others]);
  return result;
}

function existence(command: ToolCommand | undefined): Pick<FurtherAddress, 'requireExists'> {
  return { requireExists: command?.requireExists ?? true };
}

function resolve(
  { address, requireExists = true }: FurtherAddress,
  { snapshot, request }: CallContext,
  { world }: CallDesk,
): RefPlace | { readonly reply: Reply } {
  const [reply, ref] = world.resolve(address, { snapshot, requireExists, traceId: request.traceId });
  return (ref && world.placeOf(ref)) ?? { reply };
}

function openToolCall(
  { place, others, given }: Pick<ToolCall, 'place' | 'others'> & { readonly given: Given },
  context: CallContext,
  { world, means, home }: CallDesk,
): ToolCall {
  let sight: ToolCall['sight'] | undefined;
  return {
    ...context,
    place,
    others,
    arguments: given,
    home,
    means,
    reply: builderFor(context, { roots: means.hostRoots }),
    // Most commands look at nothing but their own place.
    get sight() {
      sight ??= createSight({ world, snapshot: context.snapshot, place });
      return sight;
    },
    get rootSight() {
      const top = { ...place, address: `root:${place.root}`, path: '', subdirectory: null, entry: null };
      return createSight({ world, snapshot: context.snapshot, place: top });
    },
  };
}

function hasHands({ needs }: ToolCommand, hands: Hands): boolean {
  return needs === undefined || hands[needs] !== undefined;
}

/** INVARIANT (on record before it is done): the hands are given out here alone, after the record was written. */
async function finish(
  result: ToolResult | PreparedAct,
  { context, record }: OpenCall,
  { hands }: CallDesk,
): Promise<ToolResult> {
  if (!('act' in result)) return result;
  const isOnRecord = await record.write(result.intent);
  return isOnRecord ? result.act(hands) : { reply: builderFor(context).failed('MCP-AUDIT-E-001') };
}
