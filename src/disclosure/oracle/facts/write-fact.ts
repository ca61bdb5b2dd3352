/**
 * Makes facts of what callers hand in: completed, locked unless they say otherwise, checked, and as the canonical text
 * that is kept.
 */

import {
  type CanonicalValue,
  canonicalText,
  limits,
  PenumbraError,
  parseCanonical,
} from '../../../kernel/index.ts';
import { type FieldTierName, type FieldTiers, NEVER_TOLD, toTier, type Visibility } from '../../index.ts';
import { type FactContent, faultInFact, MAXIMUM_DEPTH } from './fact.ts';

/** A fact to be. */
export type FactDraft = {
  readonly kind: string;
  readonly payload: CanonicalValue;
  readonly provenance: {
    readonly source: string;
    readonly eventIds: readonly string[];
    readonly ruleRefs: readonly string[];
  };
  readonly visibility: Visibility;
  /** Locked unless it says `unlocked`. */
  readonly precision?: 'locked' | 'unlocked';
  /** JSON pointers of the leaves that are locked; without any, the telling ones are. */
  readonly precise?: readonly string[];
  /** What may be told while the fact is locked. */
  readonly gist?: CanonicalValue;
  /** True for what nobody established: it keeps the tag until an operator promotes it. */
  readonly synthesized?: boolean;
  /** The consumer whose own the fact is, for the visibility `owner`. */
  readonly owner?: string;
  /** Whom or what the fact is about, for tiers. */
  readonly entity?: string;
  /**
   * The lowest tier at which a field is told, by top-level name or JSON pointer, or `never`. With it, fields that it does
   * not name are not told; without it, visibility and mask matrix decide alone.
   */
  readonly tiers?: { readonly [field: string]: FieldTierName };
};

const draftFields: ReadonlySet<string> = new Set([
  'kind',
  'payload',
  'provenance',
  'visibility',
  'precision',
  'precise',
  'gist',
  'synthesized',
  'owner',
  'entity',
  'tiers',
] satisfies (keyof FactDraft)[]);

/** Completes a draft and returns its canonical text, or throws `invalid-frame`, `not-canonical` or `usage`. */
export function writeFact(draft: FactDraft): { readonly content: FactContent; readonly text: string } {
  const text = writeContent(read(draft));
  // INVARIANT (what is checked is what is kept): the draft itself may change, its text does not.
  const content = parseCanonical(text) as unknown as FactContent;
  const fault = faultInFact(content);
  if (fault !== null) throw invalidFact(fault);
  return { content, text };
}

function read(draft: FactDraft): FactContent {
  try {
    return complete(draft);
  } catch (error) {
    if (error instanceof PenumbraError) throw error;
    // What a getter throws may tell what it hides.
    throw invalidFact('it cannot be read');
  }
}

function complete(draft: FactDraft): FactContent {
  if (typeof draft !== 'object' || draft === null) throw invalidFact('it is no record');
  if (Object.keys(draft).some((field) => !draftFields.has(field)))
    throw invalidFact('it has an unknown field');
  const { kind, payload, provenance, visibility, precise, gist, owner, entity, tiers } = draft;
  const { source, eventIds = [], ruleRefs = [], ...unknown } = provenance ?? {};
  if (Object.keys(unknown).length > 0) throw invalidFact('its provenance has an unknown field');
  return {
    kind,
    payload,
    provenance: { source: source as string, event_ids: eventIds, rule_refs: ruleRefs },
    visibility,
    // INVARIANT (locked by default): only the word `unlocked` opens a fact.
    precision: draft.precision ?? 'locked',
    precise: precise ?? [],
    synthesized: draft.synthesized ?? false,
    ...(gist !== undefined && { gist }),
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && { tiers: toLevels(tiers) }),
  };
}

function toLevels(tiers: NonNullable<FactDraft['tiers']>): FieldTiers {
  if (typeof tiers !== 'object' || tiers === null) throw invalidFact('`tiers` are no record');
  return Object.fromEntries(
    Object.entries(tiers).map(([field, tier]) => [field, tier === NEVER_TOLD ? tier : toTier(tier)]),
  );
}

function writeContent(content: FactContent): string {
  const absent = (['kind', 'payload', 'visibility'] as const).filter((field) => content[field] === undefined);
  if (absent.length > 0 || content.provenance.source === undefined)
    throw invalidFact('a field is missing or does not fit');
  let text: string;
  try {
    text = canonicalText(content);
  } catch {
    // The cause would name keys and values of the payload.
    throw new PenumbraError('not-canonical', 'a fact has a value without a canonical form', {
      hint: 'use texts, whole numbers, booleans, null, lists and plain records; write decimals as texts',
    });
  }
  if (text.length > limits.objectBytes)
    throw new PenumbraError('limit-exceeded', `a fact has more than ${limits.objectBytes} bytes`, {
      data: { size: text.length, limit: limits.objectBytes },
      hint: 'keep a digest or a summary of it instead',
    });
  return text;
}

function invalidFact(fault: string): PenumbraError {
  return new PenumbraError('invalid-frame', `not a fact: ${fault}`, {
    hint: `a fact has kind, payload (at most ${MAXIMUM_DEPTH} deep), provenance {source, eventIds, ruleRefs} and visibility`,
  });
}
