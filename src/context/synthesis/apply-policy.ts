/**
 * Makes the text of a directory of its children's frames, by a recipe. Equal sections give equal bytes, in whatever
 * order they come.
 */
import { cite, PenumbraError } from '../../kernel/index.ts';
import { concatenateSections } from './concatenate-sections.ts';
import { type CustomPolicies, requireCustom, runCustom } from './custom-policies.ts';
import { filterSections } from './filter-sections.ts';
import type { SynthesisRecipe } from './recipe.ts';
import { summariseSections } from './summarise-sections.ts';
import { isBuiltIn } from './synthesis-policy.ts';
import { orderSections, type SynthesisSection } from './synthesis-section.ts';

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

/** A lone surrogate has no bytes of its own, so two texts with different ones would become the same frame. */
function requireTexts(sections: readonly SynthesisSection[]): void {
  for (const { name, frames } of sections) {
    if (frames.every(({ content }) => content.isWellFormed())) continue;
    throw new PenumbraError('synthesis-failed', `a frame of ${cite(name)} holds a lone surrogate`, {
      hint: 'leave it out with `filtering`, or put the frame again as valid UTF-8',
    });
  }
}
