/** One cause in the HTML report: a digest, and behind it what to do, where it lies, how sure that is and why. */
import type { EvidenceGap, ReportCause } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { messageOf, routeOf, testName, walkedWords, whereOf } from './describe-cause.ts';
import { htmlCourt } from './html-court.ts';
import { htmlDigest } from './html-digest.ts';
import { htmlEvidence } from './html-evidence.ts';
import { htmlPlace, htmlRanking } from './html-place.ts';
import { codeList, htmlId, htmlProse, proseList } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { plainProse } from './plain-prose.ts';
import { countOf, percentOf, surenessOf } from './quantity.ts';
import { shortCommit } from './short-name.ts';
import { shortenSteps } from './shorten-steps.ts';
import { defectWords, severityTones, statusWords } from './words.ts';

const LONGEST_BRIEF = 100;
const MOST_TESTS = 50;
const MOST_DUPLICATES = 50;

/** A cause, and whether it stands open when the page is opened. */
export type ShownCause = { readonly cause: ReportCause; readonly isOpen: boolean };

/** Renders a cause in full. */
export function htmlCause({ cause, isOpen }: ShownCause): Markup {
  const { why } = messageOf(cause);
  const body = markup`<div>${proseList('What to do next', ownSteps(cause))}${
    why === null ? nothing : markup`<h3>Why this place</h3><p>${htmlProse(why)}</p>`
  }${factList(cause)}${htmlRanking(cause.suspects)}${htmlEvidence(cause.evidence)}${
    cause.court === undefined ? nothing : htmlCourt(cause.court)
  }${gapList(cause.gaps ?? [])}</div>`;
  const head = htmlDigest(cause);
  return isOpen
    ? markup`<details class="card cause" open>${head}${body}</details>`
    : markup`<details class="card cause">${head}${body}</details>`;
}

/** Returns the next steps that do not stand beside what is missing, too; all of them where none is left. */
function ownSteps(cause: ReportCause): readonly string[] {
  const remedies = (cause.gaps ?? []).map(({ suggested_action }) => suggested_action);
  const next_steps = cause.next_steps.filter((step) => !remedies.includes(step));
  return shortenSteps(next_steps.length === 0 ? cause : { ...cause, next_steps });
}

/** Renders a cause on a line or two, for a page that is full. */
export function briefCause({ cause }: ShownCause): Markup {
  const { word, icon } = statusWords[cause.status];
  const brief = (text: string): string => cutText(text, LONGEST_BRIEF);
  return markup`<p class="small">${icon} ${word}, ${defectWords[cause.defect_type]}: ${brief(cause.summary)} <code>${brief(whereOf(cause).lead)}</code> ${percentOf(cause.confidence)} %, ${countOf(cause.tests.length, 'test')}</p>`;
}

function factList(cause: ReportCause): Markup {
  const [likely, ...others] = cause.commits.map(({ id }) => shortCommit(id));
  const path =
    cause.path.length === 0
      ? nothing
      : markup`<br><span class="soft small">${walkedWords(cause.path)}</span>`;
  return markup`<dl>${[
    fact('Failed', testList(cause.tests)),
    fact('Where', placeList(cause)),
    fact('How sure', markup`${surenessOf(cause.confidence)}`),
    likely === undefined
      ? nothing
      : fact(
          'Likely commit',
          markup`<code>${likely}</code>${others.length === 0 ? nothing : markup`<span class="soft small">, else ${others.join(', ')}</span>`}`,
        ),
    cause.owner === undefined ? nothing : fact('Owner', htmlProse(cause.owner)),
    cause.first_seen === undefined
      ? nothing
      : fact('Known', markup`seen before, first in run ${htmlId(cause.first_seen)}`),
    fact('Reviewed', markup`${routeOf(cause)}${path}`),
    cause.duplicates.length === 0 ? nothing : fact('Same cause', duplicateList(cause.duplicates)),
    fact('Id', htmlId(cause.id)),
  ]}</dl>`;
}

function fact(label: string, content: Markup): Markup {
  return markup`<dt>${label}</dt><dd>${content}</dd>`;
}

function placeList(cause: ReportCause): Markup {
  const { lead } = whereOf(cause);
  const places = cause.answer.map((path) =>
    htmlPlace(cause.suspects.find((one) => one.path === path) ?? { path, score: 0, confidence: 0 }),
  );
  const [only] = places;
  if (only === undefined) return markup`${lead}`;
  if (places.length === 1) return only;
  return markup`${lead}<ul>${places.map((place) => markup`<li>${place}</li>`)}</ul>`;
}

function testList(tests: ReportCause['tests']): Markup {
  const names = tests.slice(0, MOST_TESTS).map(testName);
  const [first] = names;
  if (first === undefined) return markup`no test is named`;
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
