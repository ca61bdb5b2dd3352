/** Tiers: what a consumer knows of an entity decides which fields of a fact about it are there at all. */
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import { formatPointer, parsePointer, selectMembers } from './json-pointer.ts';
import { isWhole } from './value-shape.ts';

/** A level of knowledge; 0 is none, and it only ever rises. */
export type Tier = number;

/** In place of a tier: no knowledge opens the field. */
export const NEVER_TOLD = 'never';

/** The levels of the lens document, from none upwards, by name. */
export const knowledgeTiers = ['UNKNOWN', 'HEARD_OF', 'SEEN', 'FOUGHT', 'STUDIED'] as const;

/** A tier as callers write it: a level, or one of the document's names. */
export type TierName = Tier | (typeof knowledgeTiers)[number];

/** The tier each consumer has of each entity. */
export type ConsumerTiers = { readonly [consumer: string]: { readonly [entity: string]: Tier } };

/** The lowest tier at which a field is told, or that it never is. */
export type FieldTier = Tier | typeof NEVER_TOLD;

/** What a field needs as callers write it. */
export type FieldTierName = TierName | typeof NEVER_TOLD;

/**
 * A table of tiers: what each field needs, by JSON pointer or top-level name, with all below it. The table is the whole
 * list: a field that it does not name is told at no tier.
 */
export type FieldTiers = { readonly [field: string]: FieldTier };

/** Tells whether a value is a tier that someone can have. */
export function isTier(value: unknown): value is Tier {
  return isWhole(value) && value < Number.MAX_SAFE_INTEGER;
}

/** Tells whether a value is what a field can need. */
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

/** Returns the tier a consumer has of an entity; 0 where nothing raised it. */
export function tierOf(tiers: ConsumerTiers, consumer: string, entity: string): Tier {
  const entities = Object.hasOwn(tiers, consumer) ? tiers[consumer] : undefined;
  return entities !== undefined && Object.hasOwn(entities, entity) ? (entities[entity] ?? 0) : 0;
}

/** Returns what is told of a payload at a tier, with nothing in place of the rest, or undefined where nothing is. */
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

/** Returns what is told of a payload to somebody, whoever that is, or undefined where nobody is told anything. */
export function fieldsForSomeone(
  payload: CanonicalValue,
  table: FieldTiers | undefined,
): CanonicalValue | undefined {
  return table === undefined ? payload : fieldsAtTier(payload, table, Number.MAX_SAFE_INTEGER);
}

/** Returns the table that tells what each of several tables tells, and no more. */
export function commonTiers(tables: readonly FieldTiers[]): FieldTiers {
  const read = tables.map((table) =>
    Object.entries(table).map(([field, needed]) => ({ pointer: pointerOf(field), needed })),
  );
  const common = read.flat().flatMap(({ pointer }): readonly (readonly [string, FieldTier])[] => {
    const needs = read.map((fields) => fields.filter((field) => covers(field.pointer, pointer)));
    // What one table does not list, no other lists for it.
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

/** Tells whether a field needs more than a tier. */
export function isAboveTier(needed: FieldTier, tier: Tier): boolean {
  return needed === NEVER_TOLD || needed > tier;
}
