/** What a cause is folded to: its status, what fails since when, where the cause is, what to do, and the confidence. */
import type { ReportCause } from '../record/index.ts';
import { confidenceWords, proofOf, statedPlaces, statusOf, testName } from './describe-cause.ts';
import { failingCount, titleOfCause } from './describe-change.ts';
import { nextSteps, type ProofSubject } from './describe-proof.ts';
import { htmlBar } from './html-bar.ts';
import { htmlPlace } from './html-place.ts';
import { htmlProse } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';
import { defectWords } from './words.ts';

const LONGEST_LINE = 300;

/** Renders what a reader needs of a cause in five seconds. */
export function htmlDigest(cause: ReportCause, subject: ProofSubject): Markup {
  return markup`<summary><span class="digest"><span>${statusTag(cause)}</span><span class="lead">${titleOfCause(cause)}</span>${line(
    'failed',
    failedWords(cause),
  )}${statedPlaces(cause).length === 0 ? nothing : line('where', placeWords(cause))}${nextLine(cause, subject)}</span>${confidenceOf(cause)}</summary>`;
}

function statusTag(cause: ReportCause): Markup {
  const { defect_type, first_seen } = cause;
  const { word, icon, tone } = statusOf(cause);
  const known = first_seen === undefined ? nothing : markup`<span class="tag">seen before</span>`;
  return markup`<span class="tag ${tone}"><span aria-hidden="true">${icon}</span> ${word}</span><span class="tag">${defectWords[defect_type]}</span>${known}`;
}

function line(label: string, content: Markup): Markup {
  return markup`<span class="line"><span class="label">${label}</span> ${content}</span>`;
}

function placeWords(cause: ReportCause): Markup {
  const [first, ...others] = statedPlaces(cause);
  if (first === undefined) return nothing;
  if (others.length === 0) return htmlPlace(first);
  const joint = proofOf(cause) === null ? 'or' : 'and';
  return markup`${htmlPlace(first)} <span class="soft">${joint} ${countOf(others.length, 'other place')}</span>`;
}

function failedWords(cause: ReportCause): Markup {
  const [first] = cause.tests;
  if (first === undefined) return markup`no test is named`;
  const count = failingCount(cause);
  const name = markup`<code>${testName(first)}</code>`;
  return count === 1 ? name : markup`${name} and ${count - 1} more`;
}

function nextLine(cause: ReportCause, subject: ProofSubject): Markup {
  const [first] = nextSteps(cause, subject);
  return first === undefined ? nothing : line('next', htmlProse(first, LONGEST_LINE));
}

function confidenceOf(cause: ReportCause): Markup {
  const figure = confidenceWords(cause);
  if (figure === '')
    return markup`<span class="confidence"><span class="soft small">by experiment</span></span>`;
  return markup`<span class="confidence"><b>${figure}</b>${htmlBar(cause.confidence)}<span class="soft small">confidence</span></span>`;
}
