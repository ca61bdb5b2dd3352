/**
 * One cause on a terminal, at most a screen: what fails since when, the failure's own words, the code, the
 * reasons, and further details as far as they fit.
 */
import type { EvidenceGap, ReportCause, ReportEvidence } from '../record/index.ts';
import {
  confidenceWords,
  evidenceLabel,
  isUnclear,
  proofOf,
  reasonsOf,
  reviewWords,
  standsOut,
  statusOf,
  testName,
} from './describe-cause.ts';
import { commitWords, failingCount, titleOfCause } from './describe-change.ts';
import { type AssertionDifference, firstDifference, ownWords } from './describe-failure.ts';
import { isNoChange, type ProofSubject, subjectOf } from './describe-proof.ts';
import { plainProse } from './plain-prose.ts';
import { shortenSteps } from './shorten-steps.ts';
import {
  answerLines,
  commandRow,
  experimentRows,
  guiltyLines,
  otherPlaces,
  proofRows,
  rankingLines,
  terminalCode,
} from './terminal-places.ts';
import { cutText, cutToColumns, foldLines, padColumns, wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { shortName } from './text/short-name.ts';
import {
  type LabelledText,
  labelledLines,
  paintTone,
  paragraphLines,
  type TerminalLayout,
  textColumns,
} from './text/terminal-layout.ts';
import { visibleProse, visibleSource } from './text/visible-text.ts';
import { defectWords } from './words.ts';

const SCREEN_LINES = 24;
/** The gaps around a diff, and the line that lists what does not fit. */
const LINES_BESIDE_A_DIFF = 3;
const WIDEST_TITLE = 100;
const NARROWEST_TITLE = 40;
const LONGEST_PROSE = 400;
const MOST_EVIDENCE = 2;
const MOST_ATTACHED = 2;
const MOST_STEPS = 2;
const MOST_GAPS = 2;
const MOST_CONTESTED = 2;

const severities: readonly EvidenceGap['severity'][] = ['critical', 'high', 'medium', 'low'];

/** A cause and its rank. */
type NumberedCause = { readonly cause: ReportCause; readonly rank: number; readonly of: number };

/** The layout of causes; without the current time, commits show a date instead of an age. */
type CauseLayout = Required<TerminalLayout> & {
  /** The run, for commands that continue it. */
  readonly run: string;
  readonly nowMs?: number;
  /** The file the patch was written to. */
  readonly patchFile?: string;
};

/** Formats a cause as lines. */
export function terminalCause({ cause, rank, of }: NumberedCause, layout: CauseLayout): readonly string[] {
  const proof = proofOf(cause);
  const subject = subjectOf(cause, { run: layout.run, of });
  const head = [...titleLines({ cause, rank, of }, layout), ...afterGap(terminalFailure(cause, layout))];
  const rows =
    proof === null ? argumentRows(cause, subject) : proofRows(cause, { ...layout, proof, subject });
  const reasons = rows.flatMap(([label, text]) => labelledLines(label, text, layout));
  const taken = head.length + reasons.length + LINES_BESIDE_A_DIFF;
  const places =
    proof === null
      ? placeLines(cause, layout)
      : afterGap(guiltyLines(proof, { layout, room: SCREEN_LINES - taken }));
  const told = [...head, ...places, ...afterGap(reasons)];
  const details = detailLines(cause, { layout, room: SCREEN_LINES - told.length });
  return [...told, ...(reasons.length > 0 ? details : afterGap(details))];
}

function placeLines(cause: ReportCause, layout: CauseLayout): readonly string[] {
  const stated = isUnclear(cause) ? rankingLines(cause, layout) : answerLines(cause, layout);
  // The code of one place among many would look like an answer.
  const code = standsOut(cause) ? terminalCode(cause, layout) : [];
  return [...afterGap(stated), ...afterGap(code)];
}

/** Puts an empty line before lines, if there are any. */
function afterGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function titleLines({ cause, rank, of }: NumberedCause, layout: CauseLayout): readonly string[] {
  const { colors, width } = layout;
  const { word, tone } = statusOf(cause);
  const status = [word, confidenceWords(cause)].filter((part) => part !== '').join(', ');
  const paint = (text: string): string => colors.bold(paintTone(text, tone, colors));
  const number = of === 1 ? '' : `${rank} of ${of}  `;
  const title = `${number}${titleOfCause(cause, layout.nowMs)}`;
  const columns = Math.min(width, WIDEST_TITLE) - status.length - 3;
  if (columns < NARROWEST_TITLE) return [...wrapText(title, width).map(colors.bold), paint(status)];
  const [first = '', ...rest] = wrapText(title, columns);
  return [
    `${colors.bold(padColumns(first, columns))}   ${paint(status)}`,
    ...rest.map((line) => colors.bold(line)),
  ];
}

/** The outcome of experiments, the reasons, an unusual kind of defect, and the next best places. */
function argumentRows(cause: ReportCause, subject: ProofSubject): readonly LabelledText[] {
  const { experiments } = cause;
  return [
    ...(experiments === undefined ? [] : experimentRows(experiments, subject)),
    ['why', isNoChange(cause) ? [] : [reasonsOf(cause).map(prose).join('; ')].filter((text) => text !== '')],
    ['kind', proofOf(cause) !== null || isUsualKind(cause) ? [] : kindWords(cause)],
    ['else', isUnclear(cause) ? [] : otherPlaces(cause)],
  ];
}

/** Lists what the runners kept of the failures; paths are as in the report. */
function attachmentLines({ attachments = [] }: ReportCause): readonly string[] {
  const lines = attachments.map(({ name, path }) => (name === undefined ? path : `${name}: ${path}`));
  return foldLines(lines, MOST_ATTACHED).map(prose);
}

/** Further details, most useful first; what does not fit on the screen is listed. */
function detailLines(
  cause: ReportCause,
  { layout, room }: { readonly layout: CauseLayout; readonly room: number },
): readonly string[] {
  const { owner, first_seen } = cause;
  const rows: readonly LabelledText[] = [
    ...(proofOf(cause) === null ? openRows(cause, layout) : []),
    ['kind', proofOf(cause) !== null || isUsualKind(cause) ? kindWords(cause) : []],
    commandRow(cause),
    ['known', first_seen === undefined ? [] : [`first seen in ${shortName(first_seen)}`]],
    ['owner', owner === undefined ? [] : [prose(owner)]],
    ['attached', attachmentLines(cause)],
    // Lines proven to break the test need no arguments.
    ['evidence', proofOf(cause) === null ? evidenceLines(cause, textColumns(layout.width)) : []],
  ];
  const lines: string[] = [];
  const leftOut: string[] = [];
  for (const [label, text] of rows) {
    const more = labelledLines(label, text, layout);
    if (more.length === 0) continue;
    if (leftOut.length === 0 && lines.length + more.length < room) lines.push(...more);
    else leftOut.push(label);
  }
  if (leftOut.length === 0) return lines;
  return [...lines, ...labelledLines('more', [`in the HTML page (--html): ${leftOut.join(', ')}`], layout)];
}

/**
 * Next steps and open questions while nothing is proven; after experiments, their next step is shown instead.
 */
function openRows(cause: ReportCause, { nowMs }: CauseLayout): readonly LabelledText[] {
  const { court, experiments } = cause;
  const steps = experiments === undefined ? shortenSteps(cause) : [];
  return [
    ['next', foldLines(steps.map(prose), MOST_STEPS)],
    ['review', court === undefined ? [] : [reviewWords(court)]],
    ['contested', foldLines((court?.standing_challenges ?? []).map(prose), MOST_CONTESTED)],
    ['missing', foldLines(missingGaps(cause).map(gapWords), MOST_GAPS)],
    ['commit', isNoChange(cause) ? [] : otherCommits(cause, nowMs)],
  ];
}

/** Describes the likeliest commit if no change is named above. */
function otherCommits(cause: ReportCause, nowMs: number | undefined): readonly string[] {
  const { change, commits } = cause;
  const [first] = commits;
  return change !== undefined || first === undefined || !standsOut(cause)
    ? []
    : [`most likely ${commitWords(first, nowMs)}`];
}

/** A kind other than a product bug rules places out, and is always shown. */
function isUsualKind({ defect_type, status }: ReportCause): boolean {
  return defect_type === 'product_bug' || (defect_type === 'to_investigate' && status !== 'proven');
}

/** Describes the kind of defect and what revealed it; empty if unknown. */
function kindWords({ defect_type, type_reason }: ReportCause): readonly string[] {
  const reason = prose(plainProse(type_reason));
  const isOpen = defect_type === 'to_investigate';
  const kind = isOpen ? 'not known yet' : defectWords[defect_type];
  if (reason !== '') return [`${kind}: ${reason}`];
  return isOpen ? [] : [kind];
}

/** Formats each piece of evidence on one line, omitting what the code and the message above already say. */
function evidenceLines(cause: ReportCause, columns: number): readonly string[] {
  const { evidence, answer, code, message } = cause;
  const [first] = evidence;
  if (first === undefined) return [];
  const shown = new Set(code?.lines.map(({ text }) => text.trim()));
  // Evidence for other places is omitted.
  const isOfAnswer = (path: string | undefined) =>
    path === undefined || answer.length === 0 || answer.includes(path);
  const lines = evidence
    .filter(({ path, quote }) => isOfAnswer(path) && quote !== '' && !shown.has(quote.trim()))
    .filter(({ quote }) => !message.includes(quote))
    .slice(0, MOST_EVIDENCE)
    .map(({ path, ...piece }) => {
      const label = evidenceLabel(path === undefined || path === answer[0] ? piece : { ...piece, path });
      return cutToColumns(`${label}: ${prose(piece.quote)}`, columns);
    });
  return [...lines, explainWords(evidence, first)];
}

function explainWords({ length }: readonly ReportEvidence[], first: ReportEvidence): string {
  const all = length === 1 ? '' : ` (the first of ${length})`;
  return `penumbra explain ${shortName(first.handle)}${all}`;
}

/** The remedy of a gap is among the next steps. */
function gapWords({ severity, description }: EvidenceGap): string {
  return `${severity}: ${prose(plainProse(description))}`;
}

/** Contested points are shown separately. */
function missingGaps({ gaps = [], court }: ReportCause): readonly EvidenceGap[] {
  const contested = court?.standing_challenges ?? [];
  return gaps
    .filter(({ description }) => !contested.includes(description))
    .toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
}

function prose(text: string): string {
  return visibleProse(cutText(text, LONGEST_PROSE));
}

const MOST_MESSAGE_LINES = 3;
const MOST_VALUE_LINES = 3;
const LINES_OF_LONG_VALUES = 2;
/** Longer lines are cut before they are measured; no screen is wider. */
const LONGEST_LINE = 1_000;
/** How much of a line is shown before the first difference. */
const CONTEXT = 20;

/** Formats the failing test, its message, and the expected and actual value. */
export function terminalFailure(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const { difference } = cause;
  return [
    ...testLines(cause, layout),
    ...messageLines(ownWords(cause), layout),
    ...(difference === undefined ? [] : differenceLines(difference, layout)),
  ];
}

function testLines(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const [first] = cause.tests;
  if (first === undefined) return [];
  const count = failingCount(cause);
  const more = count > 1 ? `, and ${count - 1} more` : '';
  // Two lines at most: the beginning of a name matters most.
  const name = cutToColumns(testName(first), 2 * (layout.width - 12) - more.length);
  return paragraphLines(`${name}${more}`, layout);
}

function messageLines(lines: readonly string[], { width }: Required<TerminalLayout>): readonly string[] {
  const shown = lines.slice(0, MOST_MESSAGE_LINES).map((line) => visibleSource(line.slice(0, LONGEST_LINE)));
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`… (${countOf(rest, 'more line')})`] : [];
  return [...shown, ...more].map((line) => `  ${cutToColumns(line.trim(), width - 2)}`);
}

