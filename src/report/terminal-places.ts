/**
 * The places of a cause on a terminal: the answer or the ranking, the code, and the results of experiments.
 */
import type {
  ReportCause,
  ReportExperiments,
  ReportHunk,
  ReportProof,
  ReportSuspect,
} from '../record/index.ts';
import {
  blamesNoFile,
  evidenceKinds,
  hunkPlace,
  NOTHING_STANDS_OUT,
  placeOf,
  standsOut,
  suspectPlace,
  whereOf,
} from './describe-cause.ts';
import { type ShownCodeLine, shownCode, shownDiff } from './describe-code.ts';
import {
  experimentWords,
  leftWords,
  nextOfExperiments,
  outrankedOf,
  type ProofSubject,
  proofWords,
  undoCommand,
} from './describe-proof.ts';
import { cutText, cutToColumns, displayWidth, foldLines, foldList } from './text/fit-text.ts';
import { countOf, percentWord } from './text/quantity.ts';
import { renderTable } from './text/render-table.ts';
import { shortCommit } from './text/short-name.ts';
import { type LabelledText, paragraphLines, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse, visibleSource } from './text/visible-text.ts';

const MOST_RANKED = 3;
const MOST_UNCLEAR = 5;
const LEAST_CHANCE = 0.01;
const LONGEST_KINDS = 400;
const NARROWEST_WHY = 12;
const MARGIN = '  ';

/** Lists the places of the answer; a single one is the heading of its code. */
export function answerLines(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const { answer, code, suspects } = cause;
  const { lead } = whereOf(cause);
  // A flaky test or a lost connection has no place in the code.
  if (answer.length === 0) return [];
  if (answer.length === 1)
    return code?.path === answer[0] && shownCode(code?.lines ?? [], 1).length > 0
      ? []
      : paragraphLines(lead, layout);
  const places = answer.map((path) => {
    const suspect = suspects.find((one) => one.path === path) ?? { path, score: 0 };
    return rankedWords(suspect);
  });
  return [
    ...paragraphLines(lead, layout),
    ...places.flatMap((place) => paragraphLines(`- ${place}`, layout)),
  ];
}

