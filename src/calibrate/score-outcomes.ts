/**
 * Scores outcomes against known answers. A failed case counts as a miss. What a known answer does not state
 * is not measured for that case, and a figure without any case is null, never perfect.
 */
import { sortByCodePoint } from '../kernel/index.ts';
import { causeStatuses } from '../record/index.ts';
import { type BaselineName, baselineNames, type CaseOutcome, type OutcomeCause } from './case-outcome.ts';
import { clusteredFigure, type Figure, rounded, type Sample } from './clustered-figure.ts';
import { type CourtFigures, courtFigures } from './court-figures.ts';
import { type Prediction, type Reliability, reliabilityOf } from './reliability.ts';
import { type AnswerRanks, type Rank, rankAnswers, rankBaseline, rankedSuspects } from './report-rankings.ts';

/** The quality of a ranking: right at first, within three, within five, and the mean reciprocal rank. */
export type RankingFigures = {
  readonly first: Figure;
  readonly in_three: Figure;
  readonly in_five: Figure;
  readonly reciprocal: Figure;
};

/** The causes of one status, where the known answer names files. */
type StatusRow = {
  readonly status: string;
  readonly causes: number;
  /** The share whose first suspect was right, and the share whose stated answer contained the right file. */
  readonly first_right: number | null;
  readonly answer_right: number | null;
};

/** The main figures of the cases that share a project, language, placement, operator or world. */
export type GroupRow = {
  readonly name: string;
  readonly cases: number;
  readonly file_first: number | null;
  readonly file_in_three: number | null;
  readonly symbol_first: number | null;
  readonly commit_first: number | null;
  readonly kind: number | null;
  readonly causes_per_fault: number | null;
  readonly newest_first: number | null;
};

/** The properties that cases are grouped by. */
export const groupings = ['project', 'language', 'world', 'placement', 'operator', 'kind'] as const;

/** All figures of a run over a dataset. */
export type CalibrationScores = {
  readonly cases: number;
  /** Cases whose investigation failed; they count as misses. */
  readonly failed: number;
  readonly projects: number;
  readonly file: RankingFigures;
  /** The file figures of the first cause alone. */
  readonly first_cause: RankingFigures;
  readonly symbol: RankingFigures;
  readonly commit: RankingFigures;
  readonly kind: { readonly product: Figure; readonly other: Figure };
  readonly world: Figure;
  readonly causes_per_fault: Figure;
  readonly status: readonly StatusRow[];
  /** Of the first suspect, and of the stated answer of the first cause. */
  readonly reliability: { readonly first: Reliability; readonly answer: Reliability };
  readonly baselines: Readonly<
    Record<BaselineName, { readonly file: RankingFigures; readonly commit: RankingFigures }>
  >;
  /** How much more often the first file is right than that of a baseline, case by case. */
  readonly ahead_of: Readonly<Record<BaselineName, Figure>>;
  readonly groups: Readonly<Record<(typeof groupings)[number], readonly GroupRow[]>>;
  readonly court: CourtFigures;
  readonly cost: { readonly steps: number | null; readonly median_ms: number | null };
};

type Judged = {
  readonly outcome: CaseOutcome;
  readonly project: string;
  readonly causes: readonly OutcomeCause[];
  readonly ranks: AnswerRanks;
  readonly firstCause: Rank | undefined;
  readonly baselines: Readonly<Record<BaselineName, Omit<AnswerRanks, 'symbol'> | undefined>>;
};

/** Scores outcomes; their order does not matter. */
export function scoreOutcomes(outcomes: readonly CaseOutcome[]): CalibrationScores {
  const judged = outcomes.map(judge);
  const baseline = (name: BaselineName) => ({
    file: rankingFigures(judged, ({ baselines }) => baselines[name]?.file),
    commit: rankingFigures(judged, ({ baselines }) => baselines[name]?.commit),
  });
  return {
    cases: judged.length,
    failed: judged.filter(({ outcome }) => outcome.result === null).length,
    projects: new Set(judged.map(({ project }) => project)).size,
    file: rankingFigures(judged, ({ ranks }) => ranks.file),
    first_cause: rankingFigures(judged, ({ firstCause }) => firstCause),
    symbol: rankingFigures(judged, ({ ranks }) => ranks.symbol),
    commit: rankingFigures(judged, ({ ranks }) => ranks.commit),
    kind: {
      product: figure(judged.filter(isProduct), kindHit),
      other: figure(
        judged.filter((one) => !isProduct(one)),
        kindHit,
      ),
    },
    world: figure(judged, worldHit),
    causes_per_fault: figure(judged, causeCount),
    status: statusRows(judged),
    reliability: {
      first: reliabilityOf(judged.flatMap(firstPrediction)),
      answer: reliabilityOf(judged.flatMap(answerPrediction)),
    },
    baselines: byBaseline(baseline),
    ahead_of: byBaseline((name) => figure(judged, (one) => lead(one, name))),
    groups: Object.fromEntries(
      groupings.map((grouping) => [grouping, groupRows(judged, grouping)]),
    ) as CalibrationScores['groups'],
    court: courtFigures(outcomes),
    cost: costOf(judged),
  };
}

