/**
 * Takes frames in their order as long as they fit. One that does not fit is left out, and what comes after it may still
 * be taken: a large frame does not keep small ones out. So a tighter bound may bring in a frame that a wider one did
 * not reach, but never one that the unbounded composition does not have. No bound is ever passed.
 */
import { assertInvariant } from '../../kernel/index.ts';
import type { FrameBounds } from './compose-request.ts';
import type { CompositionFrame, LeftOutFrame } from './composition.ts';
import type { Candidate } from './gather-current.ts';
import type { LazyTokenCounter } from './lazy-token-counter.ts';
import { leftOutBy } from './set-aside.ts';

/** What was taken, what was not, and how much the taken frames are. */
export type Filled = {
  readonly frames: readonly CompositionFrame[];
  readonly leftOut: readonly LeftOutFrame[];
  readonly bytes: number;
  /** Null where tokens are not bounded. */
  readonly tokens: number | null;
};

/** Fills the bounds with candidates that have a content; tokens are counted only where everything else fits. */
export async function fillBounds(
  candidates: readonly Candidate[],
  bounds: FrameBounds,
  counter: LazyTokenCounter | undefined,
): Promise<Filled> {
  const { maxFrames = Infinity, maxBytes = Infinity, maxTokens = Infinity } = bounds;
  const frames: CompositionFrame[] = [];
  const leftOut: LeftOutFrame[] = [];
  let bytes = 0;
  let tokens = 0;
  for (const candidate of candidates) {
    const { content } = candidate.frame;
    assertInvariant(content, 'what is composed has a content');
    if (frames.length >= maxFrames) leftOut.push(leftOutBy(candidate, 'frames'));
    else if (content.length > maxBytes - bytes) leftOut.push(leftOutBy(candidate, 'bytes'));
    else {
      const counted = counter && (await countWithin(content, { counter, room: maxTokens - tokens }));
      if (counted === 'too-many') leftOut.push(leftOutBy(candidate, 'tokens'));
      else {
        frames.push(Object.freeze({ ...candidate.frame, ...(counted !== undefined && { tokens: counted }) }));
        bytes += content.length;
        tokens += counted ?? 0;
      }
    }
  }
  return { frames, leftOut, bytes, tokens: counter ? tokens : null };
}

type Room = { readonly counter: LazyTokenCounter; readonly room: number };

async function countWithin(content: Uint8Array, { counter, room }: Room): Promise<number | 'too-many'> {
  if (content.length === 0) return 0;
  if (content.length > room * counter.longestTokenBytes) return 'too-many';
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  const count = await counter.count(text);
  assertInvariant(Number.isSafeInteger(count) && count >= 0, 'a count of tokens is a whole number');
  return count > room ? 'too-many' : count;
}
