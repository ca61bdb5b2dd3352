/**
 * How the frame of a directory is made, as it stands in the frame's basis, so that whoever finds the frame can make it
 * again. It is read strictly: a recipe has one canonical form, the one it came in. Whether a policy with another than a
 * built-in name is registered is seen when it is applied.
 */
import {
  type CanonicalValue,
  canonicalText,
  deepFreeze,
  fields,
  PenumbraError,
  parseCanonical,
  type Shape,
} from '../../kernel/index.ts';
import { policyShape, typeName } from './policy-shape.ts';
import type { SynthesisPolicy } from './synthesis-policy.ts';

/** A policy, the type of frames it takes (`*` takes all), and the type of the frame it makes. */
export type SynthesisRecipe = {
  readonly policy: SynthesisPolicy;
  readonly inputType: string;
  readonly outputType: string;
};

/** The input type that takes frames of all types. */
export const ALL_TYPES = '*';

const recipeShape = fields(
  {
    policy: policyShape,
    inputType: (value, whole, path) => (value === ALL_TYPES ? [] : typeName(value, whole, path)),
    outputType: typeName,
  },
  ['policy', 'inputType', 'outputType'],
);

/** Reads a recipe, or throws `synthesis-failed` naming what does not fit. */
export function parseRecipe(value: CanonicalValue): SynthesisRecipe {
  requireFit({ shape: recipeShape, value, whole: 'the recipe', code: 'synthesis-failed' });
  return deepFreeze(copyOf(value)) as SynthesisRecipe;
}

/** Reads a policy that a caller gave, or throws `usage` naming what does not fit. */
export function parsePolicy(value: CanonicalValue): SynthesisPolicy {
  requireFit({ shape: policyShape, value, whole: 'the policy', code: 'usage' });
  return deepFreeze(copyOf(value)) as SynthesisPolicy;
}

/** Returns a recipe as canonical JSON, for the basis of a frame. */
export function recipeValue(recipe: SynthesisRecipe): CanonicalValue {
  return copyOf(recipe);
}

type Fit = {
  readonly shape: Shape;
  readonly value: CanonicalValue;
  readonly whole: string;
  readonly code: 'usage' | 'synthesis-failed';
};

function requireFit({ shape, value, whole, code }: Fit): void {
  const [misfit] = shape(value, whole);
  if (misfit === undefined) return;
  throw new PenumbraError(code, misfit.message, { hint: misfit.remedy, data: { path: misfit.path } });
}

/** Copies a value through its text, which refuses what has no canonical form. */
function copyOf(value: unknown): CanonicalValue {
  return parseCanonical(canonicalText(value));
}
