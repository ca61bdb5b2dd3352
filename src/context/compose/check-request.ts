/** Holds a request against its form, and fills in what it leaves open. */
import {
  cite,
  didYouMean,
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
import { type ComposeRequest, type FrameSource, frameOrders, frameSources } from './compose-request.ts';
import { type CustomOrder, customOrdersByName } from './custom-order.ts';

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
