/** Commits on a page: the short id, which shows whole on hovering, the subject, the date and who made it. */
import type { ReportCommit } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { dateWords } from './describe-change.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { shortCommit } from './short-name.ts';

const LONGEST_TEXT = 200;

/** Renders a commit as far as it is known; a page is read on any day, so that it has a date and no age. */
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
