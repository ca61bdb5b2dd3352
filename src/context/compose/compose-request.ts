/** A request to compose context: sources, order and bounds, with validation and defaults. */
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

/** The sources of frames with descriptions, nearest first; a node reached by several belongs to the first. */
export const frameSources = {
  node: 'The node itself.',
  parent: 'The directory it stands in.',
  ancestors: 'Every directory above it, up to the root.',
  siblings: 'What stands beside it in its directory.',
  children: 'What stands in it, where it is a directory.',
  related: 'The nodes at the paths in `related`.',
  subjects: 'The nodes at the paths in `subjects`, for instance those of a case.',
} as const;

/** Where a frame comes from. */
export type FrameSource = keyof typeof frameSources;

/** The built-in orders with descriptions; each ends with the frame's id, so there are no ties. */
export const frameOrders = {
  recency: 'The newest first.',
  type: 'By the list `types`, then by the name of the type, then the newest first.',
  agent: 'By the list `agents`, then by the name of the agent, then the newest first.',
  relevance: 'The highest score for `query` first, then the nearer source.',
} as const;

/** Which frames to include or exclude; a missing list does not filter. */
export type FrameFilter = {
  readonly types?: readonly string[] | undefined;
  readonly agents?: readonly string[] | undefined;
};

/** The maximum size of a composition; a missing bound is unlimited, and 0 is a valid bound. */
export type FrameBounds = {
  readonly maxFrames?: number | undefined;
  /** The total of all contents. */
  readonly maxBytes?: number | undefined;
  readonly maxTokens?: number | undefined;
};

/** A request to compose. */
export type ComposeRequest = {
  readonly path: string;
  /** Defaults to `node` and `ancestors`, plus `related` and `subjects` if their paths are given. */
  readonly sources?: readonly FrameSource[] | undefined;
  /** The name of a built-in or custom order; defaults to the one whose parameters the request has. */
  readonly order?: string | undefined;
  readonly query?: string | undefined;
  /** Types in priority order. */
  readonly types?: readonly string[] | undefined;
  /** Agents in priority order. */
  readonly agents?: readonly string[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly bounds?: FrameBounds;
  readonly include?: FrameFilter | undefined;
  readonly exclude?: FrameFilter | undefined;
  /** Leaves out stale frames; otherwise they are included and marked as stale. */
  readonly freshOnly?: boolean | undefined;
};

/** The reasons for leaving a frame out, with descriptions. */
export const leaveBounds = {
  frames: 'As many frames as asked for come before it.',
  bytes: 'Its content does not fit into the bytes that remain.',
  tokens: 'Its content does not fit into the tokens that remain.',
  duplicate: 'It is there already, or another frame of its type has the same content.',
  removed: 'Its content was removed from the ledger by the rules.',
  stale: 'It is stale, and only fresh frames were asked for.',
} as const;

/** Why a frame was left out. */
export type LeaveBound = keyof typeof leaveBounds;

/** A frame and its source. */
export type GatheredFrame = NodeFrame & {
  readonly path: string;
  readonly source: FrameSource;
  /** How well its content matches the query, if there is one; an integer. */
  readonly score?: number;
};

/** A frame of a composition. */
export type CompositionFrame = GatheredFrame & {
  /** The token count of its content, if tokens are bounded. */
  readonly tokens?: number;
};

/** A gathered frame left out of the composition. */
export type LeftOutFrame = { readonly frameId: FrameId; readonly path: string; readonly bound: LeaveBound };

/** The result of a request. */
export type Composition = {
  readonly frames: readonly CompositionFrame[];
  /** Removed, stale and duplicate frames by id, then those that did not fit, in order. */
  readonly leftOut: readonly LeftOutFrame[];
  /** The related paths and subjects that do not exist, by code point. */
  readonly missing: readonly string[];
  /** Totals of the included frames; tokens are null if not counted. */
  readonly totals: { readonly frames: number; readonly bytes: number; readonly tokens: number | null };
  readonly order: Versioned;
  /** The token counter used, or null. */
  readonly counter: Versioned | null;
};

/** A custom order: either an integer score per frame, highest first, or a comparison function. */
export type CustomOrder = Versioned &
  ({ score(frame: GatheredFrame): number } | { compare(left: GatheredFrame, right: GatheredFrame): number });

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Returns the registered orders by name; throws if one is misnamed, unversioned or duplicated. */
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

/** Returns an order as a comparison that throws on results that are not numbers. */
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

/** The documented limits. */
export const composeLimits = {
  /** Length of a path in characters. */
  pathLength: 16 * 1024,
  /** Length of a query in characters; it also keeps scores safe integers. */
  queryLength: 4 * 1024,
  /** Related paths or subjects in one request. */
  paths: 10_000,
  /** Types or agents in one list of a request. */
  names: 1_000,
  /** Frames gathered before the request's bounds apply. */
  gatheredFrames: 100_000,
  /** Bytes of content gathered before the request's bounds apply. */
  gatheredBytes: 512 * 1024 * 1024,
  /** Nodes read concurrently. */
  readsAtOnce: 16,
} as const;

/** A valid request with its sources and order resolved. */
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

/** Returns the plan for a request, or throws `usage` with the first problem. */
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

/** Names a misspelt source itself instead of its position in the list. */
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

/** Paths not used by any source would be silently ignored, so they are rejected. */
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
