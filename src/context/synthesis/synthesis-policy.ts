/** How the frames of a directory's children become one text, as data that is canonical JSON. */
import type { CanonicalValue } from '../../kernel/index.ts';

/** Puts all sections one after the other. */
type ConcatenationPolicy = { readonly policy: 'concatenation'; readonly version: 1 };

/** Shows the most telling lines of each child. */
export type SummarisationPolicy = {
  readonly policy: 'summarisation';
  readonly version: 1;
  /** How many lines of each child, not counting the headings they stand under. */
  readonly maxLines?: number;
  /** How long the whole text may be. */
  readonly maxBytes?: number;
};

/** What a filter keeps: frames that fit every list that is there, each by one item at least. */
export type FilterRule = {
  readonly types?: readonly string[];
  readonly agents?: readonly string[];
  /** Patterns of children's names, with `*`, `?` and `[…]`. */
  readonly names?: readonly string[];
  /** Texts that occur in the content. */
  readonly contains?: readonly string[];
};

/** Puts the sections that a filter keeps one after the other. */
type FilteringPolicy = {
  readonly policy: 'filtering';
  readonly version: 1;
  readonly keep: FilterRule;
};

/** A policy that someone registered; see `custom-policies.ts`. */
export type NamedPolicy = {
  readonly policy: string;
  readonly version: number;
  readonly options?: CanonicalValue;
};

/** How sections become one text. */
export type SynthesisPolicy = ConcatenationPolicy | SummarisationPolicy | FilteringPolicy | NamedPolicy;

type BuiltIn = {
  readonly concatenation: ConcatenationPolicy;
  readonly summarisation: SummarisationPolicy;
  readonly filtering: FilteringPolicy;
};

/** The policies that every workspace knows. */
export const builtInPolicies = ['concatenation', 'summarisation', 'filtering'] as const;

/** The version of every built-in policy. */
export const BUILT_IN_VERSION = 1;

/** Tells whether a policy is a certain built-in one. */
export function isBuiltIn<Name extends keyof BuiltIn>(
  policy: SynthesisPolicy,
  name: Name,
): policy is BuiltIn[Name] {
  return policy.policy === name;
}
