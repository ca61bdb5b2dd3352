/**
 * What a synthesised frame rests on: the frames of the children in the order of their names, and the recipe. The names
 * stand in the basis because they are headings of the text.
 */
import {
  type CanonicalValue,
  compareCodePoints,
  type FrameId,
  isId,
  PenumbraError,
} from '../../kernel/index.ts';
import type { Basis } from '../../ledger/index.ts';
import { parseRecipe, recipeValue, type SynthesisRecipe } from './recipe.ts';

/** The name under which synthesised frames are made. */
export const SYNTHESIS = 'synthesis';

const VERSION = '1';

/** A frame of a child under the child's name. */
export type SynthesisPart = { readonly name: string; readonly frameId: FrameId };

/** A recipe with what it was applied to. */
export type SynthesisBasis = { readonly recipe: SynthesisRecipe; readonly parts: readonly SynthesisPart[] };

/**
 * Returns the basis of a synthesised frame. Parts are ordered by name, then frame: an order by node ids would change
 * with every byte of a child, also where the child's frame stays as it is.
 */
export function synthesisBasis({ recipe, parts }: SynthesisBasis): Basis {
  const sorted = parts.toSorted(
    (left, right) =>
      compareCodePoints(left.name, right.name) || compareCodePoints(left.frameId, right.frameId),
  );
  return {
    inputs: sorted.map(({ frameId }) => frameId),
    policy: { recipe: recipeValue(recipe), sections: sorted.map(({ name }) => name) },
    producer: { name: SYNTHESIS, version: VERSION },
  };
}

/** Reads the recipe and parts back from a basis; null where it is none of a synthesised frame. */
export function readSynthesisBasis({ inputs, policy, producer }: Basis): SynthesisBasis | null {
  const { recipe, sections } = (policy ?? {}) as {
    readonly recipe?: CanonicalValue;
    readonly sections?: unknown;
  };
  const isFit =
    producer?.name === SYNTHESIS &&
    recipe !== undefined &&
    Array.isArray(sections) &&
    sections.length === inputs.length;
  if (!isFit) return null;
  const parts = inputs.flatMap((frameId, index) =>
    typeof frameId === 'string' && isId(frameId, 'frame') ? [{ frameId, name: String(sections[index]) }] : [],
  );
  const known = readRecipe(recipe);
  return known && parts.length === inputs.length ? { recipe: known, parts } : null;
}

/** A recipe of a later version cannot be followed here; the frames it was applied to can still be judged. */
function readRecipe(recipe: CanonicalValue): SynthesisRecipe | null {
  try {
    return parseRecipe(recipe);
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}
