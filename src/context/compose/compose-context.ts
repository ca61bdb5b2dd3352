/**
 * Composes the context of a node: gathers surrounding frames, removes duplicates, sorts them, and takes what
 * fits. Equal trees, frames and requests give equal compositions, regardless of the store and of how the
 * frames got there. Read-only.
 */
import {
  assertInvariant,
  type ContentId,
  compareCodePoints,
  openBudget,
  PenumbraError,
} from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import { proseTerms, type TermCounts } from '../producers/terms.ts';
import { sourceText } from '../scan/byte-text.ts';
import { createBm25Corpus } from './bm25.ts';
import {
  type ComposePlan,
  type ComposeRequest,
  type Composition,
  type CompositionFrame,
  type CustomOrder,
  checkRequest,
  comparisonOf,
  type FrameBounds,
  type LeaveBound,
  type LeftOutFrame,
} from './compose-request.ts';
import {
  byIdAndPath,
  type Candidate,
  type ContextReader,
  gatherCurrent,
  gatherPlaces,
} from './gather-current.ts';

/** What composing needs besides the tree. */
export type ComposeServices = {
  /** Required if a request bounds tokens; otherwise unused. */
  readonly counter?: LazyTokenCounter;
  readonly orders?: readonly CustomOrder[] | undefined;
};

/**
 * Returns the frames around a node, ordered and within bounds, along with everything left out.
 *
 * @example await composeContext(reader, { path: 'src/a.ts', query: 'timeout', bounds: { maxTokens: 4000 } },
 * { counter })
 */