function judge(outcome: CaseOutcome): Judged {
  const { gold, result, baselines } = outcome;
  const causes = result?.causes ?? [];
  return {
    outcome,
    project: gold.project,
    causes,
    ranks: rankAnswers(causes, gold),
    firstCause: rankAnswers(causes.slice(0, 1), gold).file,
    baselines: byBaseline((name) => baselines?.[name] && rankBaseline(baselines[name], gold)),
  };
}

function byBaseline<Value>(make: (name: BaselineName) => Value): Readonly<Record<BaselineName, Value>> {
  return Object.fromEntries(baselineNames.map((name) => [name, make(name)])) as Record<BaselineName, Value>;
}

function rankingFigures(
  judged: readonly Judged[],
  rankOf: (one: Judged) => Rank | undefined,
): RankingFigures {
  const within = (most: number) => figure(judged, (one) => hit(rankOf(one), most));
  return {
    first: within(1),
    in_three: within(3),
    in_five: within(5),
    reciprocal: figure(judged, (one) => {
      const rank = rankOf(one);
      return rank === undefined ? undefined : rank === null ? 0 : 1 / rank;
    }),
  };
}

/** Undefined means not measured. */
function hit(rank: Rank | undefined, most = 1): number | undefined {
  return rank === undefined ? undefined : Number(rank !== null && rank <= most);
}

function figure(judged: readonly Judged[], measure: (one: Judged) => number | undefined): Figure {
  return clusteredFigure(
    judged.flatMap((one): Sample[] => {
      const value = measure(one);
      return value === undefined ? [] : [{ project: one.project, value }];
    }),
  );
}

function isProduct({ outcome }: Judged): boolean {
  return outcome.gold.kind === 'product_bug';
}

function kindHit({ outcome, causes }: Judged): number | undefined {
  const { kind } = outcome.gold;
  return kind ? Number(causes[0]?.defect_type === kind) : undefined;
}

function worldHit({ outcome, causes }: Judged): number | undefined {
  const { world } = outcome.gold;
  return world ? Number(causes[0]?.world === world) : undefined;
}

function causeCount({ outcome, causes }: Judged): number | undefined {
  return outcome.result === null || outcome.result.failures === 0 ? undefined : causes.length;
}

function lead({ ranks, baselines }: Judged, name: BaselineName): number | undefined {
  const [own, other] = [hit(ranks.file), hit(baselines[name]?.file)];
  return own === undefined || other === undefined ? undefined : own - other;
}

function statusRows(judged: readonly Judged[]): readonly StatusRow[] {
  const told = judged.filter(({ ranks }) => ranks.file !== undefined);
  const all = told.flatMap(({ outcome, causes }) =>
    causes.map((cause) => ({
      status: cause.status,
      first: outcome.gold.fixed_files.includes(cause.suspects[0]?.path ?? ''),
      answer: cause.answer.some((path) => outcome.gold.fixed_files.includes(path)),
    })),
  );
  return causeStatuses.flatMap((status) => {
    const own = all.filter((cause) => cause.status === status);
    if (own.length === 0) return [];
    const share = (isRight: (cause: (typeof own)[number]) => boolean) =>
      shareOf(own.map(isRight).map(Number));
    return [
      {
        status,
        causes: own.length,
        first_right: share(({ first }) => first),
        answer_right: share(({ answer }) => answer),
      },
    ];
  });
}

/** The confidence of the first suspect in the whole report. */
function firstPrediction({ ranks, causes }: Judged): readonly Prediction[] {
  const [top] = rankedSuspects(causes);
  if (ranks.file === undefined || top === undefined) return [];
  return [{ confidence: top.confidence, isRight: ranks.file === 1 }];
}

function answerPrediction({ outcome, ranks, causes: [cause] }: Judged): readonly Prediction[] {
  if (ranks.file === undefined || cause === undefined || cause.answer.length === 0) return [];
  const isRight = cause.answer.some((path) => outcome.gold.fixed_files.includes(path));
  return [{ confidence: cause.confidence, isRight }];
}

function groupRows(judged: readonly Judged[], grouping: (typeof groupings)[number]): readonly GroupRow[] {
  const named = judged.filter(({ outcome }) => outcome.gold[grouping]);
  const groups = Map.groupBy(named, ({ outcome }) => String(outcome.gold[grouping]));
  return sortByCodePoint([...groups.keys()]).map((name) => {
    const own = groups.get(name) ?? [];
    const share = (measure: (one: Judged) => number | undefined) =>
      shareOf(own.map(measure).filter((value) => value !== undefined));
    return {
      name,
      cases: own.length,
      file_first: share(({ ranks }) => hit(ranks.file)),
      file_in_three: share(({ ranks }) => hit(ranks.file, 3)),
      symbol_first: share(({ ranks }) => hit(ranks.symbol)),
      commit_first: share(({ ranks }) => hit(ranks.commit)),
      kind: share(kindHit),
      causes_per_fault: share(causeCount),
      newest_first: share(({ baselines }) => hit(baselines.newest?.file)),
    };
  });
}

function costOf(judged: readonly Judged[]): CalibrationScores['cost'] {
  const results = judged.flatMap(({ outcome }) => outcome.result ?? []);
  const times = results.map(({ duration_ms }) => duration_ms).sort((left, right) => left - right);
  return {
    steps: shareOf(results.map(({ steps }) => steps)),
    median_ms: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}

function shareOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
