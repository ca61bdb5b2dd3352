/** What a command is given of a call: its places and arguments, what it sees, and the means to read by. */
import type { RefPlace, World } from '../../guard/index.ts';
import { builderFor, type CallContext } from './call-request.ts';
import { type CallView, createCallView } from './create-call-view.ts';
import type { CommandName } from './decide.ts';
import type { Given, ToolCall } from './tool-command.ts';

type Caller = Pick<ToolCall, 'means' | 'home'> & { readonly world: World };

type Reached = Pick<ToolCall, 'place' | 'others'> & {
  readonly given: Given;
  /** What is put to the gate for those places that are not decided by the call's own command. */
  readonly decidedAs: ReadonlyMap<RefPlace, CommandName>;
};

/** Makes what a command is given. */
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
    // Most commands look at nothing but their own place.
    view: () => (view ??= callViewOf(place)),
  };
}
