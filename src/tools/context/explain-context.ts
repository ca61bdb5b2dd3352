/**
 * The command `context explain`: what a frame is based on, down to bytes, or what is based on a path, as far
 * as the call sees it.
 */
import type {
  Dependant,
  ExplainedInput,
  FrameExplanation,
  FrameSummary,
  PathExplanation,
} from '../../context/index.ts';
import type { FrameId, ReplyValue } from '../../kernel/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { answerFaults } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { type OpenContext, openContext } from './open-context.ts';
import { showLineage } from './read-frame-history.ts';

/** Answers `explain` for the given frame, or for the place if there is none. */
export async function explainContext(call: ToolCall): Promise<ToolResult> {
  const { reply } = call;
  const { frame } = call.arguments as { readonly frame?: FrameId };
  const open = await openContext(call);
  if (!open) return { reply: reply.invalid('MCP-CTX-I-001') };
  return answerFaults(reply, async () => {
    const data = frame === undefined ? await explainPlace(open) : await explainFrame(call, open, frame);
    if (data === null) return { reply: reply.invalid('MCP-CTX-I-001') };
    return { reply: reply.success('MCP-CTX-S-004', { data: { resolved: call.place.address, ...data } }) };
  });
}

async function explainFrame(call: ToolCall, open: OpenContext, frameId: FrameId) {
  if (!(await open.frames.among([frameId])).has(frameId)) return null;
  if (!(await isAtPlace(call, open, frameId))) return null;
  const found = await open.reader.explain(frameId);
  // A file may have the name of a frame, and is explained instead.
  if (!isOfFrame(found)) return null;
  const { frame, inputs, leftOut } = found;
  return {
    frame: showSummary(frame, open),
    inputs: showInputs(inputs, open),
    left_out: { ...leftOut },
    ...(await showDependants(found, open)),
  };
}

/** A grant at one place does not cover others: the frame must be about the place or something below it. */
async function isAtPlace({ view }: ToolCall, { reader, path }: OpenContext, frameId: FrameId) {
  const [record] = await reader.bases([frameId]);
  const subject = record?.frame?.subject.id;
  if (subject === undefined) return false;
  if (subject === path || view().find(subject) !== undefined) return true;
  // The frames of a renamed file keep its old name.
  return (await reader.history(path)).frames.some((frame) => frame.frameId === frameId);
}

async function explainPlace(open: OpenContext) {
  const { reader, path, tree } = open;
  const found = await reader.explain(path);
  // A deleted file may have had the name of a frame.
  if (isOfFrame(found)) return null;
  const lineage = showLineage(found.lineage, open);
  const dependants = await showDependants(found, open);
  const isClear = tree.isClear(path);
  if (!tree.at(path) && lineage.length === 0 && dependants.dependants.length === 0) return null;
  return {
    kind: found.kind,
    content: isClear ? found.contentId : null,
    node: isClear ? found.nodeId : null,
    lineage,
    ...dependants,
  };
}

function isOfFrame(found: FrameExplanation | PathExplanation): found is FrameExplanation {
  return 'frame' in found;
}

async function showDependants(
  { dependants, hasMore }: { readonly dependants: readonly Dependant[]; readonly hasMore: boolean },
  open: OpenContext,
) {
  const seen = await open.frames.keep(dependants);
  const shown = seen.map((dependant) => ({
    ...showSummary(dependant, open),
    rests_on: dependant.restsOn,
    distance: dependant.distance,
    recorded_ms: dependant.recordedMs,
  }));
  return { dependants: shown, count: shown.length, is_cut: hasMore };
}

type Shown = { readonly [field: string]: ReplyValue };

/** Summarizes a frame; a visible one is always about a node. */
function showSummary({ frameId, type, agent, subject }: FrameSummary, { addressOf }: OpenContext): Shown {
  return { frame: frameId, type, agent, address: addressOf(subject.id) };
}

/** Shows the inputs of a visible frame. */
function showInputs(inputs: readonly ExplainedInput[], open: OpenContext): readonly Shown[] {
  return inputs.map((input) => showInput(input, open));
}

function showInput(input: ExplainedInput, open: OpenContext): Shown {
  const { tree, addressOf } = open;
  switch (input.kind) {
    case 'external':
      return { kind: input.kind, name: input.name, value: input.value };
    case 'content': {
      // Hidden copies are not mentioned, so the paths are looked up again among the visible ones.
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
