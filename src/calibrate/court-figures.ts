/**
 * Measures the court over all trials of known cases: how often it sits, how often the charge was right for
 * each decision, what following it would do to the first place, and whether the judge separates right charges
 * from wrong ones better than the light path's prior confidence.
 */
import { sortByCodePoint } from '../kernel/index.ts';
import type { CaseOutcome, OutcomeTrial } from './case-outcome.ts';
import { clusteredFigure, type Figure, rounded } from './clustered-figure.ts';
import { decimal, textTable } from './text-table.ts';

/** The trials of one decision: how often the charged place was right, and how often the final one. */
type DecisionRow = {
  readonly decision: string;
  readonly trials: number;
  readonly charged_right: Figure;
  readonly held_right: Figure;
};

export type CourtFigures = {
  readonly trials: number;
  /** The share of the cases with a known answer that were tried at least once. */
  readonly activation: Figure;
  readonly decisions: readonly DecisionRow[];
  /** The effect of following the verdicts on the first place. */
  readonly set_right: number;
  readonly spoiled: number;
  /** Places corrected minus places spoiled, per trial. */
  readonly net_effect: Figure;
  /**
   * How often a right charge scores higher than a wrong one, by the light path's confidence and by the
   * judge's.
   */
  readonly separation: { readonly light: number | null; readonly judge: number | null };
};

type Judged = OutcomeTrial & { readonly project: string; readonly was: boolean; readonly is: boolean };

/** Computes the court's figures; cases whose known answer names no file are left out. */
export function courtFigures(outcomes: readonly CaseOutcome[]): CourtFigures {
  const known = outcomes.filter(({ gold, result }) => result !== null && gold.fixed_files.length > 0);
  const trials = known.flatMap(({ gold, result }) =>
    (result?.trials ?? []).map(
      (trial): Judged => ({
        ...trial,
        project: gold.project,
        was: gold.fixed_files.includes(trial.charged),
        is: gold.fixed_files.includes(trial.held),
      }),
    ),
  );
  const figure = (own: readonly Judged[], measure: (trial: Judged) => number) =>
    clusteredFigure(own.map((trial) => ({ project: trial.project, value: measure(trial) })));
  const change = ({ decision, was, is }: Judged) => (decision === 'amend' ? Number(is) - Number(was) : 0);
  const byDecision = Map.groupBy(trials, ({ decision }) => decision);
  return {
    trials: trials.length,
    activation: clusteredFigure(
      known.map(({ gold, result }) => ({
        project: gold.project,
        value: Number((result?.trials.length ?? 0) > 0),
      })),
    ),
    decisions: sortByCodePoint([...byDecision.keys()]).map((decision) => {
      const own = byDecision.get(decision) ?? [];
      return {
        decision,
        trials: own.length,
        charged_right: figure(own, ({ was }) => Number(was)),
        held_right: figure(own, ({ is }) => Number(is)),
      };
    }),
    set_right: trials.filter((trial) => change(trial) > 0).length,
    spoiled: trials.filter((trial) => change(trial) < 0).length,
    net_effect: figure(trials, change),
    separation: {
      light: separation(trials, ({ confidence }) => confidence),
      judge: separation(trials, ({ strength }) => strength),
    },
  };
}

/**
 * The probability that a right charge has the higher number, with ties counting half; null without both
 * kinds.
 */
function separation(
  trials: readonly Judged[],
  measure: (trial: Judged) => number | undefined,
): number | null {
  const measured = trials.flatMap((trial) => {
    const value = measure(trial);
    return value === undefined ? [] : [{ value, was: trial.was }];
  });
  const right = measured.filter(({ was }) => was);
  const wrong = measured.filter(({ was }) => !was);
  if (right.length === 0 || wrong.length === 0) return null;
  const won = right.reduce(
    (sum, { value }) => sum + wrong.reduce((own, other) => own + (Math.sign(value - other.value) + 1) / 2, 0),
    0,
  );
  return rounded(won / (right.length * wrong.length));
}

/** Renders the court's figures for display. */
export function renderCourtFigures(figures: CourtFigures): string {
  const { trials, activation, decisions, net_effect, separation: apart, set_right, spoiled } = figures;
  if (trials === 0) return 'no case was tried';
  const rows = decisions.map((row) => [
    row.decision,
    String(row.trials),
    decimal(row.charged_right.value),
    interval(row.charged_right),
    decimal(row.held_right.value),
  ]);
  return [
    `${trials} trials; ${decimal(activation.value)} of the cases were tried`,
    textTable([['', 'trials', 'charge right', '95 %', 'held right'], ...rows]),
    `Followed, they would set right ${set_right} and spoil ${spoiled}: ${decimal(net_effect.value)} (95 % ${interval(net_effect)}) for each trial.`,
    `Right charges told from wrong ones (.5 is chance): light path ${decimal(apart.light)}, judge ${decimal(apart.judge)}.`,
  ].join('\n');
}

function interval({ low, high }: Figure): string {
  return low === null || high === null ? '-' : `${low.toFixed(3)}..${high.toFixed(3)}`;
}
