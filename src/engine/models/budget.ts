/**
 * How much a run may spend on its model. An answer is paid for once it is on record; what is under way is held back, so
 * that no ask is begun that could go past the limit.
 */

import { PenumbraError } from '../../kernel/index.ts';
import type { ModelUsage } from '../../pipeline/agents/index.ts';
import { costOf, formatAmount, type Price } from './prices.ts';

/** The limits of a run: tokens, in and out together, and money in millionths. */
export type SpendingLimits = {
  readonly maxTokens?: number | undefined;
  readonly maxCost?: bigint | undefined;
};

/** What was spent. */
export type Spending = {
  readonly answers: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether some of it is an estimate. */
  readonly isEstimated: boolean;
};

/** The budget of a run. */
export type Budget = {
  /** Waits until an ask of this size fits, or throws `stopped`; returns what ends the ask, with what it took if it was answered. */
  begin(most: Tokens): Promise<(taken?: ModelUsage) => void>;
  spent(): Spending;
};

type Tokens = Pick<ModelUsage, 'inputTokens' | 'outputTokens'>;

const sum = (one: Tokens, other: Tokens): Tokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/** Opens a budget of which some was spent before. */
export function openBudget(
  { maxTokens, maxCost }: SpendingLimits,
  { price, before, goOn }: { readonly price: Price | null; readonly before: Spending; readonly goOn: string },
): Budget {
  let spent = before;
  const open = new Set<Tokens>();
  let changed = Promise.withResolvers<void>();
  const isBeyond = (tokens: Tokens) =>
    (maxTokens !== undefined && tokens.inputTokens + tokens.outputTokens > maxTokens) ||
    (maxCost !== undefined && price !== null && costOf(price, tokens) > maxCost);
  return {
    spent: () => spent,
    async begin(most) {
      // What others hold back may come free.
      while (isBeyond([...open].reduce(sum, sum(spent, most)))) {
        if (open.size === 0) throw exhausted({ maxTokens, maxCost }, { spent, price, goOn });
        await changed.promise;
      }
      open.add(most);
      return (taken) => {
        open.delete(most);
        if (taken !== undefined) spent = addUsage(spent, taken);
        changed.resolve();
        changed = Promise.withResolvers<void>();
      };
    },
  };
}

/** Adds what one answer took. */
export function addUsage(spent: Spending, { inputTokens, outputTokens, isEstimated }: ModelUsage): Spending {
  return {
    ...sum(spent, { inputTokens, outputTokens }),
    answers: spent.answers + 1,
    isEstimated: spent.isEstimated || isEstimated,
  };
}

function exhausted(
  { maxTokens, maxCost }: SpendingLimits,
  { spent, price, goOn }: { readonly spent: Spending; readonly price: Price | null; readonly goOn: string },
): PenumbraError {
  const tokens = spent.inputTokens + spent.outputTokens;
  const limits = [
    ...(maxTokens === undefined ? [] : [`${tokens} of ${maxTokens} tokens`]),
    ...(maxCost === undefined || price === null
      ? []
      : [`${formatAmount(costOf(price, spent))} of ${formatAmount(maxCost)} USD`]),
  ];
  return new PenumbraError(
    'stopped',
    `the budget of the model has no room for another question: ${limits.join(' and ')} are spent`,
    { data: { answers: spent.answers, tokens }, hint: `${goOn} with a higher --max-tokens or --max-cost` },
  );
}
