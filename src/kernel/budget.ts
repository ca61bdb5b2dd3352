/**
 * A budget spent on whole items in order. Whatever cuts a context or a working set asks here whether the next
 * item still fits; items are never taken in part.
 */

/** Costs by bound, for instance frames, bytes and tokens; a missing one is 0. */
type Costs<Bound extends string> = { readonly [Name in Bound]?: number };

/** A budget that is being spent. */
export type Budget<Bound extends string> = {
  left(bound: Bound): number;
  spent(bound: Bound): number;
  /** Returns the first bound the costs would exceed, in the order of the bounds, or null if they fit. */
  exceededBy(costs: Costs<Bound>): Bound | null;
  spend(costs: Costs<Bound>): void;
};

/** Opens a budget; a bound may be infinite. */
export function openBudget<Bound extends string>(bounds: Readonly<Record<Bound, number>>): Budget<Bound> {
  const names = Object.keys(bounds) as Bound[];
  const taken = new Map<Bound, number>();
  const spent = (bound: Bound): number => taken.get(bound) ?? 0;
  const left = (bound: Bound): number => bounds[bound] - spent(bound);
  return {
    left,
    spent,
    exceededBy: (costs) => names.find((bound) => (costs[bound] ?? 0) > left(bound)) ?? null,
    spend: (costs) => {
      for (const bound of names) taken.set(bound, spent(bound) + (costs[bound] ?? 0));
    },
  };
}
