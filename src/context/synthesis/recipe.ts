/**
 * The recipe of a directory's frame, stored in its basis so that the frame can be made again. Parsing is
 * strict: a recipe has one canonical form. Whether a custom policy is registered is only checked when it is
 * applied.
 */
import {
  type CanonicalValue,
  canonicalText,
  compareCodePoints,
  deepFreeze,
  didYouMean,
  type FrameId,
  fields,
  isId,
  listOf,
  type Misfit,
  oneOf,
  PenumbraError,
  parseCanonical,
  type Shape,
  satisfying,
  textLike,
  type ValuePath,
} from '../../kernel/index.ts';
import type { Basis } from '../../ledger/index.ts';
import {
  BUILT_IN_VERSION,
  builtInPolicies,
  POLICY_NAME,
  type SynthesisPolicy,
  synthesisLimits,
} from './synthesis-policy.ts';

const { filterItemLength, filterItems, leastSummaryBytes, mostSummaryLines, textBytes } = synthesisLimits;

/** Validates frame type names. */
const typeName = textLike(/^[a-z][a-z0-9._-]{0,63}$/, 'the name of a frame type');

const filterText = satisfying(
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= filterItemLength && value.isWellFormed(),
  `a text of 1 to ${filterItemLength} characters`,
);
const keep = filled(
  fields(
    {
      types: filled(listOf(typeName, filterItems), 'at least one type'),
      agents: filled(listOf(filterText, filterItems), 'at least one agent'),
      names: filled(listOf(filterText, filterItems), 'at least one pattern'),
      contains: filled(listOf(filterText, filterItems), 'at least one text'),
    },
    [],
  ),
  'one of types, agents, names, contains',
);

const policy = textLike(POLICY_NAME, 'the name of a policy');
const version = oneOf([BUILT_IN_VERSION]);
const builtInShapes: { readonly [name in (typeof builtInPolicies)[number]]: Shape } = {
  concatenation: fields({ policy, version }, ['policy', 'version']),
  summarisation: fields(
    {
      policy,
      version,
      maxLines: wholeNumber({ from: 1, to: mostSummaryLines }),
      maxBytes: wholeNumber({ from: leastSummaryBytes, to: textBytes }),
    },
    ['policy', 'version'],
  ),
  filtering: fields({ policy, version, keep }, ['policy', 'version', 'keep']),
};
const customShape = fields(
  {
    policy,
    version: wholeNumber({ from: 1, to: Number.MAX_SAFE_INTEGER }),
    options: satisfying(() => true, 'a value'),
  },
  ['policy', 'version'],
);

/** Validates policies. */
function policyShape(value: unknown, whole: string, path?: ValuePath): readonly Misfit[] {
  const given = (value as { readonly policy?: unknown } | null | undefined)?.policy;
  const builtIn = builtInPolicies.find((name) => name === given);
  if (builtIn !== undefined) return builtInShapes[builtIn](value, whole, path);
  // A misspelt built-in policy would otherwise be reported as an invalid custom one.
  const suggestion = typeof given === 'string' ? didYouMean(given, builtInPolicies) : '';
  return customShape(value, whole, path).map((misfit) => ({
    ...misfit,
    message: `${misfit.message}${suggestion}`,
  }));
}

/** Requires a shape and a value that is not empty. */
function filled(shape: Shape, needs: string): Shape {
  const nothing = satisfying(() => false, needs);
  return (value, whole, path) => {
    const misfits = shape(value, whole, path);
    const isEmpty = misfits.length === 0 && Object.keys(value as object).length === 0;
    return isEmpty ? nothing(value, whole, path) : misfits;
  };
}

function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): Shape {
  return satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    `a whole number from ${from} to ${to}`,
  );
}

/** A policy, its input frame type (`*` for all), and its output frame type. */
export type SynthesisRecipe = {
  readonly policy: SynthesisPolicy;
  readonly inputType: string;
  readonly outputType: string;
};

/** The input type that matches all types. */
export const ALL_TYPES = '*';

const recipeShape = fields(
  {
    policy: policyShape,
    inputType: (value, whole, path) => (value === ALL_TYPES ? [] : typeName(value, whole, path)),
    outputType: typeName,
  },
  ['policy', 'inputType', 'outputType'],
);

/** Parses a recipe, or throws `synthesis-failed` naming the problem. */
export function parseRecipe(value: CanonicalValue): SynthesisRecipe {
  requireFit({ shape: recipeShape, value, whole: 'the recipe', code: 'synthesis-failed' });
  return deepFreeze(copyOf(value)) as SynthesisRecipe;
}

/** Parses a policy from a caller, or throws `usage` naming the problem. */
export function parsePolicy(value: CanonicalValue): SynthesisPolicy {
  requireFit({ shape: policyShape, value, whole: 'the policy', code: 'usage' });
  return deepFreeze(copyOf(value)) as SynthesisPolicy;
}

/** Returns a recipe as canonical JSON for a frame's basis. */
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

/** Copies a value via canonical JSON, which rejects values without a canonical form. */
function copyOf(value: unknown): CanonicalValue {
  return parseCanonical(canonicalText(value));
}

/** The producer name of synthesised frames. */
export const SYNTHESIS = 'synthesis';

const VERSION = '1';

/** A frame of a child and the child's name. */
export type SynthesisPart = { readonly name: string; readonly frameId: FrameId };

/** A recipe and its inputs. */
export type SynthesisBasis = { readonly recipe: SynthesisRecipe; readonly parts: readonly SynthesisPart[] };

/**
 * Returns the basis of a synthesised frame. Parts are sorted by name, then frame: sorting by node ids would
 * change with every byte of a child, even if the child's frame does not.
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

/** Parses the recipe and parts of a basis; null if it does not belong to a synthesised frame. */
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

/** A recipe from a later version cannot be applied, but freshness of its inputs can still be judged. */
function readRecipe(recipe: CanonicalValue): SynthesisRecipe | null {
  try {
    return parseRecipe(recipe);
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}
