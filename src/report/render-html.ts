/**
 * Renders the report as one HTML file that opens from disk: no scripts, no network, styles bound by a hash.
 * All foreign content is treated as text. Parts have byte budgets, so that a page with a thousand failures
 * stays small.
 */
import { sha256 } from '../kernel/index.ts';
import type { ReportDocument, RunModel } from '../record/index.ts';
import { completeCauses } from './describe-cause.ts';
import { subjectOf } from './describe-proof.ts';
import { headlineOf, notesOf, statusCounts, titleOf } from './describe-report.ts';
import { unreadWords } from './describe-step.ts';
import { fitBudget } from './fit-budget.ts';
import { briefCause, htmlCause } from './html-cause.ts';
import { htmlId, htmlProse, htmlRevision } from './html-pieces.ts';
import { htmlStyle } from './html-style.ts';
import { briefWalk, htmlWalk } from './html-walk.ts';
import { type Markup, markup, nothing, styleElement, writeMarkup } from './markup.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, nounFor } from './text/quantity.ts';
import { shortName } from './text/short-name.ts';
import { glossary } from './words.ts';

const BUDGET = { causes: 380_000, briefCauses: 280_000, walks: 140_000, briefWalks: 90_000 } as const;
const MOST_OPEN = 1;
const MOST_CHANGES = 50;
const LONGEST_NAME = 200;

/** Options of the page. */
type HtmlOptions = { readonly title?: string };

/** Renders a report and its run as a whole page. */
export function renderHtml(recorded: ReportDocument, model: RunModel, { title }: HtmlOptions = {}): string {
  const document = { ...recorded, causes: completeCauses(recorded.causes) };
  const name = cutText(title ?? `${headlineOf(document)} · ${document.repository}`, LONGEST_NAME);
  const page = markup`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${securityPolicy()}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${name}</title>${styleElement(htmlStyle)}</head><body>${pageHeader(document)}<main>${causeSection(document)}${walkSection(model)}${memorySection(model)}</main>${pageFooter(document)}</body></html>`;
  return `<!doctype html>\n${writeMarkup(page)}\n`;
}

function securityPolicy(): string {
  const digest = Buffer.from(sha256(htmlStyle), 'hex').toString('base64');
  return `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
}

function pageHeader(document: ReportDocument): Markup {
  const { repository, revision, run, summary } = document;
  const facts: readonly (readonly [string, number])[] = [
    [nounFor(summary.tests, 'test'), summary.tests],
    [nounFor(summary.failures, 'failure'), summary.failures],
    [nounFor(summary.causes, 'cause'), summary.causes],
    ...statusCounts(document.causes),
    ['new', summary.new],
    ['seen before', summary.known],
    ['flaky', summary.flaky],
  ];
  return markup`<header><h1>${titleOf(document)}</h1><p class="soft">${cutText(repository, LONGEST_NAME)}${
    revision === null ? nothing : markup` at ${htmlRevision(revision)}`
  }, run ${htmlId(run)}</p><ul class="facts">${facts
    .filter(([, count]) => count > 0)
    .map(
      ([label, count]) => markup`<li><b>${count}</b> ${label}</li>`,
    )}</ul>${notesOf(document).map((note) => markup`<p class="note">${htmlProse(note)}</p>`)}</header>`;
}

function causeSection({ run, causes }: ReportDocument): Markup {
  if (causes.length === 0) return markup`<p>No cause to show.</p>`;
  const of = causes.length;
  const shown = causes.map((cause, index) => ({
    cause,
    isOpen: index < MOST_OPEN,
    subject: subjectOf(cause, { run, of }),
  }));
  const { pieces, full, leftOut } = fitBudget(shown, {
    full: { bytes: BUDGET.causes, render: htmlCause },
    brief: { bytes: BUDGET.briefCauses, render: briefCause },
    write: writeMarkup,
  });
  return markup`<h2>Causes</h2>${foldNote({ full, all: causes.length, noun: 'cause' })}${pieces}${leftOutNote(leftOut, 'cause')}`;
}

function walkSection({ cases, unread }: RunModel): Markup {
  if (cases.length === 0) return nothing;
  const { pieces, full, leftOut } = fitBudget(cases, {
    full: { bytes: BUDGET.walks, render: htmlWalk },
    brief: { bytes: BUDGET.briefWalks, render: briefWalk },
    write: writeMarkup,
  });
  return markup`<h2>How each case was investigated</h2>${unreadNote(unread)}${foldNote({ full, all: cases.length, noun: 'case' })}${pieces}${leftOutNote(leftOut, 'case')}`;
}

function memorySection({ memoryChanges }: RunModel): Markup {
  if (memoryChanges.length === 0) return nothing;
  const changes = memoryChanges.slice(0, MOST_CHANGES);
  const rest = memoryChanges.length - changes.length;
  return markup`<h2>What was learned</h2><details><summary>${countOf(memoryChanges.length, 'record')} for later runs</summary><ul>${changes.map(
    ({ change, frame }) => markup`<li>${cutText(change, LONGEST_NAME)} ${htmlId(frame)}</li>`,
  )}</ul></details>${leftOutNote(rest, 'change')}`;
}

type Fold = { readonly full: number; readonly all: number; readonly noun: string };

function foldNote({ full, all, noun }: Fold): Markup {
  if (full === all) return nothing;
  return markup`<p class="note">${full} of ${countOf(all, noun)} are shown in full and the others in brief, to keep this file small; <code>penumbra show</code> and the JSON report have everything.</p>`;
}

function leftOutNote(count: number, noun: string): Markup {
  return count > 0
    ? markup`<p class="note">and ${countOf(count, `further ${noun}`)}, in the JSON report</p>`
    : nothing;
}

function unreadNote(unread: number): Markup {
  return unread === 0 ? nothing : markup`<p class="note">not shown: ${unreadWords(unread)}</p>`;
}

function pageFooter({ run, versions }: ReportDocument): Markup {
  const parts = Object.entries(versions).map(([part, version]) => `${part} ${version}`);
  return markup`<footer class="soft small"><p>Look deeper: <code>penumbra show ${shortName(run)}</code>, and <code>penumbra explain</code> with the id of a record to see what it rests on, down to file bytes.</p><details><summary>Terms used here and in the documentation</summary><dl>${glossary.map(
    ({ plain, code }) => markup`<dt>${code}</dt><dd>${plain}</dd>`,
  )}</dl></details><p>${cutText(parts.join(', '), 2_000)}</p></footer>`;
}
