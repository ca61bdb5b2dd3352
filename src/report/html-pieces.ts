/** Pieces of the HTML report: places, rankings, commits, code, prose, ids and bars. */
import type { ReportCause, ReportCommit, ReportSuspect } from '../record/index.ts';
import { placeOf, type StatedPlace } from './describe-cause.ts';
import { dateWords } from './describe-change.ts';
import { type ShownCodeLine, shownCode } from './describe-code.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { splitCitations } from './text/citations.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, percentOf, percentWord } from './text/quantity.ts';
import { shortCommit, shortName } from './text/short-name.ts';

const MOST_OPEN = 8;
const LONGEST_SYMBOL = 256;

/** Renders the place of a suspect and, where known, its symbol. */
export function htmlPlace(suspect: StatedPlace): Markup {
  const place = markup`<code>${placeOf(suspect)}</code>`;
  return suspect.symbol === undefined
    ? place
    : markup`${place} in <code>${cutText(suspect.symbol, LONGEST_SYMBOL)}</code>`;
}

/** Renders the ranking: the best places, with the others collapsed. */
export function htmlRanking(suspects: readonly ReportSuspect[], title = 'Ranking'): Markup {
  if (suspects.length === 0) return nothing;
  // One more takes no more space than the line that would collapse it.
  const open = suspects.length === MOST_OPEN + 1 ? suspects : suspects.slice(0, MOST_OPEN);
  const rest = suspects.slice(open.length);
  return markup`<h3>${title}</h3>${rankList(open)}${
    rest.length === 0
      ? nothing
      : markup`<details><summary class="soft">${countOf(rest.length, 'less likely place')}</summary>${rankList(rest)}</details>`
  }`;
}

function rankList(suspects: readonly ReportSuspect[]): Markup {
  return markup`<ol class="ranking">${suspects.map(
    (suspect) => markup`<li><span>${htmlPlace(suspect)}</span>${htmlShare(suspect.confidence)}</li>`,
  )}</ol>`;
}

/** Draws a decimal from 0 to 1. */
export function htmlBar(decimal: number): Markup {
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect width="${percentOf(decimal)}" height="8"/></svg>`;
}

/** Draws a decimal and writes it as percent beside the bar. */
export function htmlShare(decimal: number): Markup {
  return markup`${htmlBar(decimal)}<span class="share">${percentWord(decimal)}</span>`;
}

const LONGEST_TEXT = 200;

/** Renders a commit with its date instead of its age, because a page may be read at any time. */
export function htmlCommit({ id, subject, author, date }: Omit<ReportCommit, 'score'>): Markup {
  const made = [dateWords(date), author === '' ? '' : `by ${cutText(author, LONGEST_TEXT)}`];
  const told = made.filter((part) => part !== '').join(', ');
  return markup`${htmlRevision(id)}${subject === '' ? nothing : markup` ${cutText(subject, LONGEST_TEXT)}`}${
    told === '' ? nothing : markup` <span class="soft small">(${told})</span>`
  }`;
}

/** Renders the id of a commit. */
export function htmlRevision(id: string): Markup {
  return markup`<code title="${cutText(id, LONGEST_TEXT)}">${shortCommit(id)}</code>`;
}

const MOST_LINES = 40;
const LONGEST_LINE = 500;

/** Renders the code of a cause under its place; nothing if the report has none. */
export function htmlCode({ code, suspects }: ReportCause): Markup {
  const lines = shownCode(code?.lines ?? [], MOST_LINES);
  if (code === undefined || lines.length === 0) return nothing;
  const suspect = suspects.find(({ path }) => path === code.path) ?? {
    path: cutText(code.path, LONGEST_LINE),
  };
  return markup`<h3>${htmlPlace(suspect)}</h3>${htmlSource(lines)}`;
}

/** Renders lines of code or of a diff as a block. */
export function htmlSource(lines: readonly ShownCodeLine[]): Markup {
  return markup`<div class="source" tabindex="0" role="region" aria-label="code"><pre>${lines.map(
    ({ margin, text, mark }) =>
      markup`<span class="${mark}">${margin}${cutText(text.replace(/[\r\n]+/g, ' '), LONGEST_LINE)}</span>`,
  )}</pre></div>`;
}

const LONGEST_PROSE = 4_000;
const LONGEST_ID = 256;

/** Renders prose; text in backticks becomes code. */
export function htmlProse(text: string, longest = LONGEST_PROSE): Markup {
  return markup`${splitCitations(cutText(text, longest)).map((part) =>
    part.isCited ? markup`<code>${part.text}</code>` : markup`${part.text}`,
  )}`;
}

/** Renders an id in its short form, which every command accepts; the full id is shown on hover. */
export function htmlId(id: string): Markup {
  const short = shortName(id);
  return short === id
    ? markup`<code class="id">${short}</code>`
    : markup`<code class="id" title="${cutText(id, LONGEST_ID)}">${short}</code>`;
}

/** Renders a list of prose under a heading; nothing if it is empty. */
export function proseList(title: string, items: readonly string[]): Markup {
  if (items.length === 0) return nothing;
  return markup`<h3>${title}</h3><ul>${items.map((item) => markup`<li>${htmlProse(item)}</li>`)}</ul>`;
}

/** Renders names as a list of code. */
export function codeList(names: readonly string[]): Markup {
  return markup`<ul>${names.map((name) => markup`<li><code>${name}</code></li>`)}</ul>`;
}
