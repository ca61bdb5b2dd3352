/**
 * Composes the context of a node: gathers what stands around it, puts it in one order without duplicates, and takes
 * what fits. Equal trees, frames and requests give equal compositions, whatever store they lie in and however they came
 * there. Nothing is written.
 */
import { PenumbraError } from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import { type ComposePlan, checkRequest } from './check-request.ts';
import type { ComposeRequest } from './compose-request.ts';
import type { Composition } from './composition.ts';
import type { ContextReader } from './context-reader.ts';
import type { CustomOrder } from './custom-order.ts';
import { fillBounds } from './fill-bounds.ts';
import { gatherCurrent } from './gather-current.ts';
import { gatherPlaces } from './gather-places.ts';
import type { LazyTokenCounter } from './lazy-token-counter.ts';
import { orderFrames } from './order-frames.ts';
import { scoreFrames } from './score-frames.ts';
import { setAside } from './set-aside.ts';

/** What composing uses beside the tree. */
export type ComposeServices = {
  /** Needed where a request bounds tokens, and not touched where it does not. */
  readonly counter?: LazyTokenCounter;
  readonly orders?: readonly CustomOrder[] | undefined;
};

/**
 * Returns the frames around a node in order and within bounds, with all that was left out.
 *
 * @example
 * await composeContext(reader, { path: 'src/a.ts', query: 'timeout', bounds: { maxTokens: 4000 } }, { counter })
 */
export async function composeContext(
  reader: ContextReader,
  request: ComposeRequest,
  means: ComposeServices = {},
): Promise<Composition> {
  const plan = checkRequest(request, means.orders ?? []);
  const bounds = plan.bounds ?? {};
  const counter = bounds.maxTokens === undefined ? undefined : requireCounter(means);
  const { places, missing } = gatherPlaces(reader, plan);
  const candidates = scoreFrames(await gatherCurrent(reader, places, plan), plan.query);
  const { kept, leftOut } = setAside(candidates, { freshOnly: plan.freshOnly ?? false });
  const filled = await fillBounds(orderFrames(kept, plan), bounds, counter);
  return Object.freeze({
    frames: Object.freeze(filled.frames),
    leftOut: Object.freeze([...leftOut, ...filled.leftOut]),
    missing: Object.freeze(missing),
    totals: Object.freeze({ frames: filled.frames.length, bytes: filled.bytes, tokens: filled.tokens }),
    order: orderOf(plan),
    counter: counter ? pinned(counter) : null,
  });
}

const BUILT_IN_VERSION = '1';

function orderOf({ order, customOrder }: ComposePlan): Versioned {
  return pinned(customOrder ?? { name: order, version: BUILT_IN_VERSION });
}

function pinned({ name, version }: Versioned): Versioned {
  return Object.freeze({ name, version });
}

function requireCounter({ counter }: ComposeServices): LazyTokenCounter {
  if (counter) return counter;
  throw new PenumbraError('usage', 'a bound of tokens needs something that counts tokens', {
    hint: 'pass a token counter, or bound frames or bytes',
  });
}
