/** What a frame rests on as a reply shows it: contents and nodes at the addresses where the call sees them. */
import type { ExplainedInput, FrameSummary } from '../../context/index.ts';
import type { ReplyValue } from '../../kernel/index.ts';
import { contextLimits } from './context-limits.ts';
import type { OpenContext } from './open-context.ts';

type Shown = { readonly [field: string]: ReplyValue };

/** Shows a frame in a few words; one that is seen is about a node. */
export function showSummary(
  { frameId, type, agent, subject }: FrameSummary,
  { addressOf }: OpenContext,
): Shown {
  return { frame: frameId, type, agent, address: addressOf(subject.id) };
}

/** Shows the inputs of a frame that is seen. */
export function showInputs(inputs: readonly ExplainedInput[], open: OpenContext): readonly Shown[] {
  return inputs.map((input) => showInput(input, open));
}

function showInput(input: ExplainedInput, open: OpenContext): Shown {
  const { tree, addressOf } = open;
  switch (input.kind) {
    case 'external':
      return { kind: input.kind, name: input.name, value: input.value };
    case 'content': {
      // Copies that are hidden are not told of, so the paths are looked up again among what is seen.
      const paths = tree.pathsOf(input.contentId);
      const addresses = paths.slice(0, contextLimits.addresses).map(addressOf);
      const more = { more_addresses: paths.length - addresses.length, is_current: paths.length > 0 };
      return { kind: input.kind, content: input.contentId, addresses, ...more };
    }
    case 'node': {
      const path = tree.pathOf(input.nodeId);
      const address = path === undefined ? null : addressOf(path);
      return { kind: input.kind, node: input.nodeId, address, is_current: path !== undefined };
    }
    case 'frame': {
      const summary = input.frame ? showSummary(input.frame, open) : { frame: input.frameId };
      return { kind: input.kind, ...summary, state: input.state, inputs: showInputs(input.inputs, open) };
    }
  }
}
