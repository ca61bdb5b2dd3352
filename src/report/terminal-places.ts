/** Where a cause may be, on a terminal: the places of an answer, the ranking in place of a weak one, and what else comes close. */
import type { ReportCause, ReportSuspect } from '../record/index.ts';
import { cutText, cutToColumns, foldList } from './cut-text.ts';
import { evidenceKinds, NOTHING_STANDS_OUT, standsOut, suspectPlace, whereOf } from './describe-cause.ts';
import { shownCode } from './describe-code.ts';
import { displayWidth } from './display-width.ts';
import { paragraphLines } from './labelled-lines.ts';
import { percentWord } from './quantity.ts';
import { renderTable } from './render-table.ts';
import type { TerminalLayout } from './report-colors.ts';

const MOST_RANKED = 3;
const MOST_UNCLEAR = 5;
const LEAST_CHANCE = 0.01;
const LONGEST_KINDS = 400;
const NARROWEST_WHY = 12;
const MARGIN = '  ';

/** Names the places of the answer; a single one whose code follows stands above that. */
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

/** Lays out the best places as a table, for an answer that is too weak to be stated. */
export function rankingLines(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
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

/** A place stays in one piece, to be copied; where the table would break one, it becomes a list. */
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

/** Names the best places that are not in the answer and have a chance; the whole ranking is on the page. */
export function otherPlaces({ suspects, answer }: ReportCause): readonly string[] {
  const others = suspects.filter(
    ({ path, confidence }) => !answer.includes(path) && confidence >= LEAST_CHANCE,
  );
  return others.length === 0 ? [] : [foldList(others.map(rankedWords), MOST_RANKED)];
}

/** Keeps a share with its sign where lines break. */
function rankedWords(suspect: Omit<ReportSuspect, 'confidence'> & { readonly confidence?: number }): string {
  const { confidence } = suspect;
  const share = confidence === undefined ? '' : ` (${percentWord(confidence).replaceAll(' ', '\u00a0')})`;
  return `${suspectPlace(suspect)}${share}`;
}
