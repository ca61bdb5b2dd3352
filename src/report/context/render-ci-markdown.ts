/** A check of a workspace as Markdown, for the summary page of a build or a comment under a change. */
import { markdownCode as code, markdownTable, markdownLine as plain } from '../markdown-text.ts';
import { countOf } from '../quantity.ts';
import { changeWords } from './describe-changes.ts';
import { renewalWords, scanWords, validationWords, verdictWords } from './describe-ci.ts';
import { staleWords } from './describe-staleness.ts';
import type { ShownCi } from './shown-ci.ts';

/** How many rows a table has; hosts cut what is very long. */
const MOST_ROWS = 100;

/** Renders a check as Markdown, its verdict first. */
export function renderCiMarkdown(ci: ShownCi): string {
  const { changes, recomputed, stale, validation, ok } = ci;
  const blocks = [
    `## Penumbra: ${ok ? '✅' : '❌'} ${verdictWords(ci)}`,
    [scanWords(ci), renewalWords(ci), validationWords(ci)].map((text) => `- ${text}`).join('\n'),
    table(
      'Changed',
      ['', 'path'],
      changes.map((change) => [change.change, code(changeWords(change))]),
    ),
    table(
      'Recomputed',
      ['path', 'record', 'outcome'],
      recomputed.map(({ path, type, move }) => [
        code(path),
        code(type),
        move === 'cut-off' ? 'as before' : 'made anew',
      ]),
    ),
    table(
      'Stale',
      ['path', 'record', 'by', 'because'],
      stale.map(({ path, type, agent, stale: why }) => [
        code(path),
        code(type),
        code(agent),
        plain(staleWords(path, why)),
      ]),
    ),
    table(
      'Faults',
      ['object', 'fault'],
      validation.faults.map(({ object, fault }) => [code(object), plain(fault)]),
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const rest = rows.length - MOST_ROWS;
  return [
    `### ${title}`,
    '',
    markdownTable(head, rows.slice(0, MOST_ROWS)),
    ...(rest > 0 ? ['', `and ${countOf(rest, 'further row')}`] : []),
  ].join('\n');
}
