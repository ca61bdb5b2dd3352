/** Tiers: what a consumer knows of an entity decides which fields of a fact about it are there at all. */
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import { withoutMembers } from './json-pointer.ts';
import { isWhole } from './value-shape.ts';

/** A level of knowledge; 0 is none, and it only ever rises. */
export type Tier = number;

/** A tier that nobody reaches, for fields that no knowledge opens. */
export const UNREACHABLE_TIER: Tier = Number.MAX_SAFE_INTEGER;

/** The levels of the lens document, from none upwards, by name. */
export const knowledgeTiers = ['UNKNOWN', 'HEARD_OF', 'SEEN', 'FOUGHT', 'STUDIED'] as const;

/** A tier as callers write it: a level, or one of the document's names. */
export type TierName = Tier | (typeof knowledgeTiers)[number];

/** The tier each consumer has of each entity. */
export type ConsumerTiers = { readonly [consumer: string]: { readonly [entity: string]: Tier } };

/** The lowest tier at which a field is told, by JSON pointer or top-level name. */
export type FieldTiers = { readonly [field: string]: Tier };

/** Tells whether a value is a tier that someone can have. */
export function isTier(value: unknown): value is Tier {
  return isWhole(value) && value < UNREACHABLE_TIER;
}

/** Returns the level of a tier, or throws. */
export function toTier(tier: TierName): Tier {
  const level = typeof tier === 'number' ? tier : knowledgeTiers.indexOf(tier);
  if (isTier(level)) return level;
  throw new PenumbraError(
    'usage',
    'a tier is a whole number that can be reached, or one of the known names',
    {
      hint: `count from 0, or use the names ${knowledgeTiers.join(', ')}`,
    },
  );
}

/** Returns the tier a consumer has of an entity; 0 where nothing raised it. */
export function tierOf(tiers: ConsumerTiers, consumer: string, entity: string): Tier {
  const entities = Object.hasOwn(tiers, consumer) ? tiers[consumer] : undefined;
  return entities !== undefined && Object.hasOwn(entities, entity) ? (entities[entity] ?? 0) : 0;
}

/** Returns a payload without the fields above a tier, nothing in their place, or undefined where none is left. */
export function fieldsAtTier(
  payload: CanonicalValue,
  fields: FieldTiers,
  tier: Tier,
): CanonicalValue | undefined {
  const hidden = Object.entries(fields).filter(([, needed]) => needed > tier);
  return withoutMembers(
    payload,
    hidden.map(([field]) => field),
  );
}
