/**
 * Makes a directory's text from its children's frames according to a recipe. Equal sections give equal bytes
 * in any order.
 */
import { cite, PenumbraError } from '../../kernel/index.ts';
import { toByteText } from '../scan/byte-text.ts';
import { compileGlob } from '../scan/glob.ts';
import { type CustomPolicies, requireCustom, runCustom } from './custom-policies.ts';
import type { SynthesisRecipe } from './recipe.ts';
import { BLOCK_BREAK, fitSections, isLabelled, NOTHING_TEXT, renderSection } from './render-section.ts';
import { summariseSections } from './summarise-sections.ts';
import {
  type FilterRule,
  isBuiltIn,
  orderSections,
  type SynthesisSection,
  synthesisLimits,
} from './synthesis-policy.ts';

/** Applies a recipe to the sections of a directory, or throws `synthesis-failed`. */
export function applyPolicy(
  recipe: SynthesisRecipe,
  sections: readonly SynthesisSection[],
  { custom }: { readonly custom: CustomPolicies },
): string {
  const { policy } = recipe;
  const all = orderSections(sections);
  const ordered = isBuiltIn(policy, 'filtering') ? filterSections(all, policy.keep) : all;
  requireTexts(ordered);
  if (isBuiltIn(policy, 'concatenation') || isBuiltIn(policy, 'filtering'))
    return concatenateSections(recipe, ordered);
  if (isBuiltIn(policy, 'summarisation')) return summariseSections({ ...recipe, policy }, ordered);
  return runCustom(requireCustom(policy, custom), { sections: ordered, options: policy.options });
}

/** Lone surrogates have no UTF-8 encoding, so different texts would become the same frame. */
function requireTexts(sections: readonly SynthesisSection[]): void {
  for (const { name, frames } of sections) {
    if (frames.every(({ content }) => content.isWellFormed())) continue;
    throw new PenumbraError('synthesis-failed', `a frame of ${cite(name)} holds a lone surrogate`, {
      hint: 'leave it out with `filtering`, or put the frame again as valid UTF-8',
    });
  }
}

/** Concatenates ordered sections. */
function concatenateSections(recipe: SynthesisRecipe, sections: readonly SynthesisSection[]): string {
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

/** Returns undefined for a section that is certainly too long, without rendering it. */
function boundedText(recipe: SynthesisRecipe, section: SynthesisSection): string | null {
  const length = section.frames.reduce((sum, { content }) => sum + content.length, 0);
  return length > synthesisLimits.textBytes ? null : renderSection(section, isLabelled(recipe, section));
}

/** Keeps the frames that match every list of the rule, and drops sections without frames. */
function filterSections(
  sections: readonly SynthesisSection[],
  { types, agents, names, contains }: FilterRule,
): readonly SynthesisSection[] {
  const globs = names?.map((pattern) => compileGlob(toByteText(pattern), { isPath: false }));
  return sections
    .filter(({ name }) => globs === undefined || globs.some((glob) => glob.matches(toByteText(name))))
    .map(({ name, frames }) => ({
      name,
      frames: frames.filter(
        ({ type, agent, content }) =>
          (types === undefined || types.includes(type)) &&
          (agents === undefined || agents.includes(agent)) &&
          (contains === undefined || contains.some((text) => content.includes(text))),
      ),
    }))
    .filter(({ frames }) => frames.length > 0);
}
