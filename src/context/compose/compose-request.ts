/** What a caller asks of composing: from where, in which order, and how much. Checked, with its gaps filled. */
import {
  cite,
  didYouMean,
  type FrameId,
  fields,
  flag,
  listOf,
  type Misfit,
  oneOf,
  PenumbraError,
  type Shape,
  satisfying,
  textUpTo,
} from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import type { NodeFrame } from '../frames/read-node.ts';

/** The sources of frames with their meaning, the nearest first; a node that several lead to belongs to the first. */
export const frameSources = {
  node: 'The node itself.',
  parent: 'The directory it stands in.',
  ancestors: 'Every directory above it, up to the root.',
  siblings: 'What stands beside it in its directory.',
  children: 'What stands in it, where it is a directory.',
  related: 'The nodes at the paths in `related`.',
  subjects: 'The nodes at the paths in `subjects`, for instance those of a case.',
} as const;

/** Where a frame was gathered from. */
export type FrameSource = keyof typeof frameSources;

/** The orders that are always there, with their meaning; each ends with the frame's id, so none leaves a tie. */
export const frameOrders = {
  recency: 'The newest first.',
  type: 'By the list `types`, then by the name of the type, then the newest first.',
  agent: 'By the list `agents`, then by the name of the agent, then the newest first.',
  relevance: 'The highest score for `query` first, then the nearer source.',
} as const;

/** Which frames are wanted or unwanted; a list that is missing says nothing. */
export type FrameFilter = {
  readonly types?: readonly string[] | undefined;
  readonly agents?: readonly string[] | undefined;
};

/** What a composition may hold at most; a bound that is missing does not bind, and 0 is a bound. */
export type FrameBounds = {
  readonly maxFrames?: number | undefined;
  /** Of all contents together. */
  readonly maxBytes?: number | undefined;
  readonly maxTokens?: number | undefined;
};

