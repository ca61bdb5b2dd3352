/** Memory, as documents for programs and as text for people. */
import type { CauseStatus, DefectType } from '../record/index.ts';
import { type NamedPlace, placeText } from './render-correction.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, percentWord } from './text/quantity.ts';
import { renderTable } from './text/render-table.ts';
import { shortCommit, shortName } from './text/short-name.ts';
import { labelledLines, layoutOf, type RecordView } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';
import { defectWords, statusWords } from './words.ts';

/** A cause in memory. */
export type RememberedCause = {
  readonly id: string;
  readonly status: CauseStatus;
  /** Whether it is recalled as an answer, only as a candidate, or not at all. */
  readonly recall: 'answer' | 'candidate' | 'none';
  readonly activity: 'active' | 'dormant';
  readonly defectType: DefectType;
  readonly place: NamedPlace | null;
  readonly commit: string | null;
  readonly confidence: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** When it was last seen; 0 if no learning run has seen it. */
  readonly lastSeenMs: number;
  /** The number of failures it explained. */
  readonly times: number;
  readonly confirmedBy: string | null;
  /** The latest correction by a person. */
  readonly word: { readonly by: string; readonly word: string; readonly into?: string } | null;
};

/** The whole memory. */
export type MemoryListDocument = {
  readonly head: string;
  readonly causes: readonly RememberedCause[];
  /** The number of distinct failures remembered. */
  readonly symptoms: number;
};

/** One remembered cause in full. */
export type MemoryCauseDocument = RememberedCause & {
  readonly summary: string;
  readonly suspects: readonly (NamedPlace & { readonly score: number; readonly confidence: number })[];
  /** The files a person ruled out. */
  readonly rejected: readonly string[];
  /** The causes merged into it. */
  readonly aliases: readonly string[];
  readonly failures: readonly {
    readonly fingerprint: string;
    readonly exception: string;
    readonly template: string;
    readonly times: number;
    readonly firstSeen: string;
    readonly lastSeen: string;
  }[];
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** What was learned and corrected, oldest first. */
  readonly history: readonly {
    readonly change: string;
    readonly atMs: number;
    readonly by: string | null;
    readonly status: CauseStatus;
    readonly defectType: DefectType;
    readonly path?: string;
    readonly frameId: string;
  }[];
};

/** A person's change to remembered causes. */
export type MemoryChangeDocument = {
  readonly change: 'merged' | 'split' | 'retired';
  readonly cause: string;
  /** The cause it was merged into, or the one its tests were moved to. */
  readonly into?: string;
  readonly tests?: readonly { readonly suite: string; readonly name: string }[];
  readonly by: string;
  readonly isNew: boolean;
};

const MOST_TESTS = 20;
const LONGEST_FAILURE = 200;
const recalls = { answer: 'recalled', candidate: 'a candidate', none: 'not recalled' } as const;

/** Renders the remembered causes as a table. */
export function renderMemory({ causes }: MemoryListDocument, view: RecordView): string {
  if (causes.length === 0) return 'nothing is remembered yet; penumbra investigate remembers what it finds\n';
  const rows = causes.map((cause) => ({
    cells: [
      visibleLine(cause.id),
      memoryStatusWords(cause),
      defectWords[cause.defectType],
      cause.place === null ? '–' : placeText(cause.place),
      seenText(cause, view),
      String(cause.times),
    ],
  }));
  const head = ['cause', 'status', 'kind', 'place', 'last seen', 'times'];
  return `${renderTable({ head, rows }, layoutOf(view)).join('\n')}\n`;
}

/** Renders one cause with its failures, its tests and its history. */
export function renderMemoryCause(cause: MemoryCauseDocument, view: RecordView): string {
  const layout = layoutOf(view);
  const lines = (label: string, text: readonly string[]) => labelledLines(label, text, layout);
  const tests = cause.tests
    .slice(0, MOST_TESTS)
    .map(({ suite, name }) => visibleLine(`${suite} ${name}`.trim()));
  const more = cause.tests.length - tests.length;
  return `${[
    layout.colors.bold(visibleLine(cause.id)),
    ...lines('what', [visibleProse(cause.summary)]),
    ...lines('status', [statusText(cause)]),
    ...lines('kind', [defectWords[cause.defectType]]),
    ...lines('place', cause.place === null ? [] : [placeText(cause.place)]),
    ...lines('commit', cause.commit === null ? [] : [shortCommit(cause.commit)]),
    ...lines('not in', cause.rejected.length === 0 ? [] : [cause.rejected.map(visibleLine).join(', ')]),
    ...lines('also', cause.aliases.length === 0 ? [] : [cause.aliases.map(visibleLine).join(', ')]),
    ...lines('seen', [
      `${countOf(cause.times, 'time')}, first in ${shortName(cause.firstSeen)}, last in ${shortName(cause.lastSeen)}; ${cause.activity}`,
    ]),
    ...lines(
      'failures',
      cause.failures.map(({ exception, template }) => failureText(exception, template)),
    ),
    ...lines('tests', more > 0 ? [...tests, `and ${more} more`] : tests),
    ...lines(
      'history',
      cause.history.map(
        ({ change, atMs, by, path }) =>
          `${view.formatTime(atMs)}  ${change}${by === null ? '' : ` by ${visibleLine(by)}`}${path === undefined ? '' : `: ${visibleLine(path)}`}`,
      ),
    ),
  ].join('\n')}\n`;
}

/** Renders a change that a person made. */
export function renderMemoryChange({ change, cause, into, tests, by, isNew }: MemoryChangeDocument): string {
  const [own, other] = [visibleLine(cause), visibleLine(into ?? '')];
  if (!isNew) return `${own} is ${change} already; nothing was changed\n`;
  const who = visibleLine(by);
  if (change === 'retired') return `${who} retired ${own}: it is no longer recalled\n`;
  if (change === 'merged') return `${who} merged ${own} into ${other}, which is recalled for both\n`;
  const taken = countOf(tests?.length ?? 0, 'test');
  return `${who} moved ${taken} from ${own} to ${other}, whose cause is not known yet\n`;
}

function statusText(cause: RememberedCause): string {
  // A computed confidence is irrelevant once a person has decided.
  const isMachines = cause.confirmedBy === null && cause.recall !== 'none';
  const sure = isMachines ? `, confidence ${percentWord(cause.confidence)}` : '';
  return `${memoryStatusWords(cause)}${sure}; ${recalls[cause.recall]}`;
}

function memoryStatusWords({ status, confirmedBy, word }: RememberedCause): string {
  if (word?.into !== undefined) return `merged into ${visibleLine(word.into)}`;
  if (word?.word === 'wrong' || word?.word === 'retired') return `${word.word}, by ${visibleLine(word.by)}`;
  return confirmedBy === null ? statusWords[status].word : `named by ${visibleLine(confirmedBy)}`;
}

function seenText({ lastSeenMs, activity }: RememberedCause, { formatTime }: RecordView): string {
  if (lastSeenMs === 0) return '–';
  return activity === 'dormant' ? `${formatTime(lastSeenMs)}, dormant` : formatTime(lastSeenMs);
}

function failureText(exception: string, template: string): string {
  const text = [exception, template].filter((part) => part !== '').join(': ');
  return visibleProse(cutText(text, LONGEST_FAILURE)) || '(no message)';
}
