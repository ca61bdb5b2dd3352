/** Places on a page: a suspect's file and line as code, and the ranking with its best places open. */
import type { ReportSuspect } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { placeOf, type StatedPlace } from './describe-cause.ts';
import { htmlShare } from './html-bar.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';

const MOST_OPEN = 8;
const LONGEST_SYMBOL = 256;

/** Renders the place of a suspect and, where known, its symbol. */
export function htmlPlace(suspect: StatedPlace): Markup {
  const place = markup`<code>${placeOf(suspect)}</code>`;
  return suspect.symbol === undefined
    ? place
    : markup`${place} in <code>${cutText(suspect.symbol, LONGEST_SYMBOL)}</code>`;
}

/** Renders the ranking: the best places, and the others folded away. */
export function htmlRanking(suspects: readonly ReportSuspect[], title = 'Ranking'): Markup {
  if (suspects.length === 0) return nothing;
  // One more takes no more room than the line that would fold it away.
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
