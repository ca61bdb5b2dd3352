/** The failure's own words on a page: its message, and what an assertion wanted and got as two rows. */
import type { ReportCause } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { type AssertionDifference, ownWords } from './describe-failure.ts';
import { type Markup, markup, nothing } from './markup.ts';

const LONGEST_MESSAGE = 4_000;
const LONGEST_VALUE = 2_000;

/** Renders what the failure says; nothing where the report does not tell. */
export function htmlFailure(cause: ReportCause): Markup {
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
