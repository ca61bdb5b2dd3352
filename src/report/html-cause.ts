/** One cause in the HTML report: what failed, where it lies, how sure that is and why. */
import type { EvidenceGap, ReportCause, ReportEvidence, ReportSuspect } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { evidenceLabel, routeOf, suspectPlace, testName, walkedWords, whereOf } from './describe-cause.ts';
import { htmlCourt } from './html-court.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { certaintyWord, countOf, percentOf } from './quantity.ts';
import { shortCommit, shortName } from './short-name.ts';
import { defectWords, severityTones, statusWords } from './words.ts';

const LONGEST_TEXT = 4_000;
const LONGEST_BRIEF = 100;
const MOST_TESTS = 50;
const MOST_DUPLICATES = 50;

/** A cause, and whether it stands open when the page is opened. */
export type ShownCause = { readonly cause: ReportCause; readonly isOpen: boolean };

/** Renders a cause in full. */
export function htmlCause({ cause, isOpen }: ShownCause): Markup {
  const body = markup`<div>${factList(cause)}${ranking(cause.suspects)}${evidenceList(cause.evidence)}${
    cause.court === undefined ? nothing : htmlCourt(cause.court)
  }${gapList(cause.gaps ?? [])}${textList('What to do next', cause.next_steps)}</div>`;
  const head = markup`<summary>${statusTag(cause)}<span class="lead">${shown(cause.summary)}</span></summary>`;
  return isOpen
    ? markup`<details class="card" open>${head}${body}</details>`
    : markup`<details class="card">${head}${body}</details>`;
}

/** Renders a cause on a line or two, for a page that is full. */
export function briefCause({ cause }: ShownCause): Markup {
  const { word, icon } = statusWords[cause.status];
  const brief = (text: string): string => cutText(text, LONGEST_BRIEF);
  return markup`<p class="small">${icon} ${word}, ${defectWords[cause.defect_type]}: ${brief(cause.summary)} <code>${brief(whereOf(cause).lead)}</code> ${percentOf(cause.confidence)} %, ${countOf(cause.tests.length, 'test')}</p>`;
}

function statusTag({ status, defect_type }: ReportCause): Markup {
  const { word, icon, tone } = statusWords[status];
  return markup`<span class="tag ${tone}"><span aria-hidden="true">${icon}</span> ${word}</span><span class="tag">${defectWords[defect_type]}</span> `;
}

function factList(cause: ReportCause): Markup {
  const { lead, places } = whereOf(cause);
  const [likely, ...others] = cause.commits.map(({ id }) => shortCommit(id));
  const where = places.length === 0 ? markup`<code>${lead}</code>` : markup`${lead}${codeList(places)}`;
  const path =
    cause.path.length === 0
      ? nothing
      : markup`<br><span class="soft small">${walkedWords(cause.path)}</span>`;
  return markup`<dl>${[
    fact('Failed', testList(cause.tests)),
    fact('Where', where),
    fact('How sure', markup`${percentOf(cause.confidence)} %, ${certaintyWord(cause.confidence)}`),
    likely === undefined
      ? nothing
      : fact(
          'Likely commit',
          markup`<code>${likely}</code>${others.length === 0 ? '' : `, else ${others.join(', ')}`}`,
        ),
    cause.owner === undefined ? nothing : fact('Owner', markup`${shown(cause.owner)}`),
    cause.first_seen === undefined
      ? nothing
      : fact('Known', markup`seen before, first in run <code>${shortName(cause.first_seen)}</code>`),
    fact('Path taken', markup`${routeOf(cause)}${path}`),
    cause.duplicates.length === 0 ? nothing : fact('Same cause', duplicateList(cause.duplicates)),
    fact('Id', markup`<code>${cause.id}</code>`),
  ]}</dl>`;
}

function fact(label: string, content: Markup): Markup {
  return markup`<dt>${label}</dt><dd>${content}</dd>`;
}

function testList(tests: ReportCause['tests']): Markup {
  const names = tests.slice(0, MOST_TESTS).map(testName);
  const [first] = names;
  if (first === undefined) return markup`no test is named`;
  if (tests.length === 1) return markup`<code>${first}</code>`;
  const rest = tests.length - names.length;
  return markup`<details><summary>${countOf(tests.length, 'test')}, first <code>${first}</code></summary>${codeList(names)}${
    rest > 0 ? markup`<p class="soft">and ${rest} more</p>` : nothing
  }</details>`;
}

function duplicateList(duplicates: readonly string[]): Markup {
  const names = duplicates.slice(0, MOST_DUPLICATES).map(shortName);
  const rest = duplicates.length - names.length;
  return markup`<details><summary>${countOf(duplicates.length, 'further case')}</summary>${codeList(names)}${
    rest > 0 ? markup`<p class="soft">and ${rest} more</p>` : nothing
  }</details>`;
}

function codeList(items: readonly string[]): Markup {
  return markup`<ul>${items.map((item) => markup`<li><code>${item}</code></li>`)}</ul>`;
}

function ranking(suspects: readonly ReportSuspect[]): Markup {
  if (suspects.length === 0) return nothing;
  return markup`<h3>Ranking</h3><ol class="ranking">${suspects.map((suspect) => {
    const percent = percentOf(suspect.confidence);
    return markup`<li><code>${suspectPlace(suspect)}</code><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect width="${percent}" height="8"/></svg><span>${percent} %</span></li>`;
  })}</ol>`;
}

function evidenceList(evidence: readonly ReportEvidence[]): Markup {
  if (evidence.length === 0) return nothing;
  return markup`<h3>Evidence</h3>${evidence.map(
    (piece) =>
      markup`<div>${evidenceLabel(piece)} <span class="soft small">weight ${percentOf(piece.weight)} %, <code>${piece.handle}</code></span>${
        piece.quote === '' ? nothing : markup`<pre>${shown(piece.quote)}</pre>`
      }</div>`,
  )}`;
}

function gapList(gaps: readonly EvidenceGap[]): Markup {
  if (gaps.length === 0) return nothing;
  return markup`<h3>What is missing</h3><ul>${gaps.map(
    ({ severity, description, suggested_action }) =>
      markup`<li><span class="tag ${severityTones[severity]}">${severity}</span>${shown(description)}${
        suggested_action === ''
          ? nothing
          : markup`<br><span class="soft">To close it: ${shown(suggested_action)}</span>`
      }</li>`,
  )}</ul>`;
}

function textList(title: string, items: readonly string[]): Markup {
  if (items.length === 0) return nothing;
  return markup`<h3>${title}</h3><ul>${items.map((item) => markup`<li>${shown(item)}</li>`)}</ul>`;
}

function shown(text: string): string {
  return cutText(text, LONGEST_TEXT);
}
