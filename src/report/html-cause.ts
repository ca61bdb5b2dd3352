/**
 * One cause in the HTML report: a summary that expands to the failure, the code, the reasons and the details.
 */
import type { EvidenceGap, ReportCause, ReportProof } from '../record/index.ts';
import {
  confidenceWords,
  isUnclear,
  proofOf,
  reasonsOf,
  routeOf,
  statedPlaces,
  statusOf,
  testName,
  walkedWords,
  whereOf,
} from './describe-cause.ts';
import { type ChangeSummary, failingCount, titleOfCause } from './describe-change.ts';
import { type AssertionDifference, ownWords } from './describe-failure.ts';
import { isNoChange, nextSteps, type ProofSubject } from './describe-proof.ts';
import { htmlCourt, htmlEvidence, htmlExperiments, htmlProof } from './html-evidence.ts';
import {
  codeList,
  htmlBar,
  htmlCode,
  htmlCommit,
  htmlId,
  htmlPlace,
  htmlProse,
  htmlRanking,
  proseList,
} from './html-pieces.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { plainProse } from './plain-prose.ts';
import { shortenSteps } from './shorten-steps.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, numberWord } from './text/quantity.ts';
import { defectWords, severityTones } from './words.ts';

const LONGEST_BRIEF = 100;
const LONGEST_COMMAND = 1_000;
const MOST_TESTS = 50;
const MOST_DUPLICATES = 50;
const MOST_COMMITS = 5;

/** A cause, whether it is initially expanded, and what commands about it refer to. */
type ShownCause = {
  readonly cause: ReportCause;
  readonly isOpen: boolean;
  readonly subject: ProofSubject;
};

/** Renders a cause in full. */
export function htmlCause({ cause, isOpen, subject }: ShownCause): Markup {
  const proof = proofOf(cause);
  const found = proof === null ? arguedBody(cause, subject) : provenBody(cause, { proof, subject });
  const body = markup`<div>${htmlFailure(cause)}${found}<h3>Details</h3>${factList(cause)}${htmlEvidence(cause.evidence)}${
    cause.court === undefined ? nothing : htmlCourt(cause.court)
  }${gapList(cause.gaps ?? [])}</div>`;
  const head = htmlDigest(cause, subject);
  return isOpen
    ? markup`<details class="card cause" open>${head}${body}</details>`
    : markup`<details class="card cause">${head}${body}</details>`;
}

/** The suspected place and the reasons for it. */
function arguedBody(cause: ReportCause, subject: ProofSubject): Markup {
  const { experiments } = cause;
  const ranking = htmlRanking(cause.suspects);
  const isRankedFirst = isUnclear(cause);
  const steps = experiments === undefined ? ownSteps(cause) : nextSteps(cause, subject);
  return markup`${isRankedFirst ? ranking : placeList(cause)}${htmlCode(cause)}${
    experiments === undefined ? nothing : htmlExperiments(experiments)
  }${isNoChange(cause) ? nothing : reasons(cause, 'Why')}${proseList('What to do next', steps)}${isRankedFirst ? nothing : ranking}`;
}

type Proven = { readonly proof: ReportProof; readonly subject: ProofSubject };

/** The guilty lines, followed by the earlier ranking. */
function provenBody(cause: ReportCause, { proof, subject }: Proven): Markup {
  return markup`${htmlProof(cause, proof, subject)}${htmlRanking(cause.suspects, 'Ranking before the proof')}${reasons(cause, 'Why it was ranked this way')}`;
}

function reasons(cause: ReportCause, title: string): Markup {
  const told = reasonsOf(cause);
  return told.length === 0
    ? nothing
    : markup`<h3>${title}</h3>${told.map((text) => markup`<p>${htmlProse(text)}</p>`)}`;
}

/** Returns the next steps not listed as remedies of gaps, or all if none would be left. */
function ownSteps(cause: ReportCause): readonly string[] {
  const remedies = (cause.gaps ?? []).map(({ suggested_action }) => suggested_action);
  const next_steps = cause.next_steps.filter((step) => !remedies.includes(step));
  return shortenSteps(next_steps.length === 0 ? cause : { ...cause, next_steps });
}

/** Renders a cause on a line or two, for a page that is full. */
export function briefCause({ cause }: ShownCause): Markup {
  const { word, icon } = statusOf(cause);
  const brief = (text: string): string => cutText(text, LONGEST_BRIEF);
  const measure = [confidenceWords(cause), countOf(cause.tests.length, 'test')].filter((part) => part !== '');
  return markup`<p class="small">${icon} ${word}, ${defectWords[cause.defect_type]}: ${brief(cause.summary)} <code>${brief(whereOf(cause).lead)}</code> ${measure.join(', ')}</p>`;
}

function factList(cause: ReportCause): Markup {
  const path =
    cause.path.length === 0
      ? nothing
      : markup`<br><span class="soft small">${walkedWords(cause.path)}</span>`;
  return markup`<dl>${[
    fact('Failed', testList(cause.tests)),
    kindFact(cause),
    changeFact(cause),
    runsFact(cause),
    commitFact(cause),
    cause.owner === undefined ? nothing : fact('Owner', htmlProse(cause.owner)),
    attachmentFact(cause),
    cause.first_seen === undefined
      ? nothing
      : fact('Known', markup`first seen in ${htmlId(cause.first_seen)}`),
    fact('How it was found', markup`${routeOf(cause)}${path}`),
    cause.duplicates.length === 0 ? nothing : fact('Same cause', duplicateList(cause.duplicates)),
    fact('Id', htmlId(cause.id)),
  ]}</dl>`;
}

