/** Renders scores as text: goals first, then figures beside the baselines, reliability, and groups. */
import { baselineNames } from './case-outcome.ts';
import type { Estimate, Figure } from './clustered-figure.ts';
import { renderCourtFigures } from './court-figures.ts';
import type { Fit, WorldReport } from './fit-weights.ts';
import type { WeightFigures } from './judge-weights.ts';
import type { Reliability } from './reliability.ts';
import { type CalibrationScores, type GroupRow, groupings, type RankingFigures } from './score-outcomes.ts';
import type { GoalRow } from './scorecard.ts';
import { decimal, shortDecimal, textTable } from './text-table.ts';

const FIGURE_HEAD = ['', 'cases', 'acc@1', '95 %', 'by project', '95 %', 'acc@3', 'acc@5', 'MRR'];

const GROUP_HEAD = ['', 'cases', 'file@1', 'file@3', 'symbol@1', 'commit@1', 'kind', 'causes', 'newest@1'];

/** The titles of the baselines in a table. */
const baselineTitles = { newest: 'newest change', trace: 'trace', naming: 'naming' } as const;

/** Renders scores and goals for display. */
export function renderScores(scores: CalibrationScores, goals: readonly GoalRow[]): string {
  const { cases, failed, projects, court, cost } = scores;
  return [
    `${cases} cases of ${projects} projects${failed > 0 ? `, ${failed} failed and count as misses` : ''}`,
    ...(goals.length === 0 ? [] : [section('Goals', goalTable(goals))]),
    section('Rankings', rankingTable(scores)),
    section('Further figures', furtherTable(scores)),
    section('Status of causes', statusTable(scores)),
    section('Confidence of the first suspect', reliabilityText(scores.reliability.first)),
    section('Confidence of the stated answer', reliabilityText(scores.reliability.answer)),
    ...groupings.flatMap((grouping) => groupText(grouping, scores.groups[grouping])),
    section('Court', renderCourtFigures(court)),
    `Cost: ${cost.steps ?? 0} steps on average, ${cost.median_ms ?? 0} ms at the median.`,
  ].join('\n\n');
}

function section(title: string, text: string): string {
  return `${title}\n${text.replace(/^/gm, '  ')}`;
}

function goalTable(goals: readonly GoalRow[]): string {
  const rows = goals.map(({ figure, goal, value, isMet }) => [
    figure,
    goal,
    decimal(value),
    isMet ? 'met' : 'not met',
  ]);
  return textTable([['figure', 'goal', 'value', ''], ...rows]);
}

function rankingTable(scores: CalibrationScores): string {
  const rows: readonly (readonly [string, RankingFigures])[] = [
    ['file', scores.file],
    ['file, first cause', scores.first_cause],
    ...baselineNames.map((name) => [`file, ${baselineTitles[name]}`, scores.baselines[name].file] as const),
    ['symbol', scores.symbol],
    ['commit', scores.commit],
    ['commit, newest', scores.baselines.newest.commit],
  ];
  return textTable([FIGURE_HEAD, ...rows.map(([name, figures]) => rankingRow(name, figures))]);
}

function rankingRow(name: string, { first, in_three, in_five, reciprocal }: RankingFigures): string[] {
  const { cases, by_project } = first;
  if (cases === 0) return [name, '0', 'not measured'];
  const values = [first.value, by_project.value, in_three.value, in_five.value, reciprocal.value].map(
    decimal,
  );
  const [acc1 = '', even = '', ...rest] = values;
  return [name, String(cases), acc1, interval(first), even, interval(by_project), ...rest];
}

function furtherTable({ ahead_of, kind, world, causes_per_fault }: CalibrationScores): string {
  const rows: readonly (readonly [string, Figure])[] = [
    ...baselineNames.map((name) => [`file@1 ahead of ${baselineTitles[name]}`, ahead_of[name]] as const),
    ['kind right, product', kind.product],
    ['kind right, others', kind.other],
    ['world right', world],
    ['causes per fault', causes_per_fault],
  ];
  const cells = rows.map(([name, figure]) => [
    name,
    String(figure.cases),
    decimal(figure.value),
    interval(figure),
    shortDecimal(figure.by_project.value),
    interval(figure.by_project),
  ]);
  return textTable([['', 'cases', 'value', '95 %', 'by project', '95 %'], ...cells]);
}

