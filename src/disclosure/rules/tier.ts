/** Tiers: a consumer's knowledge of an entity determines which fields of a fact about it are disclosed. */
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import { formatPointer, parsePointer, selectMembers } from './json-pointer.ts';
import { isWhole } from './value-shape.ts';

/** A level of knowledge; 0 is none. It never decreases. */
export type Tier = number;

/** Used instead of a tier for a field that no knowledge opens. */
export const NEVER_TOLD = 'never';

/** The named levels, from none upwards. */
export const knowledgeTiers = ['UNKNOWN', 'HEARD_OF', 'SEEN', 'FOUGHT', 'STUDIED'] as const;

/** A tier as callers write it: a level or its name. */
export type TierName = Tier | (typeof knowledgeTiers)[number];

/** Each consumer's tier for each entity. */
export type ConsumerTiers = { readonly [consumer: string]: { readonly [entity: string]: Tier } };

/** The lowest tier at which a field is disclosed, or `never`. */
export type FieldTier = Tier | typeof NEVER_TOLD;

/** The same as callers write it. */
export type FieldTierName = TierName | typeof NEVER_TOLD;

/**
 * The tiers that fields require, by JSON pointer or top-level name; each covers everything below it. Fields
 * that are not in the table are never disclosed.
 */
export type FieldTiers = { readonly [field: string]: FieldTier };

/** Returns whether a value is a tier that a consumer can have. */
export function isTier(value: unknown): value is Tier {
  return isWhole(value) && value < Number.MAX_SAFE_INTEGER;
}

/** Returns whether a value is a tier that a field can require. */
export function isFieldTier(value: unknown): value is FieldTier {
  return value === NEVER_TOLD || isTier(value);
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

/** Returns a consumer's tier for an entity; 0 by default. */
export function tierOf(tiers: ConsumerTiers, consumer: string, entity: string): Tier {
  const entities = Object.hasOwn(tiers, consumer) ? tiers[consumer] : undefined;
  return entities !== undefined && Object.hasOwn(entities, entity) ? (entities[entity] ?? 0) : 0;
}

/**
 * Returns the fields of a payload that are disclosed at a tier, omitting the rest, or undefined if there are
 * none.
 */
export function fieldsAtTier(
  payload: CanonicalValue,
  table: FieldTiers,
  tier: Tier,
): CanonicalValue | undefined {
  const fields = Object.entries(table);
  return selectMembers(payload, {
    listed: fields.map(([field]) => field),
    withheld: fields.filter(([, needed]) => isAboveTier(needed, tier)).map(([field]) => field),
  });
}

/** Returns the fields of a payload that anyone could see, or undefined if there are none. */
export function fieldsForSomeone(
  payload: CanonicalValue,
  table: FieldTiers | undefined,
): CanonicalValue | undefined {
  return table === undefined ? payload : fieldsAtTier(payload, table, Number.MAX_SAFE_INTEGER);
}

/** Returns a table that discloses exactly what all of several tables disclose. */
export function commonTiers(tables: readonly FieldTiers[]): FieldTiers {
  const read = tables.map((table) =>
    Object.entries(table).map(([field, needed]) => ({ pointer: pointerOf(field), needed })),
  );
  const common = read.flat().flatMap(({ pointer }): readonly (readonly [string, FieldTier])[] => {
    const needs = read.map((fields) => fields.filter((field) => covers(field.pointer, pointer)));
    // A field that one table does not list is not disclosed.
    if (needs.some((covering) => covering.length === 0)) return [];
    return [[pointer, needs.flat().reduce<FieldTier>((most, { needed }) => higher(most, needed), 0)]];
  });
  return Object.fromEntries(common);
}

function pointerOf(field: string): string {
  return formatPointer(parsePointer(field));
}

function covers(pointer: string, other: string): boolean {
  return other === pointer || other.startsWith(`${pointer}/`);
}

function higher(left: FieldTier, right: FieldTier): FieldTier {
  if (left === NEVER_TOLD || right === NEVER_TOLD) return NEVER_TOLD;
  return Math.max(left, right);
}

/** Returns whether a field requires more than a tier. */
export function isAboveTier(needed: FieldTier, tier: Tier): boolean {
  return needed === NEVER_TOLD || needed > tier;
}
