/** What a command is given of a call: its places and arguments, what it sees, and the means to read by. */
import type { World } from '../../guard/index.ts';
import { builderFor, type CallContext } from './call-request.ts';
import { createSight } from './create-sight.ts';
import type { Given, ToolCall } from './tool-command.ts';

type Desk = Pick<ToolCall, 'means' | 'home'> & { readonly world: World };

/** Makes what a command is given. */
export function openToolCall(
  { place, others, given }: Pick<ToolCall, 'place' | 'others'> & { readonly given: Given },
  context: CallContext,
  { world, means, home }: Desk,
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
  };
}
