/** The requests for approval as a table: which script or call, with which words, where, since when and until when. */
import { cutText } from '../cut-text.ts';
import { countOf } from '../quantity.ts';
import { renderTable, type TableRow } from '../render-table.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { durationWords, expiryWords } from './approval-words.ts';
import type { ApprovalsDocument, ShownApproval } from './shown-approvals.ts';
import { visibleCode, visibleWord } from './visible-code.ts';

const HEAD = ['request', 'state', 'asked', 'expires', 'script or call'];
const DIGITS = 12;
const LONGEST_ADDRESS = 200;
const LONGEST_WORDS = 300;

/** Renders what is asked. */
export function renderApprovals(
  { requests, ended }: ApprovalsDocument,
  options: TerminalLayout = {},
): string {
  const layout = layoutOf(options);
  const others =
    ended === 0 ? [] : [layout.colors.dim(`${countOf(ended, 'request')} ended; see them with --all`)];
  if (requests.length === 0) return `${['nothing is asked', ...others].join('\n')}\n`;
  const table = renderTable({ head: HEAD, rows: requests.map(rowOf) }, layout);
  return `${[...table, ...others].join('\n')}\n`;
}

/** Returns the digits by which a request is called. */
function briefRequest(id: string): string {
  return visibleCode(id.slice(id.indexOf(':') + 1).slice(0, DIGITS));
}

function rowOf(request: ShownApproval): TableRow {
  const { id, state, ageMs, command, script, args, directory, contract } = request;
  const name = command === null ? script : `${command} ${script}`;
  return {
    cells: [
      briefRequest(id),
      state,
      `${durationWords(ageMs)} ago`,
      expiryWords(request),
      visibleCode(cutText(name, LONGEST_ADDRESS)),
    ],
    below: [
      ...(args.length === 0 ? [] : [`with ${wordsOf(args)}`]),
      ...(directory === null ? [] : [`in ${visibleCode(cutText(directory, LONGEST_ADDRESS))}`]),
      contract === null ? 'without a contract' : `under ${visibleCode(cutText(contract, LONGEST_ADDRESS))}`,
    ],
  };
}

function wordsOf(args: readonly string[]): string {
  const words: string[] = [];
  let length = 0;
  for (const [index, word] of args.entries()) {
    length += word.length;
    if (length > LONGEST_WORDS)
      return [...words, `… and ${countOf(args.length - index, 'more word')}`].join(' ');
    words.push(visibleWord(word));
  }
  return words.join(' ');
}
