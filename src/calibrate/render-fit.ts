/** A fit as text: what it was learned on, how it fared on projects that were left out, and beside what. */

import type { Fit, WorldReport } from './fit-weights.ts';
import type { WeightFigures } from './judge-weights.ts';
import { reliabilityText } from './render-scores.ts';
import { decimal, textTable } from './text-table.ts';

const HEAD = ['', 'acc@1', 'by project', 'acc@3', 'acc@5', 'MRR', 'log loss', 'Brier', 'calibration error'];

/** Renders a fit for people. */
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