export async function composeContext(
  reader: ContextReader,
  request: ComposeRequest,
  services: ComposeServices = {},
): Promise<Composition> {
  const plan = checkRequest(request, services.orders ?? []);
  const bounds = plan.bounds ?? {};
  const counter = bounds.maxTokens === undefined ? undefined : requireCounter(services);
  const { places, missing } = gatherPlaces(reader, plan);
  const candidates = scoreFrames(await gatherCurrent(reader, places, plan), plan.query);
  const { kept, leftOut } = splitCandidates(candidates, { freshOnly: plan.freshOnly ?? false });
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

type Compare = (left: Candidate, right: Candidate) => number;

/** Sorts candidates; an inconsistent custom comparison still leaves them in some order. */
function orderFrames(candidates: readonly Candidate[], plan: ComposePlan): readonly Candidate[] {
  const compare = compareFor(plan);
  return candidates.toSorted((left, right) => compare(left, right) || byIdAndPath(left, right));
}

function compareFor({ order, customOrder, types, agents }: ComposePlan): Compare {
  if (customOrder) {
    const compare = comparisonOf(customOrder);
    return (left, right) => compare(left.frame, right.frame);
  }
  if (order === 'type') return byPriority('type', types);
  if (order === 'agent') return byPriority('agent', agents);
  return order === 'relevance' ? byRelevance : byRecency;
}

function byRecency({ frame: left }: Candidate, { frame: right }: Candidate): number {
  return right.recordedMs - left.recordedMs;
}

function byRelevance(left: Candidate, right: Candidate): number {
  return (right.frame.score ?? 0) - (left.frame.score ?? 0) || left.nearness - right.nearness;
}

/** Listed values come first, in list order; the rest are sorted by name. */
function byPriority(field: 'type' | 'agent', list: readonly string[] = []): Compare {
  const ranks = new Map<string, number>();
  for (const [index, name] of list.entries()) if (!ranks.has(name)) ranks.set(name, index);
  const rankOf = (name: string) => ranks.get(name) ?? list.length;
  return (left, right) => {
    const [a, b] = [left.frame[field], right.frame[field]];
    return rankOf(a) - rankOf(b) || compareCodePoints(a, b) || byRecency(left, right);
  };
}

/** Adds scores to the candidates; without a query, returns them unchanged. */
function scoreFrames(candidates: readonly Candidate[], query: string | undefined): readonly Candidate[] {
  if (query === undefined) return candidates;
  const documents = new Map<ContentId, TermCounts>();
  for (const { frame } of candidates) {
    if (frame.content !== null && !documents.has(frame.contentId))
      documents.set(frame.contentId, contentTerms(frame.content));
  }
  const corpus = createBm25Corpus(documents, 'faint');
  const values = corpus.score(textTerms(query));
  const scores = new Map(corpus.keys.map((key, index) => [key, values[index] ?? 0]));
  return candidates.map(({ frame, nearness }) => ({
    frame: Object.freeze({ ...frame, score: scores.get(frame.contentId) ?? 0 }),
    nearness,
  }));
}

const RUN = /[\p{L}\p{M}\p{N}_$]+/gu;
const DIGIT = /\p{N}/u;

/**
 * Counts the terms of a text. The corpus is every gathered content once: it depends only on the tree and on
 * visibility, so neither bounds nor the order of frames change a score.
 */
export function textTerms(text: string): TermCounts {
  const counts = proseTerms(text);
  for (const run of text.match(RUN) ?? []) {
    if (!DIGIT.test(run)) continue;
    const term = run.toLowerCase();
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** Counts the terms in the first bytes of a content; binary content has none. */
function contentTerms(content: Uint8Array): TermCounts {
  const text = sourceText(content);
  return text === undefined ? new Map() : textTerms(text);
}

/** What fits, what does not, and the size of what fits. */
type Filled = {
  readonly frames: readonly CompositionFrame[];
  readonly leftOut: readonly LeftOutFrame[];
  readonly bytes: number;
  /** Null if tokens are not bounded. */
  readonly tokens: number | null;
};

/** Fills the bounds with candidates that have content; tokens are counted only if everything else fits. */
async function fillBounds(
  candidates: readonly Candidate[],
  bounds: FrameBounds,
  counter: LazyTokenCounter | undefined,
): Promise<Filled> {
  const { maxFrames = Infinity, maxBytes = Infinity, maxTokens = Infinity } = bounds;
  const budget = openBudget({ frames: maxFrames, bytes: maxBytes, tokens: maxTokens });
  const frames: CompositionFrame[] = [];
  const leftOut: LeftOutFrame[] = [];
  for (const candidate of candidates) {
    const { content } = candidate.frame;
    assertInvariant(content, 'what is composed has a content');
    const costs = { frames: 1, bytes: content.length };
    const isCounted = counter !== undefined && budget.exceededBy(costs) === null;
    const tokens = isCounted ? await countTokens(content, counter, budget.left('tokens')) : undefined;
    const bound = budget.exceededBy({ ...costs, tokens: tokens ?? 0 });
    if (bound !== null) {
      leftOut.push(leftOutBy(candidate, bound));
      continue;
    }
    frames.push(Object.freeze({ ...candidate.frame, ...(tokens !== undefined && { tokens }) }));
    budget.spend({ ...costs, tokens: tokens ?? 0 });
  }
  return { frames, leftOut, bytes: budget.spent('bytes'), tokens: counter ? budget.spent('tokens') : null };
}

/** Counts the tokens of a content; one too long to fit the remaining tokens is not counted. */
async function countTokens(content: Uint8Array, counter: LazyTokenCounter, left: number): Promise<number> {
  if (content.length === 0) return 0;
  if (content.length > left * counter.longestTokenBytes) return Infinity;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  const count = await counter.count(text);
  assertInvariant(Number.isSafeInteger(count) && count >= 0, 'a count of tokens is a whole number');
  return count;
}

/** Counts the tokens of texts. */
export interface LazyTokenCounter {
  readonly name: string;
  readonly version: string;
  /** The most bytes a token can represent. A text too long for the remaining tokens need not be counted. */
  readonly longestTokenBytes: number;
  /** Returns how many tokens a text has, a whole number. */
  count(text: string): Promise<number>;
}

/** Sorted candidates for the composition, and the excluded ones by id and path. */
type Sorted = { readonly kept: readonly Candidate[]; readonly leftOut: readonly LeftOutFrame[] };

/**
 * Splits candidates into kept and excluded. Of duplicates, the one from the nearest source is kept, then a
 * fresh one, then the newest.
 */
function splitCandidates(candidates: readonly Candidate[], { freshOnly }: { freshOnly: boolean }): Sorted {
  const kept: Candidate[] = [];
  const leftOut: { readonly candidate: Candidate; readonly bound: LeaveBound }[] = [];
  const seen = new Set<string>();
  for (const candidate of candidates.toSorted(bestFirst)) {
    const { frameId, content, contentId, type, fresh } = candidate.frame;
    const sameContent = `${contentId} ${type}`;
    const leave = (bound: LeaveBound) => leftOut.push({ candidate, bound });
    if (content === null) leave('removed');
    else if (freshOnly && !fresh) leave('stale');
    else if (seen.has(frameId) || seen.has(sameContent)) leave('duplicate');
    else {
      seen.add(frameId).add(sameContent);
      kept.push(candidate);
    }
  }
  leftOut.sort((left, right) => byIdAndPath(left.candidate, right.candidate));
  return {
    kept,
    leftOut: leftOut.map(({ candidate, bound }) => leftOutBy(candidate, bound)),
  };
}

/** Describes why a candidate was left out. */
function leftOutBy({ frame }: Candidate, bound: LeaveBound): LeftOutFrame {
  return Object.freeze({ frameId: frame.frameId, path: frame.path, bound });
}

function bestFirst(left: Candidate, right: Candidate): number {
  return (
    left.nearness - right.nearness ||
    Number(right.frame.fresh) - Number(left.frame.fresh) ||
    right.frame.recordedMs - left.frame.recordedMs ||
    byIdAndPath(left, right)
  );
}