function differenceLines(
  difference: AssertionDifference,
  layout: Required<TerminalLayout>,
): readonly string[] {
  const { colors, width } = layout;
  const place = firstDifference(difference);
  const shown = (text: string): readonly string[] =>
    valueLines(text, { ...place, columns: textColumns(width) });
  const [expected, received] = [shown(difference.expected), shown(difference.received)];
  const isCut = [difference.expected, difference.received].some(
    (text) => text.split('\n').length > MOST_VALUE_LINES,
  );
  return [
    ...labelledLines('expected', expected, layout, colors.green),
    ...labelledLines('received', received, layout, colors.red),
    ...(isCut ? labelledLines('', [`(from line ${place.line + 1} on)`], layout, colors.dim) : []),
  ];
}

type Excerpt = { readonly line: number; readonly character: number; readonly columns: number };

/** Cuts a value to the line that differs and the next one; the rest is equal in both values. */
function valueLines(text: string, { line, character, columns }: Excerpt): readonly string[] {
  if (text === '') return ['(empty)'];
  const lines = text.split('\n');
  const isShort = lines.length <= MOST_VALUE_LINES;
  const shown = isShort ? lines : lines.slice(line, line + LINES_OF_LONG_VALUES);
  return shown.map((one, index) => {
    const isDifferent = index === (isShort ? line : 0);
    const start = isDifferent && one.length > columns ? Math.max(0, character - CONTEXT) : 0;
    const part = visibleSource(one.slice(start, start + LONGEST_LINE));
    return cutToColumns(start === 0 ? part : `…${part}`, columns);
  });
}
