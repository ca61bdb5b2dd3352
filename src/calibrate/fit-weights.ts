/**
 * Fits weights and a confidence map for each world, evaluated on left-out projects. The map is learned from
 * log-odds given by weights of other projects, because a project's own weights would look more certain than
 * they are.
 */
import { sortByCodePoint } from '../kernel/index.ts';
import { baselineNames, type CaseOutcome } from './case-outcome.ts';
import { clusteredFigure, type Figure } from './clustered-figure.ts';
import {
  type ChoiceCase,
  choiceCases,
  type FittedWorld,
  featureNamesOf,
  fitConditionalLogit,
  fittedWorlds,
  MILLI,
  type RidgeOptions,
  type Weights,
} from './conditional-logit.ts';
import {
  type JudgedSet,
  judgeSets,
  plattSamples,
  type WeightFigures,
  weightFigures,
} from './judge-weights.ts';
import { fitPlatt, type PlattMap } from './platt-map.ts';
import { type Rank, rankAnswers, rankBaseline } from './report-rankings.ts';

export type FitOptions = {
  readonly name: string;
  /** The strength of the penalty towards the expected weights. */
  readonly ridge: number;
  /** The expected weights of a world if not zero, in thousandths of a nat. */
  readonly expectedIn?: (world: FittedWorld) => Weights;
  /** The family of a feature; features of one family are left out together. */
  readonly familyOf: (feature: string) => string;
  readonly isAblating: boolean;
};

type Pull = Omit<RidgeOptions, 'names'>;

/** The fit for one world. */
type FittedWeights = { readonly weights: Weights; readonly platt: PlattMap };

/** The data file written by a fit. */
type WeightsFile = {
  readonly name: string;
  readonly origin: string;
  readonly worlds: Readonly<Partial<Record<FittedWorld, FittedWeights>>>;
};

/** The figures of a ranking that is not fitted here. */
type OtherFigures = { readonly name: string; readonly first: Figure; readonly in_three: Figure };

/** The evaluation of one world's fit; every project is judged by weights learned without it. */
export type WorldReport = {
  readonly world: FittedWorld;
  readonly cases: number;
  readonly projects: readonly string[];
  /** Cases in which no right file was ranked. */
  readonly unseen: number;
  /** Why nothing was fitted; null if something was. */
  readonly left_out: string | null;
  readonly fitted: WeightFigures | null;
  readonly even: WeightFigures | null;
  readonly others: readonly OtherFigures[];
  readonly ablation: readonly { readonly without: string; readonly figures: WeightFigures }[];
};

/** A fit and its evaluation. */
export type Fit = { readonly file: WeightsFile; readonly reports: readonly WorldReport[] };

const FEWEST_PROJECTS = 2;

const FEWEST_CASES = 10;

export function fitWeights(outcomes: readonly CaseOutcome[], options: FitOptions): Fit {
  const cases = choiceCases(outcomes);
  const worlds: { [world in FittedWorld]?: FittedWeights } = {};
  const reports = fittedWorlds.map((world) => {
    const own = cases.filter((one) => one.world === world);
    const { fitted, report } = fitWorld(own, world, options);
    if (fitted !== null) worlds[world] = fitted;
    return report;
  });
  return { file: { name: options.name, origin: originOf(reports), worlds }, reports };
}

function fitWorld(
  cases: readonly ChoiceCase[],
  world: FittedWorld,
  options: FitOptions,
): { readonly fitted: FittedWeights | null; readonly report: WorldReport } {
  const projects = projectsOf(cases);
  const base = { world, cases: cases.length, projects, unseen: cases.filter(isUnseen).length, ablation: [] };
  if (projects.length < FEWEST_PROJECTS || cases.length < FEWEST_CASES) {
    const reason = `a fit needs ${FEWEST_CASES} cases of ${FEWEST_PROJECTS} projects`;
    return { fitted: null, report: { ...base, left_out: reason, fitted: null, even: null, others: [] } };
  }
  const names = featureNamesOf(cases);
  const pull = { ridge: options.ridge, expected: options.expectedIn?.(world) ?? {} };
  const judged = judgeLeftOut(cases, names, pull);
  const even = Object.fromEntries(names.map((name) => [name, MILLI]));
  const report = {
    ...base,
    left_out: null,
    fitted: figuresOf(judged),
    even: figuresOf(judgeSets(cases, even)),
    others: otherFigures(cases),
    ablation: options.isAblating ? ablate(cases, names, { ...options, ...pull }) : [],
  };
  const weights = fitConditionalLogit(
    cases.flatMap(({ sets }) => sets),
    { names, ...pull },
  );
  return { fitted: { weights, platt: fitPlatt(plattSamples(judged)) }, report };
}

