/** The wording, shared by all views, for what fails since which change and how old it is. */
import type { ReportCause, ReportChange } from '../record/index.ts';
import { proofOf, standsOut } from './describe-cause.ts';
import { cutText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { shortCommit } from './text/short-name.ts';
import { visibleProse } from './text/visible-text.ts';

const LONGEST_SUBJECT = 100;
const LONGEST_AUTHOR = 60;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older times are shown as a date. */
const LONGEST_AGO_MS = 30 * DAY_MS;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** The description of a commit. */
type CommitSummary = Pick<ReportChange, 'subject' | 'author' | 'date'>;

/** A change as described in a proof. */
export type ChangeSummary = Omit<ReportChange, 'files'>;

/** Describes what fails, and since which change if one is held responsible. */
export function titleOfCause(cause: ReportCause, nowMs?: number): string {
  const { change, world, tests } = cause;
  const count = failingCount(cause);
  const fail = count === 1 ? 'fails' : 'fail';
  if (cause.absent !== undefined && proofOf(cause) === null)
    return `${countOf(count, 'test')} ${fail}: ${visibleProse(cause.absent)}`;
  const tested = testedTitle(cause, nowMs);
  if (tested !== null) return tested;
  if (world === 'latent') return oldFaultTitle(cause);
  if (cause.defect_type === 'flaky' && !isOpen(cause) && tests.length > 0)
    return `${countOf(count, 'flaky test')} failed`;
  const failed = tests.length === 0 ? 'A failure without a test name' : `${countOf(count, 'test')} ${fail}`;
  if (change === undefined || !standsOut(cause)) return failed;
  // The change belongs to the first place; with several, another may be the cause.
  const perhaps = isOpen(cause) || cause.answer.length > 1 ? ', perhaps' : '';
  if (change.commit === null) return `${failed}${perhaps} with uncommitted changes`;
  return `${failed}${perhaps} since ${commitWords({ id: change.commit, ...change }, nowMs)}`;
}

/** Describes what experiments showed about the tests; null if they showed too little. */
function testedTitle(cause: ReportCause, nowMs: number | undefined): string | null {
  const { experiments, tests } = cause;
  if (tests.length === 0) return null;
  const count = failingCount(cause);
  const failing = `${countOf(count, 'test')} ${count === 1 ? 'fails' : 'fail'}`;
  const proof = proofOf(cause);
  if (proof !== null) return `${failing} ${provenSince(proof.change, nowMs)}`;
  switch (experiments?.outcome) {
    case 'narrowed':
      return narrowedTitle(cause, failing, nowMs);
    case 'flaky':
      return `${countOf(count, 'flaky test')} failed`;
    case 'order_dependent':
      return `${failing} only after another test`;
    case 'not_reproduced':
      return `${countOf(count, 'test')} failed, but not on this machine`;
    case 'no_green':
      return `${failing} at every state tried`;
    default:
      return null;
  }
}

/** Names the commit to which experiments narrowed a cause, or how many are left. */
function narrowedTitle(
  { experiments, commits }: ReportCause,
  failing: string,
  nowMs: number | undefined,
): string | null {
  const [only, ...others] = experiments?.left?.commits ?? [];
  if (only === undefined) return null;
  if (others.length > 0) return `${failing} since one of ${countOf(others.length + 1, 'commit')}`;
  const known = commits.find(({ id }) => id === only) ?? { subject: '', author: '', date: '' };
  return `${failing} since ${commitWords({ ...known, id: only }, nowMs)}`;
}

function provenSince(change: ChangeSummary | undefined, nowMs: number | undefined): string {
  if (change === undefined) return 'because of several commits';
  if (change.commit === null) return 'because of uncommitted changes';
  return `since ${commitWords({ id: change.commit, ...change }, nowMs)}`;
}

/** Describes tests that hit a fault not introduced by the recent changes. */
function oldFaultTitle(cause: ReportCause): string {
  const { tests_are } = cause;
  const count = failingCount(cause);
  const [fail, reach] = count === 1 ? ['fails', 'its'] : ['fail', 'their'];
  if (tests_are === 'failed-before') return `${countOf(count, 'test')} ${fail}, as before the recent changes`;
  const kind = tests_are === 'new' ? 'new test' : isTouched(tests_are) ? 'changed test' : 'test';
  const nothing = isTouched(tests_are) ? 'nothing else' : 'nothing';
  // A change made before the test was written may still have introduced the fault.
  const since = kind === 'test' ? '' : ` with ${count === 1 ? 'it' : 'them'} or since`;
  return `${countOf(count, kind)} ${fail}; ${nothing} in ${reach} reach changed${since}: probably an old bug`;
}

/** Returns the number of failing tests; documents of older versions only list names. */
export function failingCount({ tests, failures = 0 }: ReportCause): number {
  return Math.max(tests.length, failures);
}

function isTouched(tests_are: ReportCause['tests_are']): boolean {
  return tests_are === 'rewritten' || tests_are === 'tweaked';
}

/** Describes a commit by id and subject, with its date and author if known. */
export function commitWords(
  { id, subject, author, date }: CommitSummary & { readonly id: string },
  nowMs?: number,
): string {
  const line = visibleProse(cutText(subject, LONGEST_SUBJECT));
  const name = visibleProse(cutText(author, LONGEST_AUTHOR));
  const made = [dateWords(date, nowMs), name === '' ? '' : `by ${name}`].filter((part) => part !== '');
  const quoted = line === '' ? '' : ` "${line}"`;
  return `${shortCommit(id)}${quoted}${made.length === 0 ? '' : ` (${made.join(', ')})`}`;
}

/**
 * Formats how long ago a date was, or the date itself if the current time is unknown; empty for an invalid
 * date.
 */
export function dateWords(date: string, nowMs?: number): string {
  if (!MOMENT.test(date)) return '';
  const timeMs = Date.parse(date);
  if (Number.isNaN(timeMs)) return '';
  return (nowMs === undefined ? null : agoWords(nowMs - timeMs)) ?? date.slice(0, 10);
}

function agoWords(passedMs: number): string | null {
  // Clocks differ slightly, but a date further in the future has no age.
  if (passedMs < -MINUTE_MS || passedMs > LONGEST_AGO_MS) return null;
  if (passedMs < MINUTE_MS) return 'just now';
  if (passedMs < HOUR_MS) return `${countOf(Math.floor(passedMs / MINUTE_MS), 'minute')} ago`;
  if (passedMs < DAY_MS) return `${countOf(Math.floor(passedMs / HOUR_MS), 'hour')} ago`;
  return `${countOf(Math.floor(passedMs / DAY_MS), 'day')} ago`;
}

/** Checks whether an answer is too weak to rely on. */
export function isOpen({ status }: ReportCause): boolean {
  return status === 'insufficient' || status === 'inconclusive';
}
