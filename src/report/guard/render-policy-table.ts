/** A policy as a picture: for each mode a matrix of places and areas, and below it what the marks stand for. */
import { displayWidth, padColumns } from '../display-width.ts';
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { durationWords } from './approval-words.ts';
import { policyCommandLines } from './policy-command-lines.ts';
import { policyExecLines } from './policy-exec-lines.ts';
import {
  type Footnotes,
  type MatrixCell,
  type MatrixMark,
  type MatrixRow,
  matrixAreas,
  openFootnotes,
  policyMatrix,
} from './policy-matrix.ts';
import { describeCondition, hangingLines } from './policy-words.ts';
import type { PolicyTableDocument, ShownAnswer } from './shown-policy.ts';

/** How a policy is shown; with commands, every one of them is listed with the row that decides it. */
export type PolicyView = TerminalLayout & { readonly hasCommands?: boolean };

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
  /** How many columns the places have. */
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
  const named = (answer: ShownAnswer) => (typeof answer === 'string' ? [] : answer);
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
          `${visibleLine(key)} hides ${hidden.map(visibleLine).join(', ')}, at any depth and however it is capitalised`,
      ),
    ...roots
      .filter((root) => root.protected.length > 0)
      .map(
        (root) =>
          `${visibleLine(root.key)} protects ${patternWords(root.protected)}, at any depth: changing such a file needs the word of a person`,
      ),
    ...(contracts === null
      ? []
      : [
          `an agent’s own contract has at most ${countOf(contracts.mostTargets, 'target')}, each with ${countOf(contracts.plainNames, 'plain name')} or more before a wildcard, and lasts ${durationWords(contracts.longestMs)}; a wider one needs the word of a person`,
        ]),
    ...(registry === null
      ? []
      : [
          `entries of the registry, addressed as ${visibleLine(registry)}:NAME/…, are seen wherever they lie; the row of that place decides what is granted`,
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
