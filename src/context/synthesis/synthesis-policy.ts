/** How the frames of a directory's children become one text: policies as data in canonical JSON. */
import { type CanonicalValue, compareCodePoints } from '../../kernel/index.ts';

/** The pattern of policy names. */
export const POLICY_NAME = /^[a-z][a-z0-9-]{0,63}$/;

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; those that affect a text are part of a policy's version and only change with it. */
export const synthesisLimits = {
  /** The longest text of concatenation and filtering; whole sections that do not fit are omitted. */
  textBytes: 4 * MEBI,
  /** Default number of lines a summary shows per child, not counting headings. */
  summaryLines: 8,
  /** The largest number of lines per child that a policy may request. */
  mostSummaryLines: 1_000,
  /** Lines of a child considered by a summary; later ones are ignored. */
  sourceLines: 20_000,
  /** Default size limit of a summary. */
  summaryBytes: 16 * KIBI,
  /** The smallest size limit of a summary, which leaves room for the notice about omitted parts. */
  leastSummaryBytes: 2 * KIBI,
  /** Items per list of a filter. */
  filterItems: 64,
  /** Characters of a filter item. */
  filterItemLength: 1_000,
  /** Characters of a policy typed by a user. */
  typedLength: 64 * KIBI,
} as const;

/** Concatenates all sections. */
type ConcatenationPolicy = { readonly policy: 'concatenation'; readonly version: 1 };

/** Shows the most informative lines of each child. */
export type SummarisationPolicy = {
  readonly policy: 'summarisation';
  readonly version: 1;
  /** Lines per child, not counting headings. */
  readonly maxLines?: number;
  /** The maximum size of the text. */
  readonly maxBytes?: number;
};

/** What a filter keeps: frames that match at least one item of every list given. */
export type FilterRule = {
  readonly types?: readonly string[];
  readonly agents?: readonly string[];
  /** Patterns of children's names, with `*`, `?` and `[…]`. */
  readonly names?: readonly string[];
  /** Substrings of the content. */
  readonly contains?: readonly string[];
};

/** Concatenates the sections that match a filter. */
type FilteringPolicy = {
  readonly policy: 'filtering';
  readonly version: 1;
  readonly keep: FilterRule;
};

/** A registered custom policy; see `custom-policies.ts`. */
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

/** The built-in policies. */
export const builtInPolicies = ['concatenation', 'summarisation', 'filtering'] as const;

/** The version of all built-in policies. */
export const BUILT_IN_VERSION = 1;

/** Checks whether a policy is a given built-in one. */
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

/** The frames of one child. */
export type SynthesisSection = { readonly name: string; readonly frames: readonly SectionFrame[] };

/** Sorts sections by name and frames by type, agent and id; merges equal names and drops empty sections. */
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
