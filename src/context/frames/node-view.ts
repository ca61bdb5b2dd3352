/** What a reader asks of a node's frames: which, in which order, and how many. Checked before anything is read. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';

/** The orders of frames. */
export const viewOrders = ['recency', 'type', 'agent'] as const;

/** How frames are ordered: newest first, or by the names of types or agents and then newest first. */
export type ViewOrder = (typeof viewOrders)[number];

/** A place in a history: a number in it, or a time. */
export type Moment = number | Date;

/** A view of a node; what is left out does not narrow it. */
export type NodeView = {
  readonly maxFrames?: number | undefined;
  readonly order?: ViewOrder | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly agent?: string | readonly string[] | undefined;
  readonly since?: Moment | undefined;
  readonly until?: Moment | undefined;
  /** Every frame there ever was instead of those that stand. */
  readonly history?: boolean | undefined;
};

/** The most frames of one answer, unless it is asked for fewer. */
export const MOST_FRAMES = 1_000;

/** A view with nothing left open. */
export type CheckedView = {
  readonly maxFrames: number;
  readonly order: ViewOrder;
  readonly types: ReadonlySet<string> | null;
  readonly agents: ReadonlySet<string> | null;
  readonly since: Moment | null;
  readonly until: Moment | null;
  readonly isHistory: boolean;
};

/** Fills a view, or throws `usage`. */
export function checkView(view: NodeView = {}): CheckedView {
  const { maxFrames = MOST_FRAMES, order = 'recency' } = view;
  if (!Number.isSafeInteger(maxFrames) || maxFrames < 0)
    throw new PenumbraError('usage', `${cite(String(maxFrames))} is not a number of frames`);
  if (!viewOrders.includes(order))
    throw new PenumbraError(
      'usage',
      `unknown order ${cite(String(order))}${didYouMean(String(order), viewOrders)}`,
      {
        hint: `orders: ${viewOrders.join(', ')}`,
      },
    );
  return {
    maxFrames: Math.min(maxFrames, MOST_FRAMES),
    order,
    types: namesIn(view.type),
    agents: namesIn(view.agent),
    since: checkMoment(view.since),
    until: checkMoment(view.until),
    isHistory: view.history === true,
  };
}

/** Tells whether a frame was recorded within the times or numbers of a view; both ends belong to it. */
export function isInRange(
  { since, until }: Pick<CheckedView, 'since' | 'until'>,
  place: { readonly sequence: number; readonly recordedMs: number },
): boolean {
  const at = (moment: Moment) =>
    typeof moment === 'number' ? place.sequence - moment : place.recordedMs - moment.getTime();
  return (since === null || at(since) >= 0) && (until === null || at(until) <= 0);
}

function namesIn(names: string | readonly string[] | undefined): ReadonlySet<string> | null {
  if (names === undefined) return null;
  return new Set(typeof names === 'string' ? [names] : names);
}

function checkMoment(moment: Moment | undefined): Moment | null {
  if (moment === undefined) return null;
  const isFit =
    typeof moment === 'number' ? Number.isSafeInteger(moment) : Number.isFinite(moment?.getTime?.());
  if (isFit) return moment;
  throw new PenumbraError('usage', `${cite(String(moment))} is neither a number in a history nor a time`);
}
