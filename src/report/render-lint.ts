/** Renders lint findings of policies and pipelines, each with its source line, a caret and the remedy. */

import type { PolicyFinding } from '../guard/index.ts';
import type { PipelineFinding } from '../pipeline/index.ts';
import { cutToColumns, displayWidth, wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleText } from './text/visible-text.ts';

/** A finding with its file and source line. */
type Placed<Finding> = Finding & { readonly file: string; readonly source: string };

/** What `policy lint` prints. */
export type PolicyLintDocument = {
  readonly ok: boolean;
  readonly files: readonly string[];
  readonly findings: readonly Placed<PolicyFinding>[];
};

/** Renders findings in the order of the files and their lines. */
export function renderPolicyLint(document: PolicyLintDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const lines = document.findings.flatMap((finding) => [...findingLines(finding, layout), '']);
  return `${[...lines, summaryOf(document, layout)].join('\n')}\n`;
}

function findingLines(
  finding: Placed<PolicyFinding>,
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

/** A file that was checked; its counts are null if it cannot be loaded. */
type LintedPipeline = {
  readonly file: string;
  readonly nodes: number | null;
  readonly edges: number | null;
  readonly zones: number | null;
};

/** What `pipeline lint` prints. */
export type PipelineLintDocument = {
  readonly ok: boolean;
  readonly files: readonly LintedPipeline[];
  readonly findings: readonly Placed<PipelineFinding>[];
};

/** Renders findings in the order of the files and their lines. */
export function renderPipelineLint(document: PipelineLintDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const lines = document.findings.flatMap((finding) => [...pipelineFindingLines(finding, layout), '']);
  return `${[...lines, ...closingLines(document, layout)].join('\n')}\n`;
}

function pipelineFindingLines(
  finding: Placed<PipelineFinding>,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const { file, line, column, rule, message, remedy } = finding;
  const place = `${visibleLine(file)}:${line}:${column}`;
  const gutter = String(line).padStart(5);
  const { text, caret } = sourceExcerpt(finding, width - 8);
  return [
    // Not wrapped, because editors and `grep` expect a finding on one line.
    `${colors.bold(place)} ${colors.red(rule)} ${visibleLine(message)}`,
    `${colors.dim(`${gutter} |`)} ${text}`.trimEnd(),
    `${colors.dim('      |')} ${' '.repeat(caret)}${colors.red('^')}`,
    ...wrapText(visibleLine(remedy), width - 2).map((words) => `  ${colors.cyan(words)}`),
  ];
}

function closingLines(
  { files, findings }: PipelineLintDocument,
  { colors }: Required<TerminalLayout>,
): readonly string[] {
  const [only] = files;
  if (files.length === 1 && only !== undefined && findings.length === 0)
    return [cleanLine(only, colors.green)];
  const clean = files
    .filter(({ file }) => !findings.some((finding) => finding.file === file))
    .map((file) => `${visibleLine(file.file)}: ${cleanLine(file, colors.green)}`);
  const where = files.length === 1 ? visibleLine(only?.file ?? '') : countOf(files.length, 'file');
  const total =
    findings.length === 0 ? [] : [`${colors.red(countOf(findings.length, 'finding'))} in ${where}`];
  return [...clean, ...total];
}

function cleanLine({ nodes, edges, zones }: LintedPipeline, paint: (text: string) => string): string {
  const counts = [countOf(nodes ?? 0, 'node'), countOf(edges ?? 0, 'edge'), countOf(zones ?? 0, 'zone')];
  return `${paint('nothing to fix')}: ${counts.join(', ')}, every node total`;
}

/** A line and a column in it, counted from 1. */
type SourcePlace = { readonly source: string; readonly column: number };

/** The most text before the place, so that the caret is always on the screen. */
const CONTEXT = 40;

/** Cuts a line to a width around its place. */
function sourceExcerpt(
  { source, column }: SourcePlace,
  columns: number,
): { readonly text: string; readonly caret: number } {
  const isFitting = displayWidth(visibleText(source)) <= columns;
  const start = isFitting ? 0 : Math.max(0, column - 1 - CONTEXT);
  const before = (start === 0 ? '' : '…') + visibleText(source.slice(start, column - 1));
  const text = before + visibleText(source.slice(column - 1, column - 1 + columns));
  return { text: cutToColumns(text, columns), caret: Math.min(displayWidth(before), columns - 1) };
}
