/** The evidence for a cause on a page: what kind it is, where it was found, how much it weighs, and its words. */
import type { ReportEvidence } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { placeOf } from './describe-cause.ts';
import { htmlShare } from './html-bar.ts';
import { htmlId } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';
import { plainWord } from './words.ts';

const MOST_OPEN = 5;
const LONGEST_KIND = 256;
const LONGEST_QUOTE = 4_000;

/** Renders the weightiest pieces, and the others folded away. */
export function htmlEvidence(evidence: readonly ReportEvidence[]): Markup {
  if (evidence.length === 0) return nothing;
  const open = evidence.length === MOST_OPEN + 1 ? evidence : evidence.slice(0, MOST_OPEN);
  const rest = evidence.slice(open.length);
  return markup`<h3>Evidence, and how much it weighs</h3>${pieceList(open)}${
    rest.length === 0
      ? nothing
      : markup`<details><summary class="soft">${countOf(rest.length, 'lighter piece')}</summary>${pieceList(rest)}</details>`
  }`;
}

function pieceList(evidence: readonly ReportEvidence[]): Markup {
  return markup`<ul class="evidence">${evidence.map(
    (piece) =>
      markup`<li><span>${cutText(plainWord('evidence', piece.kind), LONGEST_KIND)}${place(piece)} ${htmlId(piece.handle)}</span>${htmlShare(piece.weight)}${quote(piece)}</li>`,
  )}</ul>`;
}

function place({ path, line }: ReportEvidence): Markup {
  return path === undefined ? nothing : markup`, <code>${placeOf({ path, line })}</code>`;
}

function quote({ quote: text }: ReportEvidence): Markup {
  return text === '' ? nothing : markup`<pre>${cutText(text, LONGEST_QUOTE)}</pre>`;
}
