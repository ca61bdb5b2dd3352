/**
 * Renders the report as Markdown, for a build's summary page or a comment on a change: an overview of causes,
 * then each in full while there is space. It contains no ages and no times, so that equal reports give equal
 * bytes.
 */
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses, confidenceWords, overviewPlace, statusOf, testName } from './describe-cause.ts';
import { failingCount } from './describe-change.ts';
import { subjectOf } from './describe-proof.ts';
import { headlineOf, notesOf } from './describe-report.ts';
import { fitBudget } from './fit-budget.ts';
import { briefMarkdownCause, markdownCause } from './markdown-cause.ts';
import { cutPath, cutText, cutToColumns } from './text/fit-text.ts';
import {
  markdownCode,
  markdownLine,
  markdownList,
  markdownProse,
  markdownTable,
} from './text/markdown-text.ts';
import { countOf } from './text/quantity.ts';
import { shortCommit, shortName } from './text/short-name.ts';

/** The byte limits of each destination; hosts reject or truncate longer text. */
const LIMITS = {
  /** GitHub limits a step summary to 1 MiB. */
  summary: 1_000_000,
  /** GitHub limits a comment to 65,536 characters. */
  comment: 65_000,
} as const;

/** Options; a comment has less space than a summary. */
type MarkdownOptions = { readonly use?: keyof typeof LIMITS };

const LONGEST_NAME = 200;
const LONGEST_PLACE = 40;
const LONGEST_TEST = 70;
const NO_FIGURE = '–';
/** The share of each part in percent; the title and the last line need the rest. */
const SHARES = { notes: 8, rows: 20, causes: 56, briefs: 14 } as const;

/** Renders a report as Markdown. */
export function renderMarkdown(recorded: ReportDocument, { use = 'summary' }: MarkdownOptions = {}): string {
  const document = { ...recorded, causes: completeCauses(recorded.causes) };
  const room = (share: number): number => Math.floor((LIMITS[use] * share) / 100);
  const blocks = [
    `## Penumbra: ${markdownLine(headlineOf(document))}`,
    subtitle(document),
    noteBlock(document, room(SHARES.notes)),
    overview(document.causes, room(SHARES.rows)),
    ...causeBlocks(document, { full: room(SHARES.causes), brief: room(SHARES.briefs) }),
    `Look deeper: ${markdownCode(`penumbra show ${shortName(document.run)}`)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function subtitle({ repository, revision }: ReportDocument): string {
  const name = markdownCode(cutText(repository, LONGEST_NAME));
  return revision === null ? name : `${name} at ${markdownCode(shortCommit(revision))}`;
}

function noteBlock(document: ReportDocument, bytes: number): string {
  const notes = notesOf(document).map((note) => markdownProse(note));
  const { pieces } = takeTexts(notes, bytes);
  return pieces.length === 0 ? '' : markdownList(pieces.map((note) => `**note** ${note}`));
}

/** Renders an overview of all causes; a single one needs no table. */
function overview(causes: readonly ReportCause[], bytes: number): string {
  if (causes.length < 2) return '';
  const { pieces, leftOut } = fitBudget([...causes.entries()], {
    full: { bytes, render: ([index, cause]) => overviewRow(cause, index) },
    brief: { bytes: 0, render: () => [] },
    write: (cells) => `| ${cells.join(' | ')} |\n`,
  });
  const table = markdownTable(['#', 'status', 'confidence', 'where', 'what failed'], pieces);
  return leftOut === 0 ? table : `${table}\n\nand ${countOf(leftOut, 'further cause')}, in the JSON report`;
}

function overviewRow(cause: ReportCause, index: number): readonly string[] {
  const { icon, word } = statusOf(cause);
  const found = overviewPlace(cause);
  const [first] = cause.tests;
  const more = failingCount(cause) - 1;
  return [
    String(index + 1),
    unbroken(`${icon} ${word}`),
    unbroken(confidenceWords(cause)) || NO_FIGURE,
    found === null
      ? NO_FIGURE
      : `${found.before}${markdownCode(cutPath(found.place, LONGEST_PLACE))}${found.after}`,
    first === undefined
      ? 'no test named'
      : `${markdownCode(cutToColumns(testName(first), LONGEST_TEST))}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

/** Uses non-breaking spaces, as narrow columns would otherwise break. */
function unbroken(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}

/** Renders causes in full while there is space, then one per line, and says what was left out. */
function causeBlocks(
  { run, causes }: ReportDocument,
  { full, brief }: { readonly full: number; readonly brief: number },
): readonly string[] {
  const of = causes.length;
  const listed = causes.map((cause, index) => ({
    cause,
    rank: index + 1,
    of,
    subject: subjectOf(cause, { run, of }),
  }));
  const fitted = fitBudget(listed, {
    full: { bytes: full, render: markdownCause },
    brief: { bytes: brief, render: briefMarkdownCause },
    write: (text) => `${text}\n\n`,
  });
  if (fitted.full === of) return fitted.pieces;
  const rest =
    fitted.leftOut === 0 ? '' : `, ${countOf(fitted.leftOut, 'further cause')} in the JSON report only`;
  return [
    ...fitted.pieces,
    `${fitted.full} of ${countOf(of, 'cause')} are shown in full and the others in brief, because the host accepts no more${rest}.`,
  ];
}

function takeTexts(texts: readonly string[], bytes: number) {
  return fitBudget(texts, {
    full: { bytes, render: (text) => text },
    brief: { bytes: 0, render: (text) => text },
    write: (text) => `- **note** ${text}\n`,
  });
}
