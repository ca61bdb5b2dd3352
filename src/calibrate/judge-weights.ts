/** Evaluates weights on cases: the ranks of the right files, and the confidence in the first choice. */
import { compareCodePoints } from '../kernel/index.ts';
import { clusteredFigure, type Figure, rounded } from './clustered-figure.ts';
import {
  type ChoiceCase,
  type ChoiceOption,
  logitScore,
  MILLI,
  softmax,
  type Weights,
} from './conditional-logit.ts';
import { MOST_LOG_ODDS, type PlattMap, type PlattSample, plattChance } from './platt-map.ts';
import { type Prediction, type Reliability, reliabilityOf } from './reliability.ts';
import type { Rank } from './report-rankings.ts';

/** The result of weights for one failure. */
export type JudgedSet = {
  readonly project: string;
  readonly caseId: string;
  readonly weight: number;
  readonly rank: Rank;
  /** The log-odds of the first choice against the rest, in thousandths of a nat. */
  readonly logOdds: number;
  /** The natural logarithm of the probability of the right options, if one of them was ranked. */
  readonly logChance: number | null;
};

/** The figures of a set of weights. */
export type WeightFigures = {
  readonly first: Figure;
  readonly in_three: Figure;
  readonly in_five: Figure;
  readonly reciprocal: Figure;
  /** The mean negative log-probability of the right file, if it was ranked; lower is better. */
  readonly log_loss: number | null;
  /** Null without a map from log-odds to probabilities. */
  readonly reliability: Reliability | null;
};

/** Ranks every failure of the cases by weights. */
export function judgeSets(cases: readonly ChoiceCase[], weights: Weights): readonly JudgedSet[] {
  return cases.flatMap(({ outcome, sets }) =>
    sets.map(({ weight, options }) => ({
      project: outcome.gold.project,
      caseId: outcome.id,
      weight,
      ...rankSet(options, weights),
    })),
  );
}

/** Turns judged failures into samples for fitting a map. */
export function plattSamples(judged: readonly JudgedSet[]): readonly PlattSample[] {
  return judged.map(({ logOdds, rank, weight }) => ({ logOdds, isRight: rank === 1, weight }));
}

/** Summarises judged failures; `mapOf` returns the map from log-odds to probabilities for a project. */
export function weightFigures(
  judged: readonly JudgedSet[],
  mapOf: (project: string) => PlattMap | undefined,
): WeightFigures {
  const figure = (value: (rank: Rank) => number) =>
    clusteredFigure(caseSamples(judged, ({ rank }) => value(rank)));
  const within = (most: number) => figure((rank) => Number(rank !== null && rank <= most));
  const predictions = judged.flatMap(({ project, logOdds, rank, weight }): Prediction[] => {
    const map = mapOf(project);
    return map === undefined ? [] : [{ confidence: plattChance(map, logOdds), isRight: rank === 1, weight }];
  });
  const seen = judged.filter(({ logChance }) => logChance !== null);
  const loss = clusteredFigure(caseSamples(seen, ({ logChance }) => -(logChance ?? 0))).value;
  return {
    first: within(1),
    in_three: within(3),
    in_five: within(5),
    reciprocal: figure((rank) => (rank === null ? 0 : 1 / rank)),
    log_loss: rounded(loss),
    reliability: predictions.length === 0 ? null : reliabilityOf(predictions),
  };
}

/** One sample for each case, the mean over its failures. */
function caseSamples(judged: readonly JudgedSet[], measure: (set: JudgedSet) => number) {
  const cases = Map.groupBy(judged, ({ caseId }) => caseId);
  return [...cases.values()].map((sets) => ({
    project: sets[0]?.project ?? '',
    value: sets.reduce((sum, set) => sum + measure(set), 0) / sets.length,
  }));
}

function rankSet(
  options: readonly ChoiceOption[],
  weights: Weights,
): Pick<JudgedSet, 'rank' | 'logOdds' | 'logChance'> {
  const scored = options
    .map((option) => ({ ...option, score: logitScore(option.features, weights) }))
    .sort((left, right) => right.score - left.score || compareCodePoints(left.key, right.key));
  const at = scored.findIndex(({ isRight }) => isRight);
  const chances = softmax(scored.map(({ score }) => score / MILLI));
  const right = chances.reduce((sum, chance, index) => sum + (scored[index]?.isRight ? chance : 0), 0);
  return {
    rank: at < 0 ? null : at + 1,
    logOdds: logOddsOf(chances[0] ?? 1),
    logChance: right > 0 ? Math.log(right) : null,
  };
}

function logOddsOf(chance: number): number {
  const odds = chance >= 1 ? Number.POSITIVE_INFINITY : Math.log(chance / (1 - chance)) * MILLI;
  return Math.round(Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, odds)));
}