/** A request to compose. */
export type ComposeRequest = {
  readonly path: string;
  /** `node` and `ancestors` where it is missing, and `related` and `subjects` where their paths are given. */
  readonly sources?: readonly FrameSource[] | undefined;
  /** A name of `frameOrders` or of a custom order; where it is missing, the one the request has words for. */
  readonly order?: string | undefined;
  readonly query?: string | undefined;
  /** The types in the order of their priority. */
  readonly types?: readonly string[] | undefined;
  /** The agents in the order of their priority. */
  readonly agents?: readonly string[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly bounds?: FrameBounds;
  readonly include?: FrameFilter | undefined;
  readonly exclude?: FrameFilter | undefined;
  /** Leaves stale frames out; otherwise they stand among the others and say that they are stale. */
  readonly freshOnly?: boolean | undefined;
};

/** Why a gathered frame is not in a composition, with its meaning in one sentence. */
export const leaveBounds = {
  frames: 'As many frames as asked for come before it.',
  bytes: 'Its content does not fit into the bytes that remain.',
  tokens: 'Its content does not fit into the tokens that remain.',
  duplicate: 'It is there already, or another frame of its type has the same content.',
  removed: 'Its content was removed from the ledger by the rules.',
  stale: 'It is stale, and only fresh frames were asked for.',
} as const;

/** What kept a frame out. */
export type LeaveBound = keyof typeof leaveBounds;

/** A frame with where it was gathered. */
export type GatheredFrame = NodeFrame & {
  readonly path: string;
  readonly source: FrameSource;
  /** How well its content answers the query, where there is one; a whole number. */
  readonly score?: number;
};

/** A frame of a composition. */
export type CompositionFrame = GatheredFrame & {
  /** How many tokens its content has, where tokens are bounded. */
  readonly tokens?: number;
};

/** A gathered frame that is not in the composition. */
export type LeftOutFrame = { readonly frameId: FrameId; readonly path: string; readonly bound: LeaveBound };

/** The answer to a request; what it shows was read, and nothing was written. */
export type Composition = {
  readonly frames: readonly CompositionFrame[];
  /** Removed, stale and duplicate ones by id, then those that did not fit, in the order they would have had. */
  readonly leftOut: readonly LeftOutFrame[];
  /** The related paths and subjects where there is no node, by code point. */
  readonly missing: readonly string[];
  /** Of the frames; tokens are null where they were not counted. */
  readonly totals: { readonly frames: number; readonly bytes: number; readonly tokens: number | null };
  readonly order: Versioned;
  /** What counted tokens, or null. */
  readonly counter: Versioned | null;
};

/** An order by name: a whole number for each frame, the highest first, or a comparison as `sort` takes it. */
export type CustomOrder = Versioned &
  ({ score(frame: GatheredFrame): number } | { compare(left: GatheredFrame, right: GatheredFrame): number });

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Returns the registered orders by name, or refuses one that is misnamed, unversioned or there twice. */
function customOrdersByName(orders: readonly CustomOrder[]): ReadonlyMap<string, CustomOrder> {
  const byName = new Map<string, CustomOrder>();
  for (const order of orders) {
    const { name, version } = order;
    if (typeof name !== 'string' || !NAME.test(name))
      refuseOrder(name, 'needs a name of small letters, digits and -');
    if (typeof version !== 'string' || version === '') refuseOrder(name, 'needs a version');
    if (!('score' in order || 'compare' in order)) refuseOrder(name, 'needs `score` or `compare`');
    if (Object.hasOwn(frameOrders, name) || byName.has(name)) refuseOrder(name, 'has a name that is taken');
    byName.set(name, order);
  }
  return byName;
}

/** Returns an order as a comparison that faults on what is no number. */
export function comparisonOf(order: CustomOrder): (left: GatheredFrame, right: GatheredFrame) => number {
  if ('compare' in order) {
    return (left, right) => {
      const result = order.compare(left, right);
      if (typeof result !== 'number' || Number.isNaN(result))
        refuseOrder(order.name, 'compared two frames to no number');
      return result;
    };
  }
  const scores = new Map<GatheredFrame, number>();
  const scoreOf = (frame: GatheredFrame) => {
    const score = scores.get(frame) ?? order.score(frame);
    if (!Number.isSafeInteger(score)) refuseOrder(order.name, 'scored a frame with no whole number');
    scores.set(frame, score);
    return score;
  };
  return (left, right) => Math.sign(scoreOf(right) - scoreOf(left));
}

function refuseOrder(name: unknown, problem: string): never {
  throw new PenumbraError('usage', `the order ${cite(String(name))} ${problem}`, {
    data: { order: String(name) },
    hint: 'correct the order where it is registered',
  });
}

/** The documented bounds. */
export const composeLimits = {
  /** How long a path may be, in characters. */
  pathLength: 16 * 1024,
  /** How long a query may be, in characters; it also keeps scores safe integers. */
  queryLength: 4 * 1024,
  /** How many related paths or subjects one request names. */
  paths: 10_000,
  /** How many types or agents one list of a request names. */
  names: 1_000,
  /** How many frames are gathered before any bound of the request is looked at. */
  gatheredFrames: 100_000,
  /** How many bytes of content are gathered before any bound of the request is looked at. */
  gatheredBytes: 512 * 1024 * 1024,
  /** How many nodes are read at once. */
  readsAtOnce: 16,
} as const;

/** A request that fits, with its sources and order settled. */
export type ComposePlan = ComposeRequest & {
  readonly sources: readonly FrameSource[];
  readonly order: string;
  readonly customOrder: CustomOrder | undefined;
};

const wholeNumber = satisfying(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number of at least 0',
);
const sourceNames = Object.keys(frameSources) as FrameSource[];
const paths = listOf(textUpTo(composeLimits.pathLength), composeLimits.paths);
const names = listOf(textUpTo(composeLimits.pathLength), composeLimits.names);
const filter = fields({ types: names, agents: names }, []);

/** Returns the plan of a request, or throws `usage` with the first thing that does not fit. */
export function checkRequest(request: ComposeRequest, orders: readonly CustomOrder[]): ComposePlan {
  const customOrders = customOrdersByName(orders);
  const shape = requestShape([...Object.keys(frameOrders), ...customOrders.keys()]);
  const [misfit] = shape(request, 'a request');
  requireSources(request);
  if (misfit) refuse(misfit);
  const order = request.order ?? orderFor(request);
  if (order === 'relevance' && request.query === undefined) refuse(missing('query', 'the order `relevance`'));
  return { ...request, sources: sourcesOf(request), order, customOrder: customOrders.get(order) };
}

/** A misspelt source is told as itself, not by its place in a list. */
function requireSources(request: ComposeRequest | null | undefined): void {
  const sources: unknown = request?.sources;
  if (!Array.isArray(sources)) return;
  const strange = sources.find((name) => typeof name === 'string' && !Object.hasOwn(frameSources, name));
  if (strange === undefined) return;
  throw new PenumbraError('usage', `unknown source ${cite(strange)}${didYouMean(strange, sourceNames)}`, {
    data: { path: ['sources'] },
    hint: `sources: ${sourceNames.join(', ')}`,
  });
}

function requestShape(orders: readonly string[]): Shape {
  return fields(
    {
      path: textUpTo(composeLimits.pathLength),
      sources: listOf(oneOf(sourceNames), composeLimits.names),
      order: oneOf(orders),
      query: textUpTo(composeLimits.queryLength),
      types: names,
      agents: names,
      related: paths,
      subjects: paths,
      bounds: fields({ maxFrames: wholeNumber, maxBytes: wholeNumber, maxTokens: wholeNumber }, []),
      include: filter,
      exclude: filter,
      freshOnly: flag,
    },
    ['path'],
  );
}

function orderFor({ query, types, agents }: ComposeRequest): string {
  if (query !== undefined) return 'relevance';
  if (types !== undefined) return 'type';
  return agents === undefined ? 'recency' : 'agent';
}

/** Paths that no source takes up would be passed over in silence, so they are refused. */
function sourcesOf({ sources, related, subjects }: ComposeRequest): readonly FrameSource[] {
  const given = { related, subjects };
  const lists = (['related', 'subjects'] as const).filter((list) => given[list] !== undefined);
  const asked = new Set<FrameSource>(sources ?? ['node', 'ancestors', ...lists]);
  for (const list of lists)
    if (!asked.has(list)) refuse(missing(list, `\`sources\`, although \`${list}\` is given`));
  return sourceNames.filter((source) => asked.has(source));
}

function missing(key: string, where: string): Misfit {
  const message = `\`${key}\` is missing for ${where}`;
  return { path: [key], problem: 'missing', message, remedy: `add \`${key}\`` };
}

function refuse({ path, message, remedy }: Misfit): never {
  throw new PenumbraError('usage', message, { data: { path }, hint: remedy });
}
