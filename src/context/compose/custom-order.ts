/**
 * Orders that are registered by others. One is a pure function of the frames it is shown, named and versioned, so that
 * equal frames always come in equal order; what it leaves equal is ordered by id.
 */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import { frameOrders, type GatheredFrame } from './compose-request.ts';

/** An order by name: a whole number for each frame, the highest first, or a comparison as `sort` takes it. */
export type CustomOrder = Versioned &
  ({ score(frame: GatheredFrame): number } | { compare(left: GatheredFrame, right: GatheredFrame): number });

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Returns the registered orders by name, or refuses one that is misnamed, unversioned or there twice. */
export function customOrdersByName(orders: readonly CustomOrder[]): ReadonlyMap<string, CustomOrder> {
  const byName = new Map<string, CustomOrder>();
  for (const order of orders) {
    const { name, version } = order;
    if (typeof name !== 'string' || !NAME.test(name))
      refuse(name, 'needs a name of small letters, digits and -');
    if (typeof version !== 'string' || version === '') refuse(name, 'needs a version');
    if (!('score' in order || 'compare' in order)) refuse(name, 'needs `score` or `compare`');
    if (Object.hasOwn(frameOrders, name) || byName.has(name)) refuse(name, 'has a name that is taken');
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
        refuse(order.name, 'compared two frames to no number');
      return result;
    };
  }
  const scores = new Map<GatheredFrame, number>();
  const scoreOf = (frame: GatheredFrame) => {
    const score = scores.get(frame) ?? order.score(frame);
    if (!Number.isSafeInteger(score)) refuse(order.name, 'scored a frame with no whole number');
    scores.set(frame, score);
    return score;
  };
  return (left, right) => Math.sign(scoreOf(right) - scoreOf(left));
}

function refuse(name: unknown, problem: string): never {
  throw new PenumbraError('usage', `the order ${cite(String(name))} ${problem}`, {
    data: { order: String(name) },
    hint: 'correct the order where it is registered',
  });
}
