/**
 * Finds the fewest changes that explain all failures, so that a hundred tests broken by one line have one
 * cause. Greedy: the change that explains most of the remaining failures comes first.
 */
import { compareCodePoints, FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';

/** A change that may have broken a case, and how likely that is in basis points. */
export type Hypothesis = { readonly id: string; readonly chance: number };

/** A case to explain: how many failures it has, and what may have broken it, best first. */
export type UnexplainedCase = {
  readonly id: string;
  readonly failures: number;
  readonly hypotheses: readonly Hypothesis[];
  /** The exception and the product code that threw it, if known; equal events have one cause. */
  readonly event?: string | undefined;
};

/** A hypothesis this many times less likely than the best of a case does not explain it. */
const MOST_TIMES_LESS_LIKELY = 4;

/** Returns the change that explains each case; cases without hypotheses are left out. */
export function coverFailures(cases: readonly UnexplainedCase[]): ReadonlyMap<string, string> {
  const ordered = cases.toSorted((one, other) => compareCodePoints(one.id, other.id));
  let left: readonly UnexplainedCase[] = ordered;
  const explained = new Map<string, string>();
  for (let best = bestOf(left); best !== undefined; best = bestOf(left)) {
    const isExplained = explains(best);
    for (const one of left) if (isExplained(one)) explained.set(one.id, best.id);
    left = left.filter(({ id }) => !explained.has(id));
  }
  return explained;
}

/**
 * Returns whether a change explains a case. The more it has broken already, the less evidence a case needs,
 * because a second change breaking something at the same time is the rarer coincidence.
 */
function explains({ id, cases }: Cover): (one: UnexplainedCase) => boolean {
  const reach = MOST_TIMES_LESS_LIKELY * (FIXED_ONE + fixedLog2(cases.length));
  const events = new Set(cases.map(({ event }) => event).filter((event) => event !== undefined));
  return ({ hypotheses, event }) => {
    const chance = hypotheses.find((one) => one.id === id)?.chance ?? 0;
    if (chance === 0) return false;
    return (event !== undefined && events.has(event)) || chance * reach >= likeliest(hypotheses) * FIXED_ONE;
  };
}

function likeliest(hypotheses: readonly Hypothesis[]): number {
  return hypotheses.reduce((best, { chance }) => Math.max(best, chance), 0);
}

function plausible(hypotheses: readonly Hypothesis[]): readonly Hypothesis[] {
  const most = likeliest(hypotheses);
  return hypotheses.filter(({ chance }) => chance > 0 && chance * MOST_TIMES_LESS_LIKELY >= most);
}

type Cover = { readonly id: string; readonly cases: readonly UnexplainedCase[]; readonly value: number };

/** The change that explains most failures, each weighted by the chance that it does. */
function bestOf(cases: readonly UnexplainedCase[]): Cover | undefined {
  const covers = new Map<string, { cases: UnexplainedCase[]; value: number }>();
  for (const one of cases) {
    for (const { id: hypothesis, chance } of plausible(one.hypotheses)) {
      const cover = covers.get(hypothesis) ?? { cases: [], value: 0 };
      cover.cases.push(one);
      // A case of many failures counts more, but a single flood does not drown out the others.
      cover.value += Math.floor((chance * (FIXED_ONE + fixedLog2(one.failures))) / FIXED_ONE);
      covers.set(hypothesis, cover);
    }
  }
  let best: Cover | undefined;
  for (const [id, cover] of covers) {
    const isBetter =
      best === undefined ||
      cover.value > best.value ||
      (cover.value === best.value && compareCodePoints(id, best.id) < 0);
    if (isBetter) best = { id, ...cover };
  }
  return best;
}
