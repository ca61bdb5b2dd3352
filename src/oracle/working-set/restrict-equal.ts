/**
 * Facts of one payload are one secret: whatever restricts one of them restricts all. Otherwise a copy without the
 * restriction would tell what the other withholds.
 */
import { type Audience, type FieldTiers, narrower, UNREACHABLE_TIER } from '../../disclosure/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import type { Candidate } from './candidate.ts';

/** Gives facts that share a short id the most restrictive audience, precision and tiers among them. */
export function restrictEqual(facts: readonly Candidate[]): readonly Candidate[] {
  const groups = Map.groupBy(facts, ({ shortIds }) => shortIds?.[0]);
  return facts.map((fact) => {
    const equal = groups.get(fact.shortIds?.[0]) ?? [];
    return equal.length < 2 ? fact : restrict(fact, equal);
  });
}

function restrict(fact: Candidate, equal: readonly Candidate[]): Candidate {
  const { visibility: _visibility, owner: _owner, ...rest } = fact;
  return {
    ...rest,
    ...equal.reduce<Audience>(narrower, { visibility: 'public' }),
    isLocked: equal.some(({ isLocked }) => isLocked),
    // Each locked one keeps all its tokens: a copy that names fewer leaves would take the others from the guard.
    precise: fact.isLocked ? fact.precise : [...new Set(equal.flatMap(({ precise }) => precise))],
    ...tiersOfAll(fact, equal),
  };
}

/** The highest tier each field needs; what another entity's tier withholds, no tier of this one opens. */
function tiersOfAll(
  { entity }: Candidate,
  equal: readonly Candidate[],
): { readonly tiers?: FieldTiers; readonly entity?: string } {
  const tiered = equal.filter(({ tiers }) => tiers !== undefined);
  // The smallest name and not the first one: facts come in the order of a log, and a merge may change that.
  const about = entity ?? sortByCodePoint(tiered.flatMap((other) => other.entity ?? []))[0];
  const fields = new Map<string, number>();
  for (const other of tiered) {
    for (const [field, tier] of Object.entries(other.tiers ?? {})) {
      const needed = other.entity === about ? tier : UNREACHABLE_TIER;
      fields.set(field, Math.max(needed, fields.get(field) ?? 0));
    }
  }
  return {
    ...(about !== undefined && { entity: about }),
    ...(fields.size > 0 && { tiers: Object.fromEntries(fields) }),
  };
}
