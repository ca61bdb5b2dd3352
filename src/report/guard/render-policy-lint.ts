/** The faults of policies, each with the line it stands in, a caret under its place, and the remedy. */
import { cutToColumns } from '../cut-text.ts';
import { displayWidth } from '../display-width.ts';
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine, visibleText } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import type { PolicyLintDocument, ShownPolicyFinding } from './shown-policy.ts';

/** What stands before the place at most, so that the caret is always on the screen. */
const CONTEXT = 40;

/** Renders findings in the order of the files and their lines. */
export function renderPolicyLint(document: PolicyLintDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const lines = document.findings.flatMap((finding) => [...findingLines(finding, layout), '']);
  return `${[...lines, summaryOf(document, layout)].join('\n')}\n`;
}

function findingLines(
  finding: ShownPolicyFinding,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const { file, line, column, rule, severity, message, remedy } = finding;
  const paint = severity === 'error' ? colors.red : colors.yellow;
  const place = `${visibleLine(file)}:${line}:${column}`;
  const gutter = String(line).padStart(5);
  const { text, caret } = excerptOf(finding, width - 8);
  return [
    `${colors.bold(place)}  ${paint(severity)}  ${colors.dim(rule)}`,
    ...wrapText(visibleLine(message), width - 2).map((words) => `  ${words}`),
    `${colors.dim(`${gutter} |`)} ${text}`.trimEnd(),
    `${colors.dim('      |')} ${' '.repeat(caret)}${paint('^')}`,
    ...wrapText(visibleLine(remedy), width - 2).map((words) => `  ${colors.cyan(words)}`),
  ];
}

/** Cuts a long line to what stands around its place; columns count from 1. */
function excerptOf(
  { source, column }: ShownPolicyFinding,
  columns: number,
): { readonly text: string; readonly caret: number } {
  const isFitting = displayWidth(visibleText(source)) <= columns;
  const start = isFitting ? 0 : Math.max(0, column - 1 - CONTEXT);
  const lead = start === 0 ? '' : '…';
  const before = lead + visibleText(source.slice(start, column - 1));
  const text = before + visibleText(source.slice(column - 1, column - 1 + columns));
  return { text: cutToColumns(text, columns), caret: Math.min(displayWidth(before), columns - 1) };
}

function summaryOf({ files, findings }: PolicyLintDocument, { colors }: Required<TerminalLayout>): string {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const where = files.length === 1 ? visibleLine(files[0] ?? '') : countOf(files.length, 'file');
  if (findings.length === 0) return `${colors.green('nothing found')} in ${where}`;
  const parts = [
    ...(errors === 0 ? [] : [colors.red(countOf(errors, 'error'))]),
    ...(warnings === 0 ? [] : [colors.yellow(countOf(warnings, 'warning'))]),
  ];
  return `${parts.join(', ')} in ${where}`;
}
