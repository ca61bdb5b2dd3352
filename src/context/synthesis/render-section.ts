/**
 * One section of a synthesis as text: `## name` at the margin, `### type by agent` where there is more than one to
 * expect, and below them the contents, moved to the right. What a synthesis says itself stands in brackets at the margin.
 */
import { indentText, withoutFinalBreak } from './indent-text.ts';
import { ALL_TYPES, type SynthesisRecipe } from './recipe.ts';
import { showName } from './show-name.ts';
import type { SectionFrame, SynthesisSection } from './synthesis-section.ts';

/** What stands between two blocks. */
export const BLOCK_BREAK = '\n\n';

/** The whole text where no child has a frame to show. */
export const NOTHING_TEXT = '[no child has a frame to show]\n';

/** Returns the heading of a section. */
export function headingOf(name: string): string {
  return `## ${showName(name)}`;
}

/** Returns the line that says what the content below it is. */
export function labelOf({ type, agent }: SectionFrame): string {
  return `### ${showName(type)} by ${showName(agent)}`;
}

/** Tells whether the frames of a section are labelled. */
export function isLabelled({ inputType }: SynthesisRecipe, { frames }: SynthesisSection): boolean {
  return inputType === ALL_TYPES || frames.length > 1;
}

/** Returns a section as text, without a line break at its end. */
export function renderSection({ name, frames }: SynthesisSection, isWithLabels: boolean): string {
  const blocks = frames.map((frame, index) => {
    const body = indentText(withoutFinalBreak(frame.content));
    const lines = [
      ...(index === 0 ? [headingOf(name)] : []),
      ...(isWithLabels ? [labelOf(frame)] : []),
      ...(body === '' ? [] : [body]),
    ];
    return lines.join('\n');
  });
  return blocks.join(BLOCK_BREAK);
}
