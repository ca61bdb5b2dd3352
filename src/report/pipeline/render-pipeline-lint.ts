/** The faults of pipelines: place, rule and message on one line, then the line they stand in, a caret, and the remedy. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { sourceExcerpt } from '../source-excerpt.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import type { LintedPipeline, PipelineLintDocument, ShownPipelineFinding } from './shown-pipeline.ts';

/** Renders findings in the order of the files and their lines. */
export function renderPipelineLint(document: PipelineLintDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const lines = document.findings.flatMap((finding) => [...findingLines(finding, layout), '']);
  return `${[...lines, ...closingLines(document, layout)].join('\n')}\n`;
}

function findingLines(
  finding: ShownPipelineFinding,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const { file, line, column, rule, message, remedy } = finding;
  const place = `${visibleLine(file)}:${line}:${column}`;
  const gutter = String(line).padStart(5);
  const { text, caret } = sourceExcerpt(finding, width - 8);
  return [
    // Not wrapped: editors and `grep` take a finding from its one line.
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
  return `${paint('nothing to mend')}: ${counts.join(', ')}, every node total`;
}