/** How many folds projects are split into; each is judged by weights learned on the others. */
const MOST_FOLDS = 6;

/** Judges each project by weights learned without it. */
function judgeLeftOut(
  cases: readonly ChoiceCase[],
  names: readonly string[],
  pull: Pull,
): readonly JudgedSet[] {
  const folds = Map.groupBy(projectsOf(cases).entries(), ([at]) => at % MOST_FOLDS);
  return [...folds.values()].flatMap((fold) => {
    const left = new Set(fold.map(([, project]) => project));
    const isLeftOut = ({ outcome }: ChoiceCase) => left.has(outcome.gold.project);
    const others = cases.filter((one) => !isLeftOut(one)).flatMap(({ sets }) => sets);
    return judgeSets(cases.filter(isLeftOut), fitConditionalLogit(others, { names, ...pull }));
  });
}

/** Summarises; each project's map is learned on the others, too. */
function figuresOf(judged: readonly JudgedSet[]): WeightFigures {
  const maps = new Map(
    [...new Set(judged.map(({ project }) => project))].map((left) => [
      left,
      fitPlatt(plattSamples(judged.filter(({ project }) => project !== left))),
    ]),
  );
  return weightFigures(judged, (project) => maps.get(project));
}

function ablate(
  cases: readonly ChoiceCase[],
  names: readonly string[],
  { familyOf, ...pull }: Pull & Pick<FitOptions, 'familyOf'>,
): WorldReport['ablation'] {
  const families = sortByCodePoint([...new Set(names.map(familyOf))]);
  return families.map((without) => {
    const kept = names.filter((name) => familyOf(name) !== without);
    return { without, figures: figuresOf(judgeLeftOut(cases, kept, pull)) };
  });
}

/** The report's own ranking and the baselines, on the same cases. */
function otherFigures(cases: readonly ChoiceCase[]): readonly OtherFigures[] {
  const row = (name: string, rankOf: (outcome: CaseOutcome) => Rank | undefined): OtherFigures => {
    const ranks = cases.flatMap(({ outcome }) => {
      const rank = rankOf(outcome);
      return rank === undefined ? [] : [{ project: outcome.gold.project, rank }];
    });
    const within = (most: number) =>
      clusteredFigure(
        ranks.map(({ project, rank }) => ({ project, value: Number(rank !== null && rank <= most) })),
      );
    return { name, first: within(1), in_three: within(3) };
  };
  return [
    row('report', ({ result, gold }) => rankAnswers(result?.causes ?? [], gold).file),
    ...baselineNames.map((name) =>
      row(name, ({ baselines, gold }) => baselines?.[name] && rankBaseline(baselines[name], gold).file),
    ),
  ];
}

function isUnseen({ sets }: ChoiceCase): boolean {
  return !sets.some(({ options }) => options.some(({ isRight }) => isRight));
}

function projectsOf(cases: readonly ChoiceCase[]): readonly string[] {
  return sortByCodePoint([...new Set(cases.map(({ outcome }) => outcome.gold.project))]);
}

function originOf(reports: readonly WorldReport[]): string {
  const parts = reports
    .filter(({ fitted }) => fitted !== null)
    .map(({ world, cases, projects }) => `${world}: ${cases} cases of ${projects.join(', ')}`);
  return parts.join('; ') || 'nothing';
}
