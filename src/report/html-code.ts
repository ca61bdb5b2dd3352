/** Code on a page: the lines at the suspected place with their numbers, those that changed or are suspected marked. */
import type { ReportCause } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { type ShownCodeLine, shownCode } from './describe-code.ts';
import { htmlPlace } from './html-place.ts';
import { type Markup, markup, nothing } from './markup.ts';

const MOST_LINES = 40;
const LONGEST_LINE = 500;

/** Renders the code of a cause under its place; nothing where the report has none. */
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
