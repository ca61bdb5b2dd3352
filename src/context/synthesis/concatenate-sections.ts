/** Concatenation: all sections one after the other, as many whole ones as the longest text holds. */
import { fitSections } from './fit-sections.ts';
import type { SynthesisRecipe } from './recipe.ts';
import { BLOCK_BREAK, isLabelled, NOTHING_TEXT, renderSection } from './render-section.ts';
import { synthesisLimits } from './synthesis-limits.ts';
import type { SynthesisSection } from './synthesis-section.ts';

/** Makes one text of ordered sections. */
export function concatenateSections(recipe: SynthesisRecipe, sections: readonly SynthesisSection[]): string {
  if (sections.length === 0) return NOTHING_TEXT;
  const texts = sections.map((section) => ({ name: section.name, text: boundedText(recipe, section) }));
  const sized = texts.map(({ name, text }) => ({
    name,
    bytes: text === null ? Number.POSITIVE_INFINITY : Buffer.byteLength(text) + BLOCK_BREAK.length,
  }));
  const { kept, notice } = fitSections(sized, synthesisLimits.textBytes);
  const shown = texts.flatMap(({ name, text }) => (text !== null && kept.has(name) ? [text] : []));
  return `${[...shown, ...(notice === null ? [] : [notice])].join(BLOCK_BREAK)}\n`;
}

/** Returns nothing for a section that is too long in any case, which need not be written out to know that. */
function boundedText(recipe: SynthesisRecipe, section: SynthesisSection): string | null {
  const length = section.frames.reduce((sum, { content }) => sum + content.length, 0);
  return length > synthesisLimits.textBytes ? null : renderSection(section, isLabelled(recipe, section));
}
