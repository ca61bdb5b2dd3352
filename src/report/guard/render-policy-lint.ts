/** The faults of policies, each with the line it stands in, a caret under its place, and the remedy. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { sourceExcerpt } from '../source-excerpt.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import type { PolicyLintDocument, ShownPolicyFinding } from './shown-policy.ts';

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
  const { text, caret } = sourceExcerpt(finding, width - 8);
  return [
    `${colors.bold(place)}  ${paint(severity)}  ${colors.dim(rule)}`,
    ...wrapText(visibleLine(message), width - 2).map((words) => `  ${words}`),
    `${colors.dim(`${gutter} |`)} ${text}`.trimEnd(),
    `${colors.dim('      |')} ${' '.repeat(caret)}${paint('^')}`,
    ...wrapText(visibleLine(remedy), width - 2).map((words) => `  ${colors.cyan(words)}`),
  ];
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
