/**
 * The built-in masks by side, and the registry that definitions refer to. Masks of the proposing side open
 * earlier causes, the repository and other cases, and grant the right to decide.
 */
import { type CanonicalValue, cite, PenumbraError } from '../../kernel/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext } from '../nodes/node.ts';
import { defineMask, type Mask, requireMask } from './mask.ts';

const proposers = { alignment: 'light' } as const;

/** Opens the memory of earlier cases; without it, a recalled cause cannot skip the search. */
const maskOfRecall: Mask = defineMask({
  name: 'mask-of-recall',
  description: 'Opens prior causes and symptoms',
  validNodes: ['recall'],
  wearers: proposers,
  before: (context) => grant(context, ['prior-causes', 'symptoms'], { prior_rca_available: true }),
});

/** Opens the repository and selects the guard mode for searching it. */
const maskOfTheForge: Mask = defineMask({
  name: 'mask-of-the-forge',
  description: 'Opens the repository: tree, outlines, imports, history and search',
  validNodes: ['investigate'],
  wearers: proposers,
  before: (context) => ({
    ...grant(context, ['tree', 'outlines', 'imports', 'history', 'search'], {
      workspace_repos_available: true,
    }),
    mode: 'forge',
  }),
});

/** Opens the other cases of the run. */
const maskOfCorrelation: Mask = defineMask({
  name: 'mask-of-correlation',
  description: 'Opens the other cases',
  validNodes: ['correlate'],
  wearers: proposers,
  before: (context) => grant(context, ['other-cases'], { cross_case_matching: true }),
});

/** Makes a review's decision binding, which a node cannot do itself. */
const maskOfJudgment: Mask = defineMask({
  name: 'mask-of-judgment',
  description: 'Makes the decision of a review binding',
  validNodes: ['review'],
  wearers: proposers,
  before: (context) => grant(context, [], { review_authority: true }),
  after: (artifact) => ({ ...artifact, data: { ...artifact.data, binding: true } }),
});

/** Opens sources and sets flags for one step. */
function grant(
  context: NodeContext,
  sources: readonly string[],
  flags: { readonly [flag: string]: CanonicalValue },
): NodeContext {
  return {
    ...context,
    openSources: [...new Set([...(context.openSources ?? []), ...sources])],
    meta: { ...context.meta, ...flags },
  };
}

const reviewers = { alignment: 'shadow' } as const;

type Data = Artifact['data'];

/** The names of fields that hold a conclusion, in artifacts and contexts. */
const conclusionFields: readonly string[] = [
  'alternative_hypothesis',
  'answers',
  'candidate_repos',
  'cause',
  'charge',
  'charged_defect_type',
  'charged_location',
  'commits',
  'component',
  'confidence',
  'convergence_score',
  'defect_type',
  'defect_type_hypothesis',
  'evidence',
  'evidence_refs',
  'final_classification',
  'final_location',
  'narrative',
  'prosecution_narrative',
  'rca_message',
  'reasoning',
  'root_cause',
  'selected_repos',
  'summary',
  'suspects',
  'symptom_category',
];

/** Turns the preceding investigation into a charge with weighted evidence. */
const maskOfIndictment: Mask = defineMask({
  name: 'mask-of-indictment',
  description: 'Turns an investigation into charges with weighted evidence',
  validNodes: ['indict'],
  wearers: reviewers,
  before: (context) => grant(context, ['investigation'], { charge: chargeOf(context.prior) }),
  after: (artifact, { meta }) => {
    const { evidence, ...charge } = meta.charge as Data & { readonly evidence: CanonicalValue };
    // The charge is the conclusion itself, even if it names no location; the prosecution may add its own
    // evidence.
    const { charged_defect_type: _type, charged_location: _location, ...brought } = artifact.data;
    return { ...artifact, data: { evidence, ...brought, ...charge } };
  },
});

/** Hides every conclusion, leaving only the raw failure. */
const maskOfDiscovery: Mask = defineMask({
  name: 'mask-of-discovery',
  description: 'Strips conclusions and leaves raw failure data',
  validNodes: ['discover'],
  wearers: reviewers,
  restricts: true,
  before: (context) => {
    const { prior, meta } = context;
    const bare = prior && { type: prior.type, data: withoutConclusions(prior.data) as Data };
    return grant({ ...context, prior: bare, meta: withoutConclusions(meta) as Data }, ['raw-failure'], {
      conclusions_stripped: true,
    });
  },
});

function chargeOf(prior: Artifact | null): Data {
  const { defect_type, location, component, suspects, evidence, evidence_refs } = prior?.data ?? {};
  const [first] = Array.isArray(suspects) ? suspects : [];
  const charged = location ?? pathOf(first) ?? component;
  const items = Array.isArray(evidence) ? evidence : Array.isArray(evidence_refs) ? evidence_refs : [];
  return {
    ...(defect_type !== undefined && { charged_defect_type: defect_type }),
    ...(charged !== undefined && { charged_location: charged }),
    evidence: items.map(weigh),
  };
}

/**
 * Converts a piece of evidence to an exhibit; without a weight of its own it counts fully, as circumstantial.
 */
function weigh(item: CanonicalValue): CanonicalValue {
  if (typeof item === 'string')
    return { description: item, handle: item, weight: 1, class: 'circumstantial' };
  return { weight: 1, class: 'circumstantial', ...(item as Data) };
}

function pathOf(suspect: CanonicalValue | undefined): CanonicalValue | undefined {
  if (typeof suspect === 'string') return suspect;
  return suspect !== null && typeof suspect === 'object' ? (suspect as Data).path : undefined;
}

function withoutConclusions(value: CanonicalValue): CanonicalValue {
  if (Array.isArray(value)) return value.map(withoutConclusions);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value as Data).filter(([key]) => !conclusionFields.includes(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutConclusions(item)]));
}

/** Masks by name. */
export type MaskRegistry = ReadonlyMap<string, Mask>;

/** The built-in masks: four for proposers, two for reviewers. */
export const masks: { readonly light: readonly Mask[]; readonly shadow: readonly Mask[] } = Object.freeze({
  light: Object.freeze([maskOfRecall, maskOfTheForge, maskOfCorrelation, maskOfJudgment]),
  shadow: Object.freeze([maskOfIndictment, maskOfDiscovery]),
});

/** Creates a registry; throws on duplicate names. */
export function createMaskRegistry(available: Iterable<Mask>): MaskRegistry {
  const registry = new Map<string, Mask>();
  for (const each of available) {
    const mask = requireMask(each);
    if (registry.has(mask.name))
      throw new PenumbraError('mask-not-valid', `two masks are called ${cite(mask.name)}`, {
        data: { mask: mask.name },
        hint: 'rename one',
      });
    registry.set(mask.name, mask);
  }
  return registry;
}

/** The registry of built-in masks. */
export const shippedMasks: MaskRegistry = createMaskRegistry([...masks.light, ...masks.shadow]);

/** Creates a registry from masks, by default the built-in ones. */
export function toMaskRegistry(available: Iterable<Mask> | MaskRegistry = shippedMasks): MaskRegistry {
  if (available === shippedMasks) return shippedMasks;
  // Keyed by the masks' own names, whatever keys the caller used.
  const given = available instanceof Map ? available.values() : available;
  return createMaskRegistry(given as Iterable<Mask>);
}