function kindFact({ defect_type, type_reason }: ReportCause): Markup {
  if (type_reason === '') return nothing;
  return fact('Kind', markup`${defectWords[defect_type]}: ${htmlProse(plainProse(type_reason))}`);
}

/** Paths are not links, because they would be broken when the page is shared. */
function attachmentFact({ attachments = [] }: ReportCause): Markup {
  if (attachments.length === 0) return nothing;
  const lines = attachments.map(
    ({ name, path }) => markup`<li>${name === undefined ? '' : `${name}: `}<code>${path}</code></li>`,
  );
  return fact('Attached', markup`<ul>${lines}</ul>`);
}

function changeFact(cause: ReportCause): Markup {
  const change = toldChange(cause);
  if (change === undefined) return nothing;
  const { files } = change;
  const size =
    files === undefined
      ? nothing
      : markup`<span class="soft small">, ${countOf(files, 'file')} changed</span>`;
  if (change.commit === null) return fact('Change', markup`uncommitted${size}`);
  return fact('Change', markup`${htmlCommit({ id: change.commit, ...change })}${size}`);
}

/** Returns the change that introduced the proven lines, otherwise the one held responsible. */
function toldChange(cause: ReportCause): (ChangeSummary & { readonly files?: number }) | undefined {
  const proof = proofOf(cause);
  return proof === null ? cause.change : proof.change;
}

function runsFact({ experiments }: ReportCause): Markup {
  if (experiments === undefined) return nothing;
  const command = cutText(experiments.command, LONGEST_COMMAND);
  return fact('Experiments', markup`${countOf(experiments.runs, 'run')} of <code>${command}</code>`);
}

/** Lists the commits other than the change. */
function commitFact(cause: ReportCause): Markup {
  const { commits } = cause;
  const change = toldChange(cause);
  const others = commits.filter(({ id }) => id !== change?.commit).slice(0, MOST_COMMITS);
  if (others.length === 0) return nothing;
  const label = change === undefined ? 'Likely commits' : 'Other commits';
  return fact(label, markup`<ul>${others.map((commit) => markup`<li>${htmlCommit(commit)}</li>`)}</ul>`);
}

function fact(label: string, content: Markup): Markup {
  return markup`<dt>${label}</dt><dd>${content}</dd>`;
}

/** Lists the places of an answer with several; a single one is the heading of its code. */
function placeList(cause: ReportCause): Markup {
  const places = cause.answer.map((path) =>
    htmlPlace(cause.suspects.find((one) => one.path === path) ?? { path }),
  );
  if (places.length < 2) return nothing;
  return markup`<h3>One of these ${numberWord(places.length)}</h3><ul>${places.map((place) => markup`<li>${place}</li>`)}</ul>`;
}

function testList(tests: ReportCause['tests']): Markup {
  const names = tests.slice(0, MOST_TESTS).map(testName);
  const [first] = names;
  if (first === undefined) return markup`no test named`;
  if (tests.length === 1) return markup`<code>${first}</code>`;
  return foldedNames({ label: countOf(tests.length, 'test'), names, rest: tests.length - names.length });
}

function duplicateList(duplicates: readonly string[]): Markup {
  const names = duplicates.slice(0, MOST_DUPLICATES);
  const label = countOf(duplicates.length, 'further case');
  return foldedNames({ label, names, rest: duplicates.length - names.length });
}

type NameFold = { readonly label: string; readonly names: readonly string[]; readonly rest: number };

function foldedNames({ label, names, rest }: NameFold): Markup {
  return markup`<details><summary>${label}</summary>${codeList(names)}${
    rest > 0 ? markup`<p class="soft">and ${rest} more</p>` : nothing
  }</details>`;
}

function gapList(gaps: readonly EvidenceGap[]): Markup {
  if (gaps.length === 0) return nothing;
  return markup`<h3>What is missing</h3><ul>${gaps.map(
    ({ severity, description, suggested_action }) =>
      markup`<li><span class="tag ${severityTones[severity]}">${severity}</span>${htmlProse(plainProse(description))}${
        suggested_action === ''
          ? nothing
          : markup`<br><span class="soft">To close it: ${htmlProse(suggested_action)}</span>`
      }</li>`,
  )}</ul>`;
}

const LONGEST_MESSAGE = 4_000;
const LONGEST_VALUE = 2_000;

/** Renders the failure's message and difference, if the report has any. */
function htmlFailure(cause: ReportCause): Markup {
  const message = ownWords(cause).join('\n');
  const { difference } = cause;
  if (message === '' && difference === undefined) return nothing;
  return markup`<h3>What the test says</h3>${
    message === '' ? nothing : markup`<pre>${cutText(message, LONGEST_MESSAGE)}</pre>`
  }${difference === undefined ? nothing : differenceRows(difference)}`;
}

function differenceRows({ expected, received }: AssertionDifference): Markup {
  return markup`<dl class="difference"><dt>expected</dt><dd>${value(expected, 'added')}</dd><dt>received</dt><dd>${value(received, 'removed')}</dd></dl>`;
}

function value(text: string, style: string): Markup {
  return text === ''
    ? markup`<span class="soft">(empty)</span>`
    : markup`<pre class="${style}">${cutText(text, LONGEST_VALUE)}</pre>`;
}

const LONGEST_LINE = 300;

/** Renders the digest: status, what fails since when, where, what to do, and the confidence. */
function htmlDigest(cause: ReportCause, subject: ProofSubject): Markup {
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
  if (first === undefined) return markup`no test named`;
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
