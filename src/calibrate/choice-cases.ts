/** Outcomes as choices to learn from: for each failure the files its ranking saw, the right ones marked. */
import { sortByCodePoint } from '../kernel/index.ts';
import type { CaseOutcome, OutcomeCandidate } from './case-outcome.ts';
import type { ChoiceOption, ChoiceSet } from './conditional-logit.ts';

/** The two worlds that are weighed differently. */
export const fittedWorlds = ['change', 'latent'] as const;

/** A world of failures. */
export type FittedWorld = (typeof fittedWorlds)[number];

/** One case of a dataset with a choice for each of its failures. */
export type ChoiceCase = {
  readonly outcome: CaseOutcome;
  readonly world: FittedWorld;
  readonly sets: readonly ChoiceSet[];
};

/** Returns the cases that name right files and have rankings; each counts as one, however many failures it has. */
export function choiceCases(outcomes: readonly CaseOutcome[]): readonly ChoiceCase[] {
  return outcomes.flatMap((outcome) => {
    const rankings = (outcome.result?.rankings ?? []).filter(({ candidates }) => candidates.length > 0);
    if (rankings.length === 0 || outcome.gold.fixed_files.length === 0) return [];
    const right = new Set(outcome.gold.fixed_files);
    const sets = rankings.map(({ candidates }, index) => ({
      id: `${outcome.id}#${String(index).padStart(4, '0')}`,
      weight: 1 / rankings.length,
      options: candidates.map((candidate) => toOption(candidate, right)),
    }));
    return [{ outcome, world: worldOf(outcome), sets }];
  });
}

/** Returns the names of all features of cases, sorted. */
export function featureNamesOf(cases: readonly ChoiceCase[]): readonly string[] {
  const names = new Set<string>();
  for (const { sets } of cases)
    for (const { options } of sets)
      for (const { features } of options) for (const name in features) names.add(name);
  return sortByCodePoint([...names]);
}

function toOption({ path, features }: OutcomeCandidate, right: ReadonlySet<string>): ChoiceOption {
  return { key: path, features, isRight: right.has(path) };
}

/**
 * The world that the investigation believed in, for by the weights of that one it ranks; one that it did not know is
 * ranked as if nothing had changed.
 */
function worldOf({ result }: CaseOutcome): FittedWorld {
  return result?.rankings[0]?.world === 'change' ? 'change' : 'latent';
}
