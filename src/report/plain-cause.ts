/** A cause for other programs: its places, facts, severity and plain lines. */
import type { CauseStatus, ReportCause, ReportSuspect } from '../record/index.ts';
import {
  confidenceWords,
  hunkPlace,
  isUnclear,
  proofOf,
  reasonsOf,
  reliableStatus,
  type StatedPlace,
  standsOut,
  statedPlaces,
  statusOf,
} from './describe-cause.ts';
import { titleOfCause } from './describe-change.ts';
import { type ShownCodeLine, shownCode, shownDiff } from './describe-code.ts';
import { ownWords } from './describe-failure.ts';
import {
  changeWords,
  experimentWords,
  isNoChange,
  nextSteps,
  type ProofSubject,
  proofWords,
  responsibleChange,
} from './describe-proof.ts';
import { cutText } from './text/fit-text.ts';
import { visibleLine, visibleProse, visibleSource } from './text/visible-text.ts';

const LONGEST_LINE = 300;
const LONGEST_PROSE = 600;
const LONGEST_VALUE = 200;
const MOST_MESSAGE_LINES = 5;
const MOST_HUNKS = 3;
const DIFF = { most: 12, context: 1 } as const;
const MOST_CODE_LINES = 9;
const MOST_GUESSES = 3;

/** The severity of a cause, by the reliability of its answer. */
export type CauseLevel = 'error' | 'warning' | 'note';

const levels: Readonly<Record<CauseStatus, CauseLevel>> = {
  proven: 'error',
  narrowed: 'error',
  concluded: 'error',
  likely: 'warning',
  recommended: 'warning',
  inconclusive: 'note',
  insufficient: 'note',
};

/** Returns the severity of a cause. */
export function levelOf(cause: ReportCause): CauseLevel {
  return levels[reliableStatus(cause)];
}

/** A place of a cause, and its probability if that is an estimate. */
export type CausePlace = StatedPlace & Partial<Pick<ReportSuspect, 'confidence'>>;

/** Returns the places to report: those of the answer, otherwise the best guesses if one stands out. */
export function causePlaces(cause: ReportCause): readonly CausePlace[] {
  const places: readonly CausePlace[] = isUnclear(cause)
    ? standsOut(cause)
      ? cause.suspects.slice(0, MOST_GUESSES)
      : []
    : statedPlaces(cause);
  return places.filter(({ path }) => path !== '');
}

/** A machine-readable fact about a cause; its name is the same in every format. */
export type CauseFact = readonly [name: string, value: string | number];

/** Returns the facts of a cause: its identity, confidence, place and author. */
export function causeFacts(cause: ReportCause): readonly CauseFact[] {
  const { id, confidence, defect_type, world, owner, first_seen } = cause;
  const [place] = causePlaces(cause);
  const change = responsibleChange(cause);
  const facts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['cause', id],
    ['status', reliableStatus(cause)],
    ['confidence', confidence],
    ['defect_type', defect_type],
    ['world', world],
    ['file', place?.path],
    ['line', place?.line],
    ['symbol', place?.symbol],
    ['commit', change?.commit],
    ['subject', change?.subject],
    ['author', change?.author],
    ['date', change?.date],
    ['owner', owner],
    ['first_seen', first_seen],
  ];
  return facts.filter((fact): fact is CauseFact => fact[1] != null && fact[1] !== '');
}

/** Returns a cause as lines: message, code, change, proof or reasons, confidence, next steps. */
export function plainCause(cause: ReportCause, subject: ProofSubject): readonly string[] {
  const proof = proofOf(cause);
  return [
    ...messageLines(cause),
    ...codeLines(cause),
    ...changeLine(cause),
    ...(proof === null ? triedLine(cause) : [`proof: ${proofWords(cause, proof)}`]),
    `status: ${[statusOf(cause).word, confidenceWords(cause)].filter((part) => part !== '').join(', ')}`,
    ...(proof !== null || isNoChange(cause) ? [] : reasonsOf(cause).map((text) => `why: ${prose(text)}`)),
    ...nextSteps(cause, subject)
      .slice(0, 1)
      .map((step) => `next: ${prose(step)}`),
  ];
}

/** Returns the failure's own words, and the expected and actual value of an assertion. */
export function messageLines(cause: ReportCause): readonly string[] {
  const { difference } = cause;
  const value = (text: string): string =>
    text === '' ? '(empty)' : visibleLine(cutText(text, LONGEST_VALUE));
  return [
    ...ownWords(cause)
      .slice(0, MOST_MESSAGE_LINES)
      .map((line) => visibleSource(cutText(line, LONGEST_LINE)).trimEnd()),
    ...(difference === undefined
      ? []
      : [`expected ${value(difference.expected)}, received ${value(difference.received)}`]),
  ];
}

/** Returns the guilty lines, otherwise the code at the suspected place. */
export function codeLines(cause: ReportCause): readonly string[] {
  const proof = proofOf(cause);
  if (proof !== null)
    return proof.hunks.slice(0, MOST_HUNKS).flatMap((hunk) => sourceLines(shownDiff(hunk, DIFF)));
  return standsOut(cause) ? sourceLines(shownCode(cause.code?.lines ?? [], MOST_CODE_LINES)) : [];
}

/** Returns the title of a cause. */
export function plainTitle(cause: ReportCause): string {
  return visibleProse(titleOfCause(cause));
}

/** Returns the line of code at a place if the report contains it, otherwise null. */
export function lineAt(cause: ReportCause, { path, line }: StatedPlace): string | null {
  const hunk = proofOf(cause)?.hunks.find((one) => one.path === path && hunkPlace(one).line === line);
  if (hunk !== undefined) {
    const changed = hunk.diff.split('\n').filter((row) => /^[+-](?!\+\+|--)/.test(row));
    const added = changed.filter((row) => row.startsWith('+'));
    return (added.length > 0 ? added : changed).map((row) => row.slice(1)).join('\n');
  }
  const { code } = cause;
  if (code?.path !== path) return null;
  return code.lines.find((one) => one.line === line && one.mark !== 'removed')?.text ?? null;
}

function sourceLines(lines: readonly ShownCodeLine[]): readonly string[] {
  return lines.map(({ margin, text }) => `${margin}${visibleSource(cutText(text, LONGEST_LINE))}`.trimEnd());
}

function changeLine(cause: ReportCause): readonly string[] {
  const change = changeWords(cause);
  return change === '' ? [] : [`changed by ${change}`];
}

function triedLine({ experiments }: ReportCause): readonly string[] {
  return experiments === undefined ? [] : [`tried: ${prose(experimentWords(experiments))}`];
}

function prose(text: string): string {
  return visibleProse(cutText(text, LONGEST_PROSE));
}
