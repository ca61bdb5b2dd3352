/** How the frames of a directory's children become one text, as data that is canonical JSON. */
import { type CanonicalValue, compareCodePoints } from '../../kernel/index.ts';

/** What names a policy. */
export const POLICY_NAME = /^[a-z][a-z0-9-]{0,63}$/;

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; what decides a text is part of a policy's version and changes only with it. */
export const synthesisLimits = {
  /** The longest text that concatenation and filtering make; whole sections that do not fit are left out. */
  textBytes: 4 * MEBI,
  /** How many lines of a child a summary shows beside headings, if the policy does not say. */
  summaryLines: 8,
  /** The most lines of a child that a policy may ask for. */
  mostSummaryLines: 1_000,
  /** How many lines of a child a summary chooses from; those after them are left out. */
  sourceLines: 20_000,
  /** The longest summary, if the policy does not say. */
  summaryBytes: 16 * KIBI,
  /** The least that a policy may allow a summary, so that what was left out can still be said. */
  leastSummaryBytes: 2 * KIBI,
  /** How many items a list of a filter has. */
  filterItems: 64,
  /** The longest item of a filter, in characters. */
  filterItemLength: 1_000,
  /** The longest policy that a person types, in characters. */
  typedLength: 64 * KIBI,
} as const;

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

/** A frame of a child, with its content as text. */
export type SectionFrame = {
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly content: string;
};

/** A child of the directory. */
export type SynthesisSection = { readonly name: string; readonly frames: readonly SectionFrame[] };

/** Returns sections by name and their frames by type, agent and id; equal names are one section, those without frames none. */
export function orderSections(sections: readonly SynthesisSection[]): readonly SynthesisSection[] {
  const byName = new Map<string, SectionFrame[]>();
  for (const { name, frames } of sections) {
    if (frames.length === 0) continue;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [...frames]);
    else for (const frame of frames) known.push(frame);
  }
  return [...byName]
    .map(([name, frames]) => ({ name, frames: frames.sort(compareFrames) }))
    .sort((left, right) => compareCodePoints(left.name, right.name));
}

function compareFrames(left: SectionFrame, right: SectionFrame): number {
  return (
    compareCodePoints(left.type, right.type) ||
    compareCodePoints(left.agent, right.agent) ||
    compareCodePoints(left.frameId, right.frameId)
  );
}
