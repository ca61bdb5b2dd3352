/** A run on a terminal: for each case the steps in order, the adversarial review after them, and how the walk ended. */
import { cite, nearest, PenumbraError } from '../kernel/index.ts';
import type { RunCase, RunModel, RunStep } from '../record/index.ts';
import { cutText, foldList } from './cut-text.ts';
import { capabilityWords, edgeWord, endingOf, nodeWord, toolWords } from './describe-step.ts';
import { labelledLines } from './labelled-lines.ts';
import { countOf } from './quantity.ts';
import { renderStep } from './render-step.ts';
import { renderTable, type TableRow } from './render-table.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { isReviewNode } from './words.ts';
import { wrapText } from './wrap-text.ts';

const MOST_CASES = 20;
const MOST_STEPS = 50;
const MOST_SOURCES = 6;
const MOST_PACKS = 2;
const MOST_CHANGES = 10;
const LONGEST_REASON = 200;

/** What of a run to show: all of it, one case whole, or one step of a case in full. */
export type RunView = TerminalLayout & { readonly case?: string; readonly step?: number };

/** Renders a run; a view of one case folds nothing. */
export function renderRun(model: RunModel, { case: caseId, step, ...options }: RunView = {}): string {
  const layout = layoutOf(options);
  if (caseId === undefined && step === undefined) return renderWhole(model, layout);
  const found = findCase(model, caseId);
  if (step !== undefined) return renderStep(findStep(found, step), layout);
  return `${caseLines(found, { layout, mostSteps: found.steps.length }).join('\n')}\n`;
}

function renderWhole(
  { run, status, cases, memoryChanges }: RunModel,
  layout: Required<TerminalLayout>,
): string {
  const title = `run ${run === null ? 'without a name' : shortName(run)}: ${visibleLine(status)}, ${countOf(cases.length, 'case')}`;
  const rest = cases.length - MOST_CASES;
  const sections = [
    wrapText(title, layout.width).map(layout.colors.bold),
    ...cases.slice(0, MOST_CASES).map((one) => caseLines(one, { layout, mostSteps: MOST_STEPS })),
    rest > 0
      ? labelledLines('more', [`${countOf(rest, 'further case')}; see one with --case <id>`], layout)
      : [],
    memoryLines(memoryChanges, layout),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type CaseLayout = { readonly layout: Required<TerminalLayout>; readonly mostSteps: number };

function caseLines(one: RunCase, { layout, mostSteps }: CaseLayout): readonly string[] {
  const shown = one.steps.slice(0, mostSteps);
  const rest = one.steps.length - shown.length;
  const groups = [
    { title: null, steps: shown.filter(({ node }) => !isReviewNode(node)) },
    { title: 'adversarial review', steps: shown.filter(({ node }) => isReviewNode(node)) },
  ];
  return [
    ...wrapText(`case ${shortName(one.id)}`, layout.width).map(layout.colors.cyan),
    ...groups.filter(({ steps }) => steps.length > 0).flatMap((group) => groupLines(group, layout)),
    ...(rest > 0
      ? labelledLines('more', [`${countOf(rest, 'further step')}; see --case ${shortName(one.id)}`], layout)
      : []),
    ...labelledLines(
      'corrected',
      one.overrides.map(({ by, frame }) => `by ${visibleLine(by)}, ${shortName(frame)}`),
      layout,
    ),
    ...labelledLines('ended', [endingOf(one)], layout),
  ];
}

type StepGroup = { readonly title: string | null; readonly steps: readonly RunStep[] };

function groupLines({ title, steps }: StepGroup, layout: Required<TerminalLayout>): readonly string[] {
  const head = ['#', 'step', 'agent', 'artifact', 'next'];
  const table = renderTable({ head, rows: steps.map(stepRow) }, layout);
  return title === null ? table : [layout.colors.bold(title), ...table];
}

function stepRow(step: RunStep): TableRow {
  const { agent, artifact } = step;
  return {
    cells: [
      String(step.step),
      nodeWord(step.node),
      visibleLine(agent?.name ?? ''),
      artifact === null ? '' : shortName(artifact.frame),
      edgeWord(step),
    ],
    below: [detailWords(step)].filter((text) => text !== ''),
  };
}

/** Says what the columns have no room for: why this agent, what it wore, opened and called, and what went wrong. */
function detailWords(step: RunStep): string {
  const bounded = (text: string): string => visibleProse(cutText(text, LONGEST_REASON));
  const sources = [...new Set(step.sources.map(({ source }) => visibleLine(source)))];
  const details: readonly (readonly [string, string])[] = [
    ['chosen: ', bounded(step.agent?.reason ?? '')],
    ['capability ', capabilityWords(step).join(', ')],
    ['opened ', foldList(sources, MOST_SOURCES)],
    [
      'pack ',
      foldList(
        step.packs.map(({ pack }) => shortName(pack).replace(/^pack:/, '')),
        MOST_PACKS,
      ),
    ],
    ['', toolWords(step)],
    ['failed: ', bounded(step.failure ?? '')],
  ];
  return details.flatMap(([label, text]) => (text === '' ? [] : [`${label}${text}`])).join('; ');
}

function memoryLines(
  changes: RunModel['memoryChanges'],
  layout: Required<TerminalLayout>,
): readonly string[] {
  const rest = changes.length - MOST_CHANGES;
  const shown = changes
    .slice(0, MOST_CHANGES)
    .map(({ change, frame }) => `${visibleLine(change)} ${shortName(frame)}`);
  return labelledLines(
    'memory',
    rest > 0 ? [...shown, `and ${countOf(rest, 'further change')}`] : shown,
    layout,
  );
}

/** Finds a case by its id or the beginning of it; without one, the only case there is. */
function findCase({ cases }: RunModel, id: string | undefined): RunCase {
  const fitting = id === undefined ? cases : cases.filter((one) => one.id.startsWith(id));
  const found = fitting.find((one) => one.id === id) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found !== undefined) return found;
  if (id === undefined)
    throw new PenumbraError('usage', 'a step belongs to a case, and none was named', {
      hint: 'add --case <id>',
    });
  const near = nearest(
    id,
    cases.map((one) => one.id),
  );
  throw new PenumbraError(
    'invalid-id',
    `${cite(id)} names ${fitting.length === 0 ? 'no case' : 'several cases'} of this run`,
    {
      hint:
        near === null || fitting.length > 0
          ? 'penumbra show <run> lists the cases'
          : `did you mean ${cite(near)}?`,
    },
  );
}

function findStep({ id, steps }: RunCase, step: number): RunStep {
  const found = steps.find((one) => one.step === step);
  if (found !== undefined) return found;
  throw new PenumbraError('usage', `the case ${cite(id)} has no step ${step}`, {
    hint: `its steps are ${
      foldList(
        steps.map((one) => String(one.step)),
        20,
      ) || 'none'
    }`,
  });
}
