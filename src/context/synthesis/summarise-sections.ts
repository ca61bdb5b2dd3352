/** Summarisation: of each child the lines that tell most of it, whole and in their order, and how many were left out. */
import { chooseLines } from './choose-lines.ts';
import { fitSections } from './fit-sections.ts';
import type { SynthesisRecipe } from './recipe.ts';
import {
  BLOCK_BREAK,
  headingOf,
  isLabelled,
  labelOf,
  NOTHING_TEXT,
  renderSection,
} from './render-section.ts';
import { scoreLines } from './score-lines.ts';
import { type SourceLines, sourceLines } from './source-line.ts';
import { synthesisLimits } from './synthesis-limits.ts';
import type { SummarisationPolicy } from './synthesis-policy.ts';
import type { SynthesisSection } from './synthesis-section.ts';

type SummaryRecipe = SynthesisRecipe & { readonly policy: SummarisationPolicy };

/** Makes a summary of ordered sections. */
export function summariseSections(recipe: SummaryRecipe, sections: readonly SynthesisSection[]): string {
  if (sections.length === 0) return NOTHING_TEXT;
  const { maxLines = synthesisLimits.summaryLines, maxBytes = synthesisLimits.summaryBytes } = recipe.policy;
  const sources = sections.map(sourceLines);
  const scores = scoreLines(sources.map(({ lines }) => lines));
  const sized = sections.map(({ name }, index) => ({ name, bytes: frameBytes(name, sources[index]) }));
  const { kept, notice, bytesLeft } = fitSections(sized, maxBytes);
  const shown = sections.flatMap((section, index) => {
    const source = sources[index];
    return source !== undefined && kept.has(section.name)
      ? [{ section, source, scores: scores[index] ?? [], isWithLabels: isLabelled(recipe, section) }]
      : [];
  });
  const choices = shown.map(({ section, source: { lines }, scores, isWithLabels }) => ({
    lines,
    scores,
    labelBytes: section.frames.map((frame) => (isWithLabels ? bytesWithBreak(labelOf(frame)) : 0)),
  }));
  const chosen = chooseLines(choices, { maxLines, maxBytes: bytesLeft });
  const texts = shown.map((part, index) => renderSummary(part, chosen[index] ?? []));
  return `${[...texts, ...(notice === null ? [] : [notice])].join(BLOCK_BREAK)}\n`;
}

type Shown = {
  readonly section: SynthesisSection;
  readonly source: SourceLines;
  readonly isWithLabels: boolean;
};

function renderSummary({ section, source, isWithLabels }: Shown, chosen: readonly number[]): string {
  const frames = section.frames.flatMap((frame, at) => {
    const lines = chosen.flatMap((index) => {
      const line = source.lines[index];
      return line?.frame === at ? [line.text] : [];
    });
    return lines.length === 0 ? [] : [{ ...frame, content: lines.join('\n') }];
  });
  const text =
    frames.length === 0
      ? headingOf(section.name)
      : renderSection({ name: section.name, frames }, isWithLabels);
  const left = source.count - chosen.length;
  return left === 0 ? text : `${text}\n${noticeOf({ left, count: source.count })}`;
}

/** What a section takes before its first line: heading, notice, and the breaks around them. */
function frameBytes(name: string, source: SourceLines | undefined): number {
  const count = source?.count ?? 0;
  return (
    bytesWithBreak(headingOf(name)) + bytesWithBreak(noticeOf({ left: count, count })) + BLOCK_BREAK.length
  );
}

/** Of a line with the breaks before and after it. */
function bytesWithBreak(line: string): number {
  return Buffer.byteLength(line) + BLOCK_BREAK.length;
}

function noticeOf({ left, count }: { readonly left: number; readonly count: number }): string {
  return `[${left} of ${count} lines left out]`;
}
