/** Renders requests for approval for a terminal: the list, a request in full, and the decision. */

import { cutText, padColumns, splitAtColumn, wrapText } from '../text/fit-text.ts';
import { countOf, durationWords, sizeWords } from '../text/quantity.ts';
import { renderTable, type TableRow } from '../text/render-table.ts';
import { layoutOf, paintTone, type TerminalLayout } from '../text/terminal-layout.ts';
import {
  type ApprovalDocument,
  type ApprovalsDocument,
  approvalWarnings,
  expiryWords,
  modeWords,
  type ShownApproval,
  sandboxWords,
  stateTones,
} from './describe-approval.ts';
import { visibleBytes, visibleCode, visibleCodeLine, visibleWord } from './visible-code.ts';

/** How many lines of a request are shown; all by default. */
type ApprovalView = TerminalLayout & { readonly mostLines?: number };

/** A rendered request, and whether it is complete. */
type RenderedApproval = { readonly text: string; readonly isWhole: boolean };

type Row = readonly [label: string, ...text: string[]];

const LABEL_COLUMNS = 10;

/** Renders a request. */
export function renderApproval(request: ApprovalDocument, options: ApprovalView = {}): RenderedApproval {
  const layout = layoutOf(options);
  const lines = [
    ...warningLines(request, layout),
    ...termRows(request, layout).flatMap((row) => rowLines(row, layout)),
    '',
    ...scriptLines(request, layout.width),
  ];
  const { mostLines = lines.length } = options;
  const left = lines.length - mostLines;
  if (left <= 0) return { text: `${lines.join('\n')}\n`, isWhole: true };
  const more = layout.colors.yellow(
    `${countOf(left, 'more line')}; write all of it to a file with --full FILE`,
  );
  return { text: `${[...lines.slice(0, mostLines), more].join('\n')}\n`, isWhole: false };
}

/** Renders what was decided. */
export function renderDecision({ state, command, script, keyId, remainingMs }: ShownApproval): string {
  const name = visibleCode(command === null ? script : `${command} ${script}`);
  const [done, again] = command === null ? ['runs', 'tried'] : ['is carried out', 'called'];
  if (state !== 'granted')
    return `refused: ${name} ${command === null ? 'does not run' : 'is not carried out'}\n`;
  const key = keyId === null ? '' : `, signed with key ${visibleCode(keyId)}`;
  return `approved${key}\n${name} ${done} once, if it is ${again} again within ${durationWords(remainingMs)}\n`;
}

function warningLines(
  request: ApprovalDocument,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const lines = approvalWarnings(request).flatMap((text) =>
    wrapText(visibleCode(text), width - 2).map((line, index) => `${index === 0 ? '!' : ' '} ${line}`),
  );
  return lines.length === 0 ? [] : [...lines.map(colors.yellow), ''];
}

function termRows(request: ApprovalDocument, { colors }: Required<TerminalLayout>): readonly Row[] {
  const { id, state, ageMs, content, policy, policyName, session } = request;
  return [
    ['request', id],
    ['state', `${paintTone(state, stateTones[state], colors)}, asked ${durationWords(ageMs)} ago`],
    ['expires', expiryWords(request)],
    ...subjectRows(request),
    ...contractRows(request),
    ['mode', modeWords(request)],
    ['policy', policyName === null ? 'not a built-in one' : visibleCode(policyName), visibleCode(policy)],
    ...(request.command === null ? [['sandbox', sandboxWords(request)] as const] : []),
    ['session', visibleCode(session)],
    ['content', content, sizeOf(request)],
  ];
}

function subjectRows({ command, script, args, directory }: ApprovalDocument): readonly Row[] {
  if (command !== null)
    return [
      ['calls', visibleCode(command)],
      ['at', visibleCode(script)],
      ...args.map((address): Row => ['and', visibleCode(address)]),
    ];
  return [
    ['runs', visibleCode(script)],
    ...args.map((word, index): Row => [`arg ${index + 1}`, visibleWord(word)]),
    ['in', visibleCode(directory ?? '')],
  ];
}

function contractRows({ contract, contractTerms }: ApprovalDocument): readonly Row[] {
  if (contract === null) return [['contract', 'none']];
  if (contractTerms === null) return [['contract', visibleCode(contract)]];
  const { state, intent, author, root, operations, targets } = contractTerms;
  return [
    ['contract', `${visibleCode(contract)}, ${state}, of ${visibleCode(author)}`],
    ['intent', visibleCode(intent)],
    ['reach', visibleCode(`${operations.join(', ')} in ${root}: ${targets.join(', ')}`)],
  ];
}

/** Hashes are not wrapped, so that they can be copied. */
function rowLines([label, ...text]: Row, { colors, width }: Required<TerminalLayout>): readonly string[] {
  const lines = text.flatMap((part) =>
    /^(\w+:)?[0-9a-f]{64}$/.test(part) ? [part] : breakLine(part, width - LABEL_COLUMNS),
  );
  return lines.map(
    (line, index) =>
      `${index === 0 ? colors.dim(padColumns(label, LABEL_COLUMNS)) : ' '.repeat(LABEL_COLUMNS)}${line}`,
  );
}

function sizeOf(request: ApprovalDocument): string {
  if (request.size === null) return 'no longer kept';
  return `${sizeWords(request.size)} in ${countOf(countLines(request), 'line')}`;
}

const SEPARATOR = ' │ ';
const CONTINUED = '…';

/** Returns the lines of a script; none if it is no longer stored. */
function scriptLines(
  { text, base64 }: Pick<ApprovalDocument, 'text' | 'base64'>,
  width: number,
): readonly string[] {
  const lines = text === null ? base64 && splitLines(atob(base64)).map(visibleBytes) : codeLines(text);
  if (!lines) return [];
  const digits = String(lines.length).length + 1;
  return lines.flatMap((line, index) =>
    breakLine(line, width - digits - SEPARATOR.length).map(
      (part, place) => `${(place === 0 ? String(index + 1) : CONTINUED).padStart(digits)}${SEPARATOR}${part}`,
    ),
  );
}

/** Counts the lines of a script, including an unterminated last one. */
function countLines({ text, base64 }: Pick<ApprovalDocument, 'text' | 'base64'>): number {
  return splitLines(text ?? atob(base64 ?? '')).length;
}

function codeLines(text: string): readonly string[] {
  return splitLines(text).map(visibleCodeLine);
}

function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Breaks a line at a fixed width, keeping all spaces. */
function breakLine(line: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = line;
  do {
    const [head, tail] = splitAtColumn(rest, columns);
    parts.push(head);
    rest = tail;
  } while (rest !== '');
  return parts;
}

const HEAD = ['request', 'state', 'asked', 'expires', 'script or call'];
const DIGITS = 12;
const LONGEST_ADDRESS = 200;
const LONGEST_WORDS = 300;

/** Renders the list of requests. */
export function renderApprovals(
  { requests, ended }: ApprovalsDocument,
  options: TerminalLayout = {},
): string {
  const layout = layoutOf(options);
  const others =
    ended === 0 ? [] : [layout.colors.dim(`${countOf(ended, 'request')} ended; see them with --all`)];
  if (requests.length === 0) return `${['no requests', ...others].join('\n')}\n`;
  const table = renderTable({ head: HEAD, rows: requests.map(rowOf) }, layout);
  return `${[...table, ...others].join('\n')}\n`;
}

/** Returns the short id of a request. */
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
