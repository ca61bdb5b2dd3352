/** The one truncator: whole items, in order, while the budget lasts. Nothing after it cuts. */
import type { WorkingSetItem } from '../disclosure/index.ts';
import { canonicalText, PenumbraError } from '../kernel/index.ts';
import type { BudgetPolicy, Slice, TruncationPolicy } from './policy.ts';
import type { TokenCounter } from './token-counter.ts';

/** The items of a working set by slice. */
export type Slices<Item> = Readonly<Record<Slice, readonly Item[]>>;

/** What became of the items: kept, or cut by the budget. */
export type CutOutcome<Item> = {
  readonly kept: Slices<Item>;
  readonly cut: readonly Item[];
  readonly tokens: number;
};

/** What a cut goes by. */
export type CutOptions = {
  readonly budget: BudgetPolicy;
  readonly truncation: TruncationPolicy;
  readonly counter: TokenCounter;
  /** What the pack holds beside its items, as text; it is charged first. */
  readonly frame: string;
};

/** Cuts ordered items to the budget. */
export function cutItems<Item extends { readonly item: WorkingSetItem }>(
  slices: Slices<Item>,
  { budget, truncation, counter, frame }: CutOptions,
): CutOutcome<Item> {
  let left = budget.tokens - chargedFirst(budget, counter, frame);
  const kept: Record<Slice, readonly Item[]> = { facts: [], state: [], compactions: [] };
  for (const slice of truncation.serve) {
    const fitting: Item[] = [];
    for (const candidate of slices[slice]) {
      const cost = counter.count(canonicalText(candidate.item)) + budget.item_overhead;
      if (cost > left && truncation.overflow === 'stop') break;
      if (cost > left) continue;
      fitting.push(candidate);
      left -= cost;
    }
    kept[slice] = fitting;
  }
  const held = new Set(Object.values(kept).flat());
  const cut = Object.values(slices).flatMap((items) => items.filter((item) => !held.has(item)));
  return { kept, cut, tokens: budget.tokens - left };
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
