// What stops attacks by copies.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const twinMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: 'isLocked: equal.some(({ isLocked }) => isLocked),',
      put: '',
      why: 'a lock on one is a lock on all',
    },
    'twin-open',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "...equal.reduce<Audience>(narrower, { visibility: 'public' }),",
      put: `visibility: fact.visibility,
    ...(fact.owner !== undefined && { owner: fact.owner }),`,
      why: 'the narrowest audience holds for all',
    },
    'twin-public',
    'twin-owned',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: '...tiersOfAll(fact, equal),',
      put: '',
      why: 'the tiers of one are those of all',
    },
    'twin-tiers',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: 'other === about ? tiers : mapTiers(tiers, (tier) => (tier === 0 ? tier : NEVER_TOLD)),',
      put: 'mapTiers(tiers, (tier) => (other === about ? tier : tier)),',
      why: 'a tier of one entity is not opened by knowledge of another',
    },
    'twin-entity',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove:
        'precise: fact.isLocked ? fact.precise : [...new Set(equal.flatMap(({ precise }) => precise))],',
      put: 'precise: [...new Set(equal.flatMap(({ precise }) => precise))],',
      why: 'each locked one keeps all its tokens',
    },
    'twin-precise',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);',
      put: '',
      why: 'what is locked is looked for as it is written',
    },
    'twin-gist',
  ),
];
