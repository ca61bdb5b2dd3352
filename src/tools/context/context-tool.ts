/**
 * The tool `context`: what is recorded about the visible tree, and writing and deriving more of it. Frames about hidden
 * paths, and those that rest on such, are in no answer and no count.
 */
import { viewOrders } from '../../context/index.ts';
import { fields, flag, isId, listOf, oneOf, satisfying, textUpTo } from '../../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import { type Annotations, READS, type Tool } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { composedSources, composeFrames } from './compose-frames.ts';
import { contextLimits } from './context-limits.ts';
import { regenerateFrames, synthesizeFrames } from './derive-frames.ts';
import { explainContext } from './explain-context.ts';
import { getFrames } from './get-frames.ts';
import { getProduced, producedContext } from './get-produced.ts';
import { putFrame } from './put-frame.ts';
import { readFrameHistory } from './read-frame-history.ts';

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

const ADDS: Annotations = { readOnly: false, destructive: false, openWorld: false };

/** The tool `context`. */
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
    // What is gone still has a past.
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

/** A copy of plain JSON has no other prototype; maps and dates do. */
function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
