/**
 * Turns drafts from callers into facts: completes them (locked by default), checks them and writes their
 * canonical text.
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

/** A fact to append. */
export type FactDraft = {
  readonly kind: string;
  readonly payload: CanonicalValue;
  readonly provenance: {
    readonly source: string;
    readonly eventIds: readonly string[];
    readonly ruleRefs: readonly string[];
  };
  readonly visibility: Visibility;
  /** Locked unless it is `unlocked`. */
  readonly precision?: 'locked' | 'unlocked';
  /** JSON pointers of the locked leaves. Without any, all telling leaves are locked. */
  readonly precise?: readonly string[];
  /** What may be disclosed while the fact is locked. */
  readonly gist?: CanonicalValue;
  /** True if the fact is not established. It stays tagged until an operator promotes it. */
  readonly synthesized?: boolean;
  /** The consumer who owns the fact, for the visibility `owner`. */
  readonly owner?: string;
  /** The subject of the fact, for tiers. */
  readonly entity?: string;
  /**
   * The lowest tier at which each field is disclosed, by top-level name or JSON pointer, or `never`. If
   * present, fields it does not name are withheld; if absent, only visibility and mask matrix decide.
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

/**
 * Completes a draft and returns its canonical text, or throws `invalid-frame`, `not-canonical` or `usage`.
 */
export function writeFact(draft: FactDraft): { readonly content: FactContent; readonly text: string } {
  const text = writeContent(read(draft));
  // INVARIANT (what is checked is what is kept): the draft may change later, but its text does not.
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
    // An error thrown by a getter may reveal what the getter hides.
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
    // INVARIANT (locked by default): only the value `unlocked` opens a fact.
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
    // The original error would reveal keys and values of the payload.
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
