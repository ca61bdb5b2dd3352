/**
 * The commands `context synthesize` and `context regenerate`. A frame derived for a directory is based on
 * everything in it, so both are rejected if part of it is hidden or governed by another row of the policy.
 */
import { ROOT_PATH, readPolicy, type StaleFrame, type WaveMove } from '../../context/index.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Intent, PreparedAct, ToolCall, ToolResult } from '../calls/tool-command.ts';
import type { ContextChanges } from '../ports/context.ts';
import { answerFaults, refuseContext } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { type OpenContext, openContext } from './open-context.ts';

type SynthesizeArguments = {
  readonly type: string;
  readonly output?: string;
  readonly policy?: string | object;
  readonly recursive?: boolean;
};

/** Prepares `synthesize`. */
export async function synthesizeFrames(call: ToolCall): Promise<ToolResult | PreparedAct<'context'>> {
  const { type, output, policy: given, recursive = false } = call.arguments as SynthesizeArguments;
  const policy = given === undefined ? undefined : readGiven(given);
  if (policy === null) return refuseContext(call.reply, POLICY_REMEDY);
  const intent = {
    type,
    recursive,
    ...(output !== undefined && { output }),
    ...(policy !== undefined && { policy: policy as CanonicalValue }),
  };
  return prepareDerivation(call, intent, async (changes, open) => {
    const made = await changes.synthesize({ path: open.path, type, output, policy, recursive });
    const children = await open.frames.keep(made.children);
    const data = { resolved: call.place.address, frame: made.frameId, children: children.length };
    return { reply: call.reply.success('MCP-CTX-S-006', { data }), value: made.frameId };
  });
}

/** Prepares `regenerate`. */
export async function regenerateFrames(call: ToolCall): Promise<ToolResult | PreparedAct<'context'>> {
  const { recursive = false } = call.arguments as { readonly recursive?: boolean };
  return prepareDerivation(call, { recursive }, async (changes, open) => {
    const moves: WaveMove[] = [];
    const onMove = (move: WaveMove) => void moves.push(move);
    const { stale } = await changes.regenerate({ path: open.path, recursive, onMove });
    const data = { resolved: call.place.address, ...(await showMoves(open, moves, stale)) };
    return { reply: call.reply.success('MCP-CTX-S-007', { data }) };
  });
}

const POLICY_REMEDY =
  'name one of concatenation, summarisation, filtering, or write it with its settings, as in {"policy": "summarisation", "maxLines": 3}';
const HIDDEN_REMEDY = 'name a directory all of which is visible and comes under one row of the policy';

async function prepareDerivation(
  call: ToolCall,
  intent: Intent,
  derive: (changes: ContextChanges, open: OpenContext) => Promise<ToolResult>,
): Promise<ToolResult | PreparedAct<'context'>> {
  const { place, reply } = call;
  const open = await openContext(call);
  if (!open?.tree.at(open.path)) return { reply: reply.invalid('MCP-CTX-I-001') };
  const { tree, path } = open;
  const isOneRow = path !== ROOT_PATH || tree.childNames(path).every(open.isOfRow);
  if (!tree.isClear(path) || !isOneRow) return refuseContext(reply, HIDDEN_REMEDY);
  return {
    intent,
    act: (context) => {
      const changes = context.get(place.root);
      if (changes === undefined) return { reply: reply.invalid('MCP-CALL-I-002') };
      return answerFaults(reply, () => derive(changes, open));
    },
  };
}

/** Reports only the frames that the call sees; other regenerated frames are based on something hidden. */
async function showMoves(
  { frames, addressOf }: OpenContext,
  moves: WaveMove[],
  stale: readonly StaleFrame[],
) {
  const seenMoves = await frames.keep(moves);
  const seenStale = await frames.keep(stale);
  const regenerated = seenMoves.filter(({ move }) => move === 'regenerated').length;
  return {
    regenerated,
    cut_off: seenMoves.length - regenerated,
    stale: seenStale.slice(0, contextLimits.listed).map(({ path, frameId, type, agent, stale: why }) => ({
      address: addressOf(path),
      frame: frameId,
      type,
      agent,
      reason: why.reason,
    })),
    stale_count: seenStale.length,
  };
}

/** Reads a policy by name or with its settings; null if it is invalid. */
function readGiven(given: string | object) {
  try {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return readPolicy(text, { custom: new Map() });
  } catch {
    return null;
  }
}
