/**
 * One change, one cause: finds the fewest changes that explain all failures, so that a hundred tests broken by one line
 * are one cause. Greedy: the change that explains most of what is left comes first.
 */
import { compareCodePoints, FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';

/** A change that may have broken a case, and how likely that is in basis points. */
export type Hypothesis = { readonly id: string; readonly chance: number };

/** What is to be explained: a case, how many failures it stands for, and what may have broken it, best first. */
export type UnexplainedCase = {
  readonly id: string;
  readonly failures: number;
  readonly hypotheses: readonly Hypothesis[];
};

/** A hypothesis this many times less likely than the best of a case does not explain it. */
const MOST_TIMES_LESS_LIKELY = 4;

/** Returns for each case the change that explains it; a case without hypotheses is left out. */
export function coverFailures(cases: readonly UnexplainedCase[]): ReadonlyMap<string, string> {
  const left = new Map(
    cases
      .toSorted((one, other) => compareCodePoints(one.id, other.id))
      .map((one) => [one.id, { ...one, hypotheses: plausible(one.hypotheses) }]),
  );
  const explained = new Map<string, string>();
  for (let best = bestOf([...left.values()]); best !== undefined; best = bestOf([...left.values()])) {
    for (const id of best.cases) {
      explained.set(id, best.id);
      left.delete(id);
    }
  }
  return explained;
}

function plausible(hypotheses: readonly Hypothesis[]): readonly Hypothesis[] {
  const most = hypotheses.reduce((best, { chance }) => Math.max(best, chance), 0);
  return hypotheses.filter(({ chance }) => chance > 0 && chance * MOST_TIMES_LESS_LIKELY >= most);
}

type Cover = { readonly id: string; readonly cases: readonly string[]; readonly value: number };

/** The change that explains most failures, each counted by how likely it explains it. */
function bestOf(cases: readonly UnexplainedCase[]): Cover | undefined {
  const covers = new Map<string, { cases: string[]; value: number }>();
  for (const { id, failures, hypotheses } of cases) {
    for (const { id: hypothesis, chance } of hypotheses) {
      const cover = covers.get(hypothesis) ?? { cases: [], value: 0 };
      cover.cases.push(id);
      // A case of many failures counts more, but one flood does not drown the others.
      cover.value += Math.floor((chance * (FIXED_ONE + fixedLog2(failures))) / FIXED_ONE);
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
