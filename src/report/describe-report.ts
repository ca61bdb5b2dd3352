/** What a whole report says in sentences: the headline, and the notes on what could not be read. */
import type { ReportDocument } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { countOf } from './quantity.ts';
import { visibleProse } from './visible-text.ts';
import { historyWords } from './words.ts';

const LONGEST_NOTE = 300;
const MOST_UNREAD = 10;

/** Says in a few words what was found, for instance `12 failures, 3 causes`. */
export function titleOf({ summary, causes, unread }: ReportDocument): string {
  const { tests, failures } = summary;
  if (failures > 0 || causes.length > 0)
    return `${countOf(failures, 'failure')}, ${countOf(summary.causes, 'cause')}`;
  const found = tests === 0 ? 'no tests were reported' : `nothing failed in ${countOf(tests, 'test')}`;
  // What could not be read may hold the failures.
  return unread.length === 0 ? found : `${found}, but not all could be read`;
}

/** Says in one line what was found, for instance `12 failures, 3 causes: 2 settled, 3 new`. */
export function headlineOf(document: ReportDocument): string {
  const { failures, flaky, known, concluded, new: fresh } = document.summary;
  if (failures === 0 && document.causes.length === 0) return titleOf(document);
  const parts = [
    `${concluded} settled`,
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(known > 0 ? [`${known} seen before`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ];
  return `${titleOf(document)}: ${parts.join(', ')}`;
}

/** Says what was missing: history, and parts of reports that could not be read. */
export function notesOf({ history, unread }: ReportDocument): readonly string[] {
  const past = historyWords[history];
  const rest = unread.length - MOST_UNREAD;
  return [
    ...(past === null ? [] : [past]),
    ...unread.slice(0, MOST_UNREAD).map(unreadNote),
    ...(rest > 0 ? [`${rest} more parts of reports could not be read; \`--json\` lists all`] : []),
  ];
}

function unreadNote({ source, reason }: ReportDocument['unread'][number]): string {
  const shown = (text: string): string => visibleProse(cutText(text, LONGEST_NOTE));
  return `could not be read: ${shown(source)}: ${shown(reason)}`;
}
