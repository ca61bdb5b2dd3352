/** The wording for a whole report: its headline, and notes on what could not be read. */
import type {
  CauseStatus,
  ReportCause,
  ReportDocument,
  ReportModel,
  TestedElsewhere,
} from '../record/index.ts';
import { reliableStatus } from './describe-cause.ts';
import { cutText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { shortCommit } from './text/short-name.ts';
import { visibleProse } from './text/visible-text.ts';
import { historyWords } from './words.ts';

const LONGEST_NOTE = 300;
const MOST_UNREAD = 10;

/** Summarises what was found, for instance `12 failures, 3 causes`. */
export function titleOf({ summary, causes, unread }: ReportDocument): string {
  const { tests, failures } = summary;
  if (failures > 0 || causes.length > 0)
    return `${countOf(failures, 'failure')}, ${countOf(summary.causes, 'cause')}`;
  const found = tests === 0 ? 'no tests were reported' : `nothing failed in ${countOf(tests, 'test')}`;
  // The unreadable parts may contain the failures.
  return unread.length === 0 ? found : `${found}, but some reports could not be read in full`;
}

/** Says in one line what was found, for instance `12 failures, 3 causes: 2 proven, 1 unclear; 3 new`. */
export function headlineOf(document: ReportDocument): string {
  const { failures, flaky, known, new: fresh } = document.summary;
  if (failures === 0 && document.causes.length === 0) return titleOf(document);
  const parts = [
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(known > 0 ? [`${known} seen before`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ];
  const statuses = statusCounts(document.causes).map(([word, count]) => `${count} ${word}`);
  const told = [statuses, parts].map((list) => list.join(', '));
  return [titleOf(document), told.filter((text) => text !== '').join('; ')]
    .filter((text) => text !== '')
    .join(': ');
}

/** Counts the causes by reliability, best first. */
export function statusCounts(causes: readonly ReportCause[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const cause of causes) {
    const group = statusGroups[reliableStatus(cause)];
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return [...new Set(Object.values(statusGroups))].flatMap((group) => {
    const count = counts.get(group);
    return count === undefined ? [] : [[group, count]];
  });
}

/** The wording for statuses in a headline, in order. */
const statusGroups: Readonly<Record<CauseStatus, string>> = {
  proven: 'proven',
  concluded: 'settled',
  narrowed: 'narrowed',
  likely: 'likely',
  insufficient: 'unclear',
  inconclusive: 'unclear',
  recommended: 'to decide',
};

/** Describes what was missing: history, and unreadable parts of reports. */
export function notesOf({
  history,
  revision,
  tested_elsewhere,
  unread,
  model,
}: ReportDocument): readonly string[] {
  const past = historyWords[history];
  const rest = unread.length - MOST_UNREAD;
  return [
    ...(tested_elsewhere === undefined ? [] : [elsewhereNote(tested_elsewhere, revision)]),
    ...(past === null ? [] : [past]),
    ...(model === undefined ? [] : modelNotes(model)),
    ...unread.slice(0, MOST_UNREAD).map(unreadNote),
    ...(rest > 0 ? [`${rest} more parts of reports could not be read; \`--json\` lists all`] : []),
  ];
}

/** Describes which model answered, and which steps the heuristic answered instead, with the first reason. */
function modelNotes({ name, steps, stood_in }: ReportModel): readonly string[] {
  const asked = `${name} was asked at ${countOf(steps, 'step')}`;
  const nodes = [...new Set(stood_in.map(({ node }) => node))].map((node) => {
    const at = stood_in.filter((one) => one.node === node);
    return `${node} (${at.length === 1 ? '' : `${at.length} times, first `}${at[0]?.reason ?? ''})`;
  });
  const note =
    nodes.length === 0
      ? asked
      : `${asked}; at ${stood_in.length} of them the heuristic stood in: ${nodes.join(', ')}`;
  return [cutText(visibleProse(note), LONGEST_NOTE)];
}

/** Says that the tests ran at another revision, and what to do about it. */
function elsewhereNote(
  { commit, date = '', revision_date = '' }: TestedElsewhere,
  revision: string | null,
): string {
  const other =
    commit === undefined
      ? `the report is from ${day(date)}, and the checked-out commit was made on ${day(revision_date)}`
      : `the report is from commit ${shortCommit(commit)}, and ${shortCommit(revision ?? '')} is checked out`;
  const remedy = commit === undefined ? '' : `, or check out ${shortCommit(commit)}`;
  return visibleProse(`${other}, so the answer is less certain: run the tests again${remedy}`);
}

function day(moment: string): string {
  return moment.slice(0, 'yyyy-mm-dd'.length);
}

function unreadNote({ source, reason }: ReportDocument['unread'][number]): string {
  const shown = (text: string): string => visibleProse(cutText(text, LONGEST_NOTE));
  return `could not be read in full: ${shown(source)}: ${shown(reason)}`;
}
