/** The door of synthesis: policies and recipes as data, and the text they make of a directory's children. */
export { applyPolicy } from './apply-policy.ts';
export { type CustomPolicies, type CustomPolicy, defineCustomPolicies } from './custom-policies.ts';
export { readPolicy } from './read-policy.ts';
export { ALL_TYPES, parsePolicy, parseRecipe, recipeValue, type SynthesisRecipe } from './recipe.ts';
export { synthesisLimits } from './synthesis-limits.ts';
export {
  builtInPolicies,
  type ConcatenationPolicy,
  type FilteringPolicy,
  type FilterRule,
  type NamedPolicy,
  type SummarisationPolicy,
  type SynthesisPolicy,
} from './synthesis-policy.ts';
export type { SectionFrame, SynthesisSection } from './synthesis-section.ts';
