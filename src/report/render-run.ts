/** Renders runs for a terminal: the list, one run with its cases and steps, and one step in full. */
import { cite, nearest, PenumbraError } from '../kernel/index.ts';
import { type RunCase, type RunModel, type RunStep, type RunSummary, runStatus } from '../record/index.ts';
import {
  capabilityWords,
  choiceWord,
  edgeOf,
  edgeWord,
  endingOf,
  nodeWord,
  placeWord,
  purposeWord,
  toolWords,
  unreadWords,
  viewWords,
} from './describe-step.ts';
import { cutText, foldList, wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { renderTable, type TableRow } from './text/render-table.ts';
import { shortName } from './text/short-name.ts';
import { labelledLines, layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';
import { isReviewNode, plainWord } from './words.ts';

const MOST_CASES = 20;
const MOST_STEPS = 50;
const MOST_CHANGES = 10;
const LONGEST_REASON = 200;

const LEGEND =
  'A case is one failure, or several alike. At each step an agent answers one question; its answer is a record, which `penumbra explain` follows down to file bytes. One step in full: --case <id> --step <number>.';

/** The part of a run to show: everything, one case, or one step in full. */
type RunView = TerminalLayout & { readonly case?: string; readonly step?: number };

/** Renders a run; with a single case, nothing is collapsed. */
export function renderRun(model: RunModel, { case: caseId, step, ...options }: RunView = {}): string {
  const layout = layoutOf(options);
  if (caseId === undefined && step === undefined) return renderWhole(model, layout);
  const found = chosenCase(model, caseId);
  if (step !== undefined) return renderStep(findStep(found, step), layout);
  return `${caseLines(found, { layout, mostSteps: found.steps.length }).join('\n')}\n`;
}

function renderWhole(model: RunModel, layout: Required<TerminalLayout>): string {
  const { run, cases, memoryChanges, unread } = model;
  const title = `run ${run === null ? 'without a name' : shortName(run)}: ${visibleLine(runStatus(model))}, ${countOf(cases.length, 'case')}`;
  const rest = cases.length - MOST_CASES;
  const sections = [
    wrapText(title, layout.width).map(layout.colors.bold),
    labelledLines('not shown', unread === 0 ? [] : [unreadWords(unread)], layout),
    cases.length === 0 ? [] : wrapText(LEGEND, layout.width).map(layout.colors.dim),
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
    ...wrapText(caseTitle(one), layout.width).map(layout.colors.cyan),
    ...groups.filter(({ steps }) => steps.length > 0).flatMap((group) => groupLines(group, layout)),
    ...(rest > 0
      ? labelledLines('more', [`${countOf(rest, 'further step')}; see --case ${shortName(one.id)}`], layout)
      : []),
    ...labelledLines(
      'corrected',
      one.overrides.map(({ by, frame }) => `by ${visibleLine(by)}, ${shortName(frame)}`),
      layout,
    ),
  ];
}

function caseTitle(one: RunCase): string {
  return `case ${shortName(one.id)}: ${countOf(one.steps.length, 'step')}, ${endingOf(one)}`;
}

type StepGroup = { readonly title: string | null; readonly steps: readonly RunStep[] };

function groupLines({ title, steps }: StepGroup, layout: Required<TerminalLayout>): readonly string[] {
  const head = ['#', 'step', 'question', 'agent', 'record', 'then'];
  const table = renderTable({ head, rows: steps.map(stepRow) }, layout);
  return title === null ? table : [layout.colors.bold(title), ...table];
}

function stepRow(step: RunStep): TableRow {
  const { agent, artifact } = step;
  const edge = edgeOf(step);
  return {
    cells: [
      String(step.step),
      placeWord(step),
      purposeWord(step),
      visibleLine(agent?.name ?? ''),
      artifact === null ? '' : shortName(artifact.frame),
      edge === null ? '' : nodeWord(edge.to),
    ],
    below: [detailWords(step)].filter((text) => text !== ''),
  };
}

/** Describes what has no column: the step's resources and calls, and errors. */
function detailWords(step: RunStep): string {
  const details: readonly (readonly [string, string])[] = [
    ['with ', viewWords(step)],
    ['', toolWords(step)],
    ['failed: ', visibleProse(cutText(step.failure ?? '', LONGEST_REASON))],
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

/** Returns the case named, or the only one if none is. */
function chosenCase(model: RunModel, id: string | undefined): RunCase {
  if (id !== undefined) return requireCase(model, id);
  const [only, ...others] = model.cases;
  if (only !== undefined && others.length === 0) return only;
  throw new PenumbraError('usage', 'a step belongs to a case, and none was named', {
    hint: 'add --case <id>',
  });
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

/** Layout of the list; `formatTime` formats a time as ISO 8601 in UTC, as this room has no calendar. */
type RunsView = TerminalLayout & { readonly formatTime: (timeMs: number) => string };

/** Shown for a run that has not ended. */
const NOT_ENDED = '–';

/** Renders the list of runs in the order given. */
export function renderRuns(runs: readonly RunSummary[], { formatTime, ...options }: RunsView): string {
  if (runs.length === 0) return 'no runs yet; start one with penumbra investigate <report>\n';
  const rows = runs.map(({ run, status, startedMs, cases, causes }) => ({
    cells: [
      shortName(run),
      visibleLine(status),
      formatTime(startedMs),
      String(cases),
      causes === null ? NOT_ENDED : String(causes),
    ],
  }));
  const head = ['run', 'status', 'started', 'cases', 'causes'];
  return `${renderTable({ head, rows }, layoutOf(options)).join('\n')}\n`;
}

/** Renders one step in full. */
function renderStep(step: RunStep, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['question', [purposeWord(step)].filter((text) => text !== '')],
    ['agent', [agentWords(step)]],
    ['with', capabilityWords(step)],
    ['opened', openedLines(step)],
    [
      'was told',
      step.packs.map(({ pack, consumer }) => `${visibleLine(pack)}, for ${visibleLine(consumer)}`),
    ],
    ['asked', step.asks.map(({ model, request }) => `${visibleLine(model)}, request ${shortName(request)}`)],
    ['reply', step.replyChecks.map(replyWords)],
    [
      'tools',
      step.tools.map(
        ({ tool, command, code }) => `${visibleLine(code)}  ${visibleLine(tool)} ${visibleLine(command)}`,
      ),
    ],
    [
      'decided',
      step.decisions.map(({ decision, reason }) => `${visibleLine(decision)}: ${visibleProse(reason)}`),
    ],
    ['record', step.artifact === null ? [] : [recordWords(step.artifact)]],
    ['failed', step.failure === null ? [] : [visibleProse(step.failure)]],
    ['then', [edgeWord(step)].filter((text) => text !== '')],
  ];
  const title = wrapText(`step ${step.step}: ${placeWord(step)}`, layout.width).map(layout.colors.bold);
  return `${[...title, ...rows.flatMap(([label, text]) => labelledLines(label, text, layout))].join('\n')}\n`;
}

function agentWords(step: RunStep): string {
  if (step.agent === null) return 'none was chosen';
  const reason = choiceWord(step);
  return `${visibleLine(step.agent.name)}${reason === '' ? '' : `: ${reason}`}`;
}

/** Lists the opened sources, one line per mask. */
function openedLines({ sources }: RunStep): readonly string[] {
  const masks = [...new Set(sources.map(({ by }) => by))];
  return masks.map((mask) => {
    const opened = sources.filter(({ by }) => by === mask).map(({ source }) => visibleLine(source));
    return `${opened.join(', ')}, by ${visibleLine(mask)}`;
  });
}

function recordWords({ type, frame }: NonNullable<RunStep['artifact']>): string {
  return `${visibleLine(plainWord('artifact', type))}, ${visibleLine(frame)}`;
}

function replyWords({ ok, reasons }: RunStep['replyChecks'][number]): string {
  return [ok ? 'accepted' : 'refused', ...reasons.map(visibleProse)].join(': ');
}

/** Returns the case a text refers to, or null; throws `invalid-id` if it is ambiguous. */
export function findCase({ cases }: RunModel, text: string): RunCase | null {
  const fitting = text === '' ? [] : cases.filter(({ id }) => id.startsWith(text));
  const found = fitting.find(({ id }) => id === text) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found !== undefined) return found;
  if (fitting.length === 0) return null;
  throw new PenumbraError('invalid-id', `${cite(text)} matches several cases of this run`, {
    hint: 'give more of the id; `penumbra show <run>` lists the cases',
  });
}

/** Returns the case a text refers to, or throws `invalid-id` suggesting the nearest one. */
export function requireCase(model: RunModel, text: string): RunCase {
  const found = findCase(model, text);
  if (found !== null) return found;
  const near = nearCase(model, text);
  throw new PenumbraError('invalid-id', `${cite(text)} matches no case of this run`, {
    hint: near === null ? '`penumbra show <run>` lists the cases' : `did you mean ${cite(near)}?`,
  });
}

/** Returns the nearest id to a misspelt one, or null. */
export function nearCase({ cases }: RunModel, text: string): string | null {
  return nearest(
    text,
    cases.map(({ id }) => id),
  );
}
