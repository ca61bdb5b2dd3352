/**
 * Creates the call object that a command gets: its places and arguments, what it sees, and the services to
 * read with.
 */
import type { RefPlace, World } from '../../guard/index.ts';
import { builderFor, type CallContext } from './call-request.ts';
import { type CallView, createCallView } from './create-call-view.ts';
import type { CommandName } from './decide.ts';
import type { Given, ToolCall } from './tool-command.ts';

type Caller = Pick<ToolCall, 'means' | 'home'> & { readonly world: World };

type Reached = Pick<ToolCall, 'place' | 'others'> & {
  readonly given: Given;
  /** The command decided on for places that need a different one. */
  readonly decidedAs: ReadonlyMap<RefPlace, CommandName>;
};

/** Creates the call object of a command. */
export function openToolCall(
  { place, others, given, decidedAs }: Reached,
  context: CallContext,
  { world, means, home }: Caller,
): ToolCall {
  const { snapshot, request } = context;
  const callViewOf = (at: RefPlace) => createCallView({ world, snapshot, place: at });
  let view: CallView | undefined;
  return {
    ...context,
    place,
    others,
    arguments: given,
    home,
    means,
    reply: builderFor(context, { roots: means.hostRoots }),
    callViewOf,
    areaOf: (at) => {
      const { tool, command } = decidedAs.get(at) ?? request;
      const isIts = (one: CommandName) => one.tool === tool && one.command === command;
      return snapshot.policy.sets.find(({ commands }) => commands.some(isIts))?.area;
    },
    // Created on demand, because most commands only look at their own place.
    view: () => (view ??= callViewOf(place)),
  };
}
