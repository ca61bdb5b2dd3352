/** Renders a policy as a matrix of places and areas for each mode, with a legend. */

import type { ExecPolicy, PolicyTableRow, RowAnswer, TokenRule } from '../../guard/index.ts';
import { displayWidth, padColumns, wrapText } from '../text/fit-text.ts';
import { countOf, durationWords } from '../text/quantity.ts';
import { renderTable } from '../text/render-table.ts';
import { labelledLines, layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { PolicyTableDocument } from './policy-matrix.ts';
import {
  type Footnotes,
  type MatrixCell,
  type MatrixMark,
  type MatrixRow,
  matrixAreas,
  openFootnotes,
  policyMatrix,
} from './policy-matrix.ts';
import { answerWords, commandWords, describeCondition, hangingLines, placeText } from './policy-words.ts';

/** Layout options; `hasCommands` also lists every command with the row that decides it. */
type PolicyView = TerminalLayout & { readonly hasCommands?: boolean };

const marks: Readonly<Record<MatrixMark, string>> = {
  always: '●',
  some: '◐',
  conditions: '○',
  never: '·',
  invisible: '–',
};
const LEGEND = '● always   ◐ some commands   ○ under conditions   · never   – not visible';
const heads = ['see', ...matrixAreas.map((area) => area.toLowerCase())];
const COLUMN = 8;
const MARGIN = '  ';
const NARROWEST_PLACE = 12;

/** Renders a policy. */
export function renderPolicyTable(document: PolicyTableDocument, options: PolicyView = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const footnotes = openFootnotes();
  const matrices = document.modes.map((mode) => [mode, policyMatrix(document, { mode, footnotes })] as const);
  const columns = placeColumns(
    matrices.flatMap(([, rows]) => rows),
    width,
  );
  const lines = [
    ...wrapText(`policy ${visibleLine(document.policy)}`, width).map(colors.bold),
    colors.dim(`hash ${document.hash.slice(0, 12)}`),
    ...matrices.flatMap(([mode, rows]) => ['', ...matrixLines({ mode, rows, columns }, layout)]),
    '',
    ...wrapText(LEGEND, width).map(colors.dim),
    ...noteLines(footnotes, layout),
    ...conditionLines(document, layout),
    ...placeNotes(document, layout),
    ...(document.exec === null ? [] : ['', ...policyExecLines(document.exec, layout)]),
    ...(options.hasCommands ? policyCommandLines(document, layout) : []),
  ];
  return `${lines.join('\n')}\n`;
}

type Matrix = {
  readonly mode: string;
  readonly rows: readonly MatrixRow[];
  /** The width of the column of places. */
  readonly columns: number;
};

function placeColumns(rows: readonly MatrixRow[], width: number): number {
  const room = width - MARGIN.length - heads.length * COLUMN;
  const longest = rows.reduce((most, { place }) => Math.max(most, displayWidth(place)), 0);
  return Math.max(NARROWEST_PLACE, Math.min(room, longest + 2));
}

function matrixLines(
  { mode, rows, columns }: Matrix,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const head = `${MARGIN}${' '.repeat(columns)}${heads.map((text) => text.padEnd(COLUMN)).join('')}`;
  return [
    ...wrapText(`mode ${visibleLine(mode)}`, width).map(colors.bold),
    colors.dim(head.trimEnd()),
    ...rows.flatMap(({ place, cells }) => {
      const [first = '', ...more] = wrapText(place, columns - 1);
      const painted = cells.map((cell) => cellText(cell, colors)).join('');
      const line = `${MARGIN}${padColumns(first, columns)}${painted}`.trimEnd();
      return [line, ...more.map((part) => `${MARGIN}${part}`)];
    }),
  ];
}

function cellText({ mark, note }: MatrixCell, colors: Required<TerminalLayout>['colors']): string {
  const text = note === null ? marks[mark] : `${marks[mark]} ${note}`;
  const rest = ' '.repeat(Math.max(0, COLUMN - text.length));
  if (mark === 'always') return colors.green(text) + rest;
  return (mark === 'never' || mark === 'invisible' ? colors.dim(text) : colors.yellow(text)) + rest;
}

function noteLines({ notes }: Footnotes, { colors, width }: Required<TerminalLayout>): readonly string[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap((note, index) =>
    note.flatMap((text, line) => {
      const label = line === 0 ? `${String(index + 1).padStart(4)}  ` : '      ';
      return hangingLines({ label, text }, { width });
    }),
  );
  return ['', colors.bold('notes'), ...lines];
}

function conditionLines(
  { rows }: PolicyTableDocument,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const named = (answer: RowAnswer) => (typeof answer === 'string' ? [] : answer);
  const used = new Set(rows.flatMap(({ visible, granted }) => [...named(visible), ...named(granted)]));
  if (used.size === 0) return [];
  const lines = [...used].flatMap((condition) => [
    ...hangingLines({ label: MARGIN, text: visibleLine(condition) }, { width, paint: colors.cyan }),
    ...hangingLines({ label: MARGIN.repeat(3), text: describeCondition(condition) }, { width }),
  ]);
  return ['', colors.bold('conditions'), ...lines];
}

function placeNotes(
  { roots, registry, contracts }: PolicyTableDocument,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const texts = [
    ...roots
      .filter(({ hidden }) => hidden.length > 0)
      .map(
        ({ key, hidden }) =>
          `${visibleLine(key)} hides ${hidden.map(visibleLine).join(', ')}, at any depth and in any capitalisation`,
      ),
    ...roots
      .filter((root) => root.protected.length > 0)
      .map(
        (root) =>
          `${visibleLine(root.key)} protects ${patternWords(root.protected)}, at any depth: changing such a file needs a person’s approval`,
      ),
    ...(contracts === null
      ? []
      : [
          `a contract that an agent opens itself has at most ${countOf(contracts.mostTargets, 'target')}, each with at least ${countOf(contracts.plainNames, 'plain name')} before a wildcard, and lasts ${durationWords(contracts.longestMs)}; a wider one needs a person’s approval`,
        ]),
    ...(registry === null
      ? []
      : [
          `entries of the registry, addressed as ${visibleLine(registry)}:NAME/…, are visible wherever they are; the row of that place decides what is granted`,
        ]),
  ];
  if (texts.length === 0) return [];
  const lines = texts.flatMap((text) => hangingLines({ label: MARGIN, text }, { width }));
  return ['', colors.bold('places'), ...lines];
}

const SHOWN_PATTERNS = 3;

function patternWords(patterns: readonly string[]): string {
  const shown = patterns.slice(0, SHOWN_PATTERNS).map(visibleLine);
  const left = patterns.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${countOf(left, 'more pattern')}`;
}

/** Formats the list of commands, one table per place. */
function policyCommandLines(
  { rows }: PolicyTableDocument,
  layout: Required<TerminalLayout>,
): readonly string[] {
  const byPlace = Map.groupBy(rows, (row) => `${visibleLine(row.mode)} ${placeText(row)}`);
  return [...byPlace].flatMap(([place, some]) => [
    '',
    ...wrapText(`${place}, ${visibilityWords(some)}`, layout.width).map(layout.colors.bold),
    ...renderTable({ head: ['command', 'granted', 'by row'], rows: commandRows(some) }, layout),
  ]);
}

function visibilityWords([first]: readonly PolicyTableRow[]): string {
  const visible = first?.visible ?? 'never';
  return visible === 'never' ? 'not visible' : `visible ${answerWords(visible)}`;
}

function commandRows(rows: readonly PolicyTableRow[]): readonly { readonly cells: readonly string[] }[] {
  const alike = Map.groupBy(rows, ({ tool, granted, rule, isWholeRoot }) =>
    JSON.stringify([tool, granted, rule, isWholeRoot && granted !== 'never']),
  );
  return [...alike.values()].map((some) => {
    const [{ granted, rule, isWholeRoot }] = some as [PolicyTableRow];
    const reach = isWholeRoot && granted !== 'never' ? ' (on the whole root)' : '';
    return { cells: [commandWords(some), `${answerWords(granted)}${reach}`, visibleLine(rule ?? '')] };
  });
}

const sandboxWords: Readonly<Record<string, string>> = {
  required: 'required: nothing runs without one',
  preferred: 'preferred: used if the machine has one',
  off: 'off',
};

/** Formats the exec section. */
function policyExecLines(exec: ExecPolicy, layout: Required<TerminalLayout>): readonly string[] {
  const list = (names: readonly string[]) => names.map(visibleLine).join(', ') || 'nothing';
  const rules = exec.rules.map((rule) => `${visibleLine(rule.name)}: ${ruleWords(rule)}${ruleCode(rule)}`);
  const bounds = `${exec.timeoutMs / 1000} seconds, ${exec.outputBytes} bytes of output`;
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['scripts in', [placeText(exec.scratch)]],
    ['sandbox', [sandboxWords[exec.sandbox] ?? visibleLine(exec.sandbox)]],
    ['sees also', [list(exec.sees)]],
    ['passes on', [list(exec.environment)]],
    ['at most', [bounds]],
    ['rules', rules.length === 0 ? ['none: only what a person approved, or the operator’s own'] : rules],
  ];
  return [
    layout.colors.bold('running programs'),
    ...lines.flatMap(([label, text]) => labelledLines(label, text, layout)),
  ];
}

/** Formats a rule like a usage line, for instance `git status [--short] [PATH, up to 5]`. */
function ruleWords({ program, fixed, flags, operands }: TokenRule): string {
  const words = [
    program,
    ...fixed,
    ...flags.map(({ flag, takes }) => `[${flag}${takes === null ? '' : ` ${takes.toUpperCase()}`}]`),
    ...(operands === null ? [] : [`[${operands.kind.toUpperCase()}, up to ${operands.most}]`]),
  ];
  return visibleLine(words.join(' '));
}

/** Describes where the program of a rule loads code from. */
function ruleCode({ loadsCodeFrom }: TokenRule): string {
  return loadsCodeFrom.length === 0
    ? ''
    : `; only in ${loadsCodeFrom.map(placeText).join(', ')}, with its code`;
}
