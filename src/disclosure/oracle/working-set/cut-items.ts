/** The only place where a working set is cut: whole items, in order, until the budget is used up. */

import { canonicalText, openBudget, PenumbraError } from '../../../kernel/index.ts';
import type { Slices, WorkingSetItem } from '../../index.ts';
import type { BudgetPolicy, Slice, TruncationPolicy } from '../facts/policy.ts';
import type { TokenCounter } from '../knowledge/oracle.ts';
import type { ShapedItem } from './shape-items.ts';

/** The items that were kept, and the cost of those that were counted. */
export type CutOutcome = {
  readonly kept: Slices<ShapedItem>;
  /** The tokens of each counted item. */
  readonly costs: ReadonlyMap<ShapedItem, number>;
  readonly tokens: number;
};

/** What determines the cut. */
export type CutOptions = {
  readonly budget: BudgetPolicy;
  readonly truncation: TruncationPolicy;
  readonly counter: TokenCounter;
  /** The content of the pack apart from its items, as text; charged first. */
  readonly frame: string;
  /** Returns what anyone is shown of an item. Nothing else may affect how many other items fit. */
  readonly toldOf: (item: WorkingSetItem) => WorkingSetItem;
};

/** Cuts ordered items to the budget. */
export function cutItems(
  items: readonly ShapedItem[],
  { budget, truncation, counter, frame, toldOf }: CutOptions,
): CutOutcome {
  const room = openBudget({ tokens: budget.tokens });
  room.spend({ tokens: chargedFirst(budget, counter, frame) });
  const kept: Record<Slice, ShapedItem[]> = { facts: [], state: [], compactions: [] };
  const costs = new Map<ShapedItem, number>();
  for (const slice of truncation.serve) {
    for (const item of items) {
      if (item.candidate.slice !== slice) continue;
      const cost = counter.count(canonicalText(toldOf(item.shown))) + budget.item_overhead;
      costs.set(item, cost);
      const isOver = room.exceededBy({ tokens: cost }) !== null;
      if (isOver && truncation.overflow === 'stop') break;
      if (isOver) continue;
      kept[slice].push(item);
      room.spend({ tokens: cost });
    }
  }
  return { kept, costs, tokens: room.spent('tokens') };
}

function chargedFirst({ tokens, reserve }: BudgetPolicy, counter: TokenCounter, frame: string): number {
  const charged = reserve.task + reserve.style + reserve.contract + reserve.template + counter.count(frame);
  if (charged <= tokens) return charged;
  throw new PenumbraError(
    'invalid-configuration',
    'the budget does not even hold what stands beside the items',
    {
      data: { tokens, charged },
      hint: `allow at least ${charged} tokens`,
    },
  );
}