/** Formats the best places as a table, for an answer too weak to be stated. */
export function rankingLines(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  if (blamesNoFile(cause)) return [];
  const suspects = cause.suspects.slice(0, MOST_UNCLEAR);
  if (suspects.length === 0) return paragraphLines(whereOf(cause).lead, layout);
  const rest = cause.suspects.length - suspects.length;
  const ranking = standsOut(cause)
    ? rankingTable(cause, suspects, layout)
    : [
        ...paragraphLines(NOTHING_STANDS_OUT, layout),
        ...suspects.flatMap((suspect) => paragraphLines(`- ${suspectPlace(suspect)}`, layout)),
      ];
  return [...ranking, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

/** Places are not broken, so that they can be copied; if the table would break one, a list is used. */
function rankingTable(
  cause: ReportCause,
  suspects: readonly ReportSuspect[],
  layout: Required<TerminalLayout>,
): readonly string[] {
  const head = ['place', 'confidence', 'why'];
  const places = suspects.map(suspectPlace);
  const taken = [Math.max(...places.map(displayWidth), 5), 'confidence'.length];
  const columns = layout.width - MARGIN.length - taken.reduce((sum, column) => sum + column + 2, 0);
  if (columns < NARROWEST_WHY)
    return suspects.flatMap((suspect) => paragraphLines(`- ${rankedWords(suspect)}`, layout));
  const rows = suspects.map(({ path, confidence }, index) => ({
    cells: [
      places[index] ?? '',
      percentWord(confidence),
      cutToColumns(cutText(evidenceKinds(cause, path), LONGEST_KINDS), columns),
    ],
  }));
  const shown = rows.some(({ cells }) => cells[2] !== '') ? head : head.slice(0, 2);
  return renderTable({ head: shown, rows }, layout).map((line) => `${MARGIN}${line}`);
}

/** Lists the best places outside the answer that have a chance; the full ranking is on the page. */
export function otherPlaces({ suspects, answer }: ReportCause): readonly string[] {
  const others = suspects.filter(
    ({ path, confidence }) => !answer.includes(path) && confidence >= LEAST_CHANCE,
  );
  return others.length === 0 ? [] : [foldList(others.map(rankedWords), MOST_RANKED)];
}

/** Keeps a percentage together with its sign when wrapping. */
function rankedWords(suspect: Omit<ReportSuspect, 'confidence'> & { readonly confidence?: number }): string {
  const { confidence } = suspect;
  const share = confidence === undefined ? '' : ` (${percentWord(confidence).replaceAll(' ', '\u00a0')})`;
  return `${suspectPlace(suspect)}${share}`;
}

const MOST_LINES = 9;
const LONGEST_PATH = 256;
const LONGEST_NOTE = 60;
/** Longer lines are cut before they are measured; no screen is wider. */
const LONGEST_LINE = 1_000;
const WIDEST_NOTED = 100;
const NARROWEST_GAP = 4;

/** Formats the code of a cause under its place; nothing if the report has none. */
export function terminalCode(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const { code, suspects } = cause;
  const lines = shownCode(code?.lines ?? [], MOST_LINES);
  if (code === undefined || lines.length === 0) return [];
  const suspect = suspects.find(({ path }) => path === code.path);
  const place = suspect === undefined ? visibleLine(cutText(code.path, LONGEST_PATH)) : suspectPlace(suspect);
  const lastAdded = lines.findLast(({ mark }) => mark === 'added');
  return [
    ...paragraphLines(place, layout).map(layout.colors.bold),
    ...lines.map((line) => sourceLine(line, layout, line === lastAdded ? commitNote(cause) : '')),
  ];
}

/** Names the commit that introduced the added lines. */
function commitNote({ change }: ReportCause): string {
  if (change === undefined || change.commit === null) return '';
  return `${shortCommit(change.commit)} ${visibleProse(cutText(change.subject, LONGEST_NOTE))}`.trim();
}

/** Cuts a line to the width, and appends a note if it fits completely. */
function sourceLine(
  { margin, text, mark }: ShownCodeLine,
  layout: Required<TerminalLayout>,
  note = '',
): string {
  const source = visibleSource(text.slice(0, LONGEST_LINE));
  const line = cutToColumns(`  ${margin}${source}`.trimEnd(), layout.width);
  const room = Math.min(layout.width, WIDEST_NOTED) - displayWidth(line) - displayWidth(note);
  const painted = paintLine(line, mark, layout);
  return note === '' || room < NARROWEST_GAP
    ? painted
    : `${painted}${' '.repeat(room)}${layout.colors.dim(note)}`;
}

function paintLine(line: string, mark: string, { colors }: Required<TerminalLayout>): string {
  if (mark === 'added') return colors.green(line);
  if (mark === 'removed') return colors.red(line);
  if (mark === 'gap') return colors.dim(line);
  return mark === 'suspected' ? colors.yellow(line) : line;
}

const MOST_HUNKS = 3;
/** Removed and added lines, and the number omitted of each. */
const FEWEST_LINES = 4;
const CONTEXT = 1;
const MOST_OTHERS = 3;
const MOST_NOTES = 2;
const LONGEST_TEXT = 300;

/** Formats the guilty lines under the place of each hunk, within the available lines. */
export function guiltyLines(
  { hunks }: ReportProof,
  { layout, room }: { readonly layout: Required<TerminalLayout>; readonly room: number },
): readonly string[] {
  // One more takes no more space than the line that mentions it.
  const shown = hunks.length === MOST_HUNKS + 1 ? hunks : hunks.slice(0, MOST_HUNKS);
  const others = hunks.slice(shown.length).map((hunk) => placeOf(hunkPlace(hunk)));
  const places = shown.map((hunk) =>
    paragraphLines(suspectPlace(hunkPlace(hunk)), layout).map(layout.colors.bold),
  );
  const rest =
    others.length === 0
      ? []
      : paragraphLines(
          `and ${countOf(others.length, 'more place')}: ${foldList(others, MOST_OTHERS)}`,
          layout,
        );
  const most = Math.max(FEWEST_LINES * shown.length, room - places.flat().length - rest.length);
  return [
    ...shareLines(shown, most).flatMap((lines, index) => [
      ...(places[index] ?? []),
      ...lines.map((line) => sourceLine(line, layout)),
    ]),
    ...rest,
  ];
}

/** Distributes lines among diffs; lines that one does not need go to the others. */
function shareLines(hunks: readonly ReportHunk[], most: number): readonly (readonly ShownCodeLine[])[] {
  const excerptOf = (hunk: ReportHunk, lines: number): readonly ShownCodeLine[] =>
    shownDiff(hunk, { most: lines, context: CONTEXT });
  const needs = hunks.map((hunk) => excerptOf(hunk, most).length);
  const spare = most - needs.reduce((sum, need) => sum + need, 0);
  const share = Math.floor(most / hunks.length);
  return hunks.map((hunk, index) => excerptOf(hunk, Math.max(share, spare + (needs[index] ?? 0))));
}

/** The run for commands, and the file the patch was written to. */
type ProofLayout = { readonly subject: ProofSubject; readonly patchFile?: string };

/** Returns the basis of a proof, how to revert the lines, and the earlier ranking. */
export function proofRows(
  cause: ReportCause,
  { proof, subject, patchFile }: ProofLayout & { readonly proof: ReportProof },
): readonly LabelledText[] {
  return [
    ['proof', [proofWords(cause, proof)]],
    ['undo', [undoCommand(subject, patchFile)]],
    [
      'ranking',
      outrankedOf(cause, proof).map((first) => `ranked first before the proof: ${suspectPlace(first)}`),
    ],
    noteRow(cause.experiments),
  ];
}

/** Returns the outcome of experiments that proved nothing, the remaining candidates, and what to do next. */
export function experimentRows(
  experiments: ReportExperiments,
  subject: ProofSubject,
): readonly LabelledText[] {
  return [
    ['tried', [experimentWords(experiments)]],
    ['left', leftWords(experiments)],
    ['next', [nextOfExperiments(experiments, subject)]],
    noteRow(experiments),
  ];
}

/** Returns the command that was run, and how often. */
export function commandRow({ experiments }: ReportCause): LabelledText {
  if (experiments === undefined) return ['ran', []];
  const command = visibleProse(cutText(experiments.command, LONGEST_TEXT));
  return ['ran', [`${countOf(experiments.runs, 'run')} of \`${command}\``]];
}

function noteRow(experiments: ReportExperiments | undefined): LabelledText {
  const notes = (experiments?.notes ?? []).map((note) => visibleProse(cutText(note, LONGEST_TEXT)));
  return ['note', foldLines(notes, MOST_NOTES)];
}