function interval({ low, high }: Estimate): string {
  return low === null || high === null ? '-' : `${low.toFixed(3)}..${high.toFixed(3)}`;
}

function statusTable({ status }: CalibrationScores): string {
  if (status.length === 0) return 'not measured';
  const rows = status.map((row) => [
    row.status,
    String(row.causes),
    decimal(row.first_right),
    decimal(row.answer_right),
  ]);
  return textTable([['', 'causes', 'first right', 'answer right'], ...rows]);
}

function reliabilityText(reliability: Reliability): string {
  const { cases, brier, calibration_error, calibration_error_equal_mass, bins } = reliability;
  if (cases === 0) return 'not measured';
  const rows = bins.map(({ cases, said, was }) => [
    decimal(said),
    decimal(was),
    String(Math.round(cases * 10) / 10),
  ]);
  const errors = `${decimal(calibration_error)} (equal mass ${decimal(calibration_error_equal_mass)})`;
  return `Brier ${decimal(brier)}, calibration error ${errors}, ${Math.round(cases)} cases\n${textTable([['said', 'was', 'cases'], ...rows])}`;
}

function groupText(grouping: string, rows: readonly GroupRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => [
    row.name,
    String(row.cases),
    ...[row.file_first, row.file_in_three, row.symbol_first, row.commit_first].map(shortDecimal),
    ...[row.kind, row.causes_per_fault, row.newest_first].map(shortDecimal),
  ]);
  return [section(`By ${grouping}`, textTable([GROUP_HEAD, ...cells]))];
}

const HEAD = ['', 'acc@1', 'by project', 'acc@3', 'acc@5', 'MRR', 'log loss', 'Brier', 'calibration error'];

export function renderFit({ file, reports }: Fit): string {
  const worlds = reports.map((report) => worldText(report, file.worlds[report.world]));
  return [`${file.name}: ${file.origin}`, ...worlds].join('\n\n');
}

function worldText(report: WorldReport, learned: Fit['file']['worlds']['change']): string {
  const { world, cases, projects, unseen, left_out, fitted, even, others, ablation } = report;
  const title = `World ${world}: ${cases} cases of ${projects.length} projects, the right file unseen in ${unseen}`;
  if (left_out !== null || fitted === null || even === null || learned === undefined)
    return `${title}\n  ${left_out}`;
  const rows = [
    figureRow('fitted, project left out', fitted),
    figureRow('even weights', even),
    ...others.map(({ name, first, in_three }) => [
      name,
      decimal(first.value),
      decimal(first.by_project.value),
      decimal(in_three.value),
    ]),
    ...ablation.map(({ without, figures }) => figureRow(`without ${without}`, figures)),
  ];
  const weights = Object.entries(learned.weights)
    .sort(([, left], [, right]) => right - left)
    .map(([name, weight]) => [name, String(weight)]);
  const { slope, intercept } = learned.platt;
  return [
    title,
    indent(textTable([HEAD, ...rows])),
    '  Confidence of the first, project left out',
    ...(fitted.reliability === null ? [] : [indent(indent(reliabilityText(fitted.reliability)))]),
    `  Weights in thousandths of a nat; map: slope ${slope}, intercept ${intercept}`,
    indent(indent(textTable(weights))),
  ].join('\n');
}

function figureRow(name: string, figures: WeightFigures): readonly string[] {
  const { first, in_three, in_five, reciprocal, log_loss, reliability } = figures;
  return [
    name,
    ...[first.value, first.by_project.value, in_three.value, in_five.value, reciprocal.value, log_loss].map(
      decimal,
    ),
    decimal(reliability?.brier ?? null),
    decimal(reliability?.calibration_error ?? null),
  ];
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
