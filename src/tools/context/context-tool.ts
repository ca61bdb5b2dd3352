/**
 * The tool `context`: reads what is recorded about the visible tree, and writes and derives more. Frames
 * about hidden paths, or based on such frames, never appear in replies or counts.
 */
import { type Composition, type FrameSource, viewOrders } from '../../context/index.ts';
import { contentId, fields, flag, isId, listOf, oneOf, satisfying, textUpTo } from '../../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from '../calls/argument-schema.ts';
import {
  type Annotations,
  type PreparedAct,
  READS,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { answerFaults, refuseContext } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { regenerateFrames, synthesizeFrames } from './derive-frames.ts';
import { explainContext } from './explain-context.ts';
import { getFrames } from './get-frames.ts';
import { getProduced, producedContext } from './get-produced.ts';
import { type OpenContext, openContext } from './open-context.ts';
import { readFrameHistory } from './read-frame-history.ts';
import { showFrames } from './show-frames.ts';

const name = lineOfTextUpTo(toolLimits.nameLength);
const maxFrames = wholeNumberUpTo(contextLimits.frames);
const frameId = satisfying(
  (value) => typeof value === 'string' && isId(value, 'frame'),
  'the whole id of a frame, `frame:` and 64 digits',
  { type: 'string' },
);
const policy = satisfying(
  (value) => (typeof value === 'string' ? name(value, '').length === 0 : isMapping(value)),
  'the name of a policy of synthesis, or a mapping with `policy` and its settings',
  { type: ['string', 'object'] },
);

/** The sources that lead to nodes around the place; other paths would need addresses of their own. */
const composedSources = ['node', 'parent', 'ancestors', 'siblings', 'children'] as const;

const ADDS: Annotations = { readOnly: false, destructive: false, openWorld: false };

export const contextTool: Tool = {
  name: 'context',
  description: 'Reads, writes and derives what is recorded about files.',
  commands: {
    get: {
      description: 'Reads what is recorded about a file or directory.',
      annotations: READS,
      shape: fields(
        { producer: oneOf(producedContext), maxFrames, order: oneOf(viewOrders), type: name, agent: name },
        [],
      ),
      run: (call) => (call.arguments.producer === undefined ? getFrames(call) : getProduced(call)),
    },
    compose: {
      description: 'Puts what is recorded around a place in order and within bounds.',
      annotations: READS,
      shape: fields(
        {
          query: textUpTo(contextLimits.queryLength),
          sources: listOf(oneOf(composedSources), contextLimits.names),
          order: name,
          maxFrames,
          maxTokens: wholeNumberUpTo(contextLimits.tokens),
        },
        [],
      ),
      run: composeFrames,
    },
    // A deleted file still has a history.
    history: {
      description: 'Reads all that was ever recorded about a place, the oldest first.',
      annotations: READS,
      shape: fields({ maxFrames }, []),
      requireExists: false,
      run: readFrameHistory,
    },
    explain: {
      description: 'Follows a record, or what lies at the address, to what it rests on and what rests on it.',
      annotations: READS,
      shape: fields({ frame: frameId }, []),
      requireExists: false,
      run: explainContext,
    },
    put: {
      description: 'Writes a record about the place.',
      annotations: { ...ADDS, idempotent: true },
      shape: fields({ type: name, content: textUpTo(contextLimits.putLength) }, ['type', 'content']),
      needs: 'context',
      run: putFrame,
    },
    synthesize: {
      description: 'Makes one record of a directory from those of its children.',
      annotations: { ...ADDS, idempotent: true },
      shape: fields({ type: name, output: name, policy, recursive: flag }, ['type']),
      needs: 'context',
      run: synthesizeFrames,
    },
    regenerate: {
      description: 'Makes what was derived of changed files anew.',
      annotations: { ...ADDS, idempotent: true },
      shape: fields({ recursive: flag }, []),
      needs: 'context',
      run: regenerateFrames,
    },
  },
};

/** A copy of plain JSON has no other prototype, but maps and dates do. */
function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

type PutArguments = { readonly type: string; readonly content: string };

/** Prepares `put`. */
async function putFrame(call: ToolCall): Promise<ToolResult | PreparedAct<'context'>> {
  const { place, reply } = call;
  const { type, content } = call.arguments as PutArguments;
  const open = await openContext(call);
  if (!open?.tree.at(open.path)) return { reply: reply.invalid('MCP-CTX-I-001') };
  const { path, tree } = open;
  // A frame is based on its subject, and the id of such a directory covers what is hidden in it.
  if (!tree.isClear(path))
    return refuseContext(reply, 'write about a file, or about a directory all of which is visible');
  return {
    intent: { type, content: contentId(content) },
    act: (context) =>
      answerFaults(reply, async () => {
        const changes = context.get(place.root);
        if (changes === undefined) return { reply: reply.invalid('MCP-CALL-I-002') };
        const { frameId, isNew } = await changes.putFrame({ path, type, content });
        const data = { resolved: place.address, type, frame: frameId, is_new: isNew };
        return { reply: reply.success('MCP-CTX-S-005', { data }), value: frameId };
      }),
  };
}

type ComposeArguments = {
  readonly query?: string;
  readonly sources?: readonly FrameSource[];
  readonly order?: string;
  readonly maxFrames?: number;
  readonly maxTokens?: number;
};

/** Answers `compose`. */
async function composeFrames(call: ToolCall): Promise<ToolResult> {
  const { place, reply } = call;
  const { maxFrames = contextLimits.defaultFrames, ...request } = call.arguments as ComposeArguments;
  const open = await openContext(call);
  if (!open?.tree.at(open.path)) return { reply: reply.invalid('MCP-CTX-I-001') };
  return answerFaults(reply, async () => {
    const composition = await open.reader.compose(open.path, {
      ...request,
      maxFrames,
      maxBytes: contextLimits.contentBytes,
      // Hidden frames are removed before anything is ordered, scored, counted or limited.
      keep: async (path, frames) =>
        open.tree.sees(path) && open.isOfRow(path) ? open.frames.keep(frames) : [],
    });
    const data = { resolved: place.address, ...showComposition(composition, open) };
    return { reply: reply.success('MCP-CTX-S-002', { data }), value: composition };
  });
}

function showComposition({ frames, leftOut, totals, order }: Composition, { addressOf }: OpenContext) {
  const shown = showFrames(frames).map((shownFrame, index) => {
    const { path = '', source = 'node', score, tokens } = frames[index] ?? {};
    const counted = { ...(score !== undefined && { score }), ...(tokens !== undefined && { tokens }) };
    return { address: addressOf(path), source, ...counted, ...shownFrame };
  });
  const unshown = leftOut
    .slice(0, contextLimits.listed)
    .map(({ frameId, path, bound }) => ({ frame: frameId, address: addressOf(path), bound }));
  return {
    frames: shown,
    count: shown.length,
    left_out: unshown,
    left_out_count: leftOut.length,
    totals: { ...totals },
    order: order.name,
  };
}
