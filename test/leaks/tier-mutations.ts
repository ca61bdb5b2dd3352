// What stops attacks on tiers.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const tierMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove: 'withheld: fields.filter(([, needed]) => isAboveTier(needed, tier)).map(([field]) => field),',
      put: "withheld: fields.flatMap(([field, needed]) => (field.startsWith('/') && isAboveTier(needed, tier) ? [field] : [])),",
      why: 'a field may be named plainly',
    },
    'tier-name',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove: 'withheld: fields.filter(([, needed]) => isAboveTier(needed, tier)).map(([field]) => field),',
      put: "withheld: fields.flatMap(([field, needed]) => (!field.startsWith('/') && isAboveTier(needed, tier) ? [field] : [])),",
      why: 'a field may be named by a pointer',
    },
    'tier-pointer',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/json-pointer.ts',
      remove: 'withheld: pathsBelow(withheld, key) };',
      put: 'withheld: Array.isArray(value) ? [] : pathsBelow(withheld, key) };',
      why: 'a pointer may lead into a list',
    },
    'tier-position',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/json-pointer.ts',
      remove: 'if (left.length === 0) return undefined;',
      put: '',
      why: 'what becomes empty goes as well',
    },
    'tier-emptied',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove: 'listed: fields.map(([field]) => field),',
      put: "listed: [''],",
      why: 'what a table does not list is not told',
    },
    'tier-unlisted',
    'tier-unlisted-below',
    'tier-unlisted-gist',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove: 'return needed === NEVER_TOLD || needed > tier;',
      put: 'return Number(needed) > tier;',
      why: 'a field can be told to nobody',
    },
    'tier-never',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-item.ts',
      remove: 'const payload = atTier(item, (isGist ? gist : item.payload) as CanonicalValue, rules);',
      put: 'const payload = isGist ? gist : atTier(item, item.payload as CanonicalValue, rules);',
      why: 'tiers hold for gists',
    },
    'tier-gist',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove:
        'return entities !== undefined && Object.hasOwn(entities, entity) ? (entities[entity] ?? 0) : 0;',
      put: 'return entities !== undefined ? (entities[entity] ?? 0) : 0;',
      why: 'only what was raised is known',
    },
    'tier-prototype',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/tier.ts',
      remove:
        'return entities !== undefined && Object.hasOwn(entities, entity) ? (entities[entity] ?? 0) : 0;',
      put: `return Math.max(
    0,
    ...Object.entries(tiers).flatMap(([who, known]) =>
      Object.entries(known).flatMap(([what, tier]) =>
        [who, what].join('/') === [consumer, entity].join('/') ? [tier] : [],
      ),
    ),
  );`,
      why: 'consumer and entity are no joined key',
    },
    'tier-joined',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/json-pointer.ts',
      remove: ".replaceAll('~1', '/')",
      put: '',
      why: 'a pointer is unescaped',
    },
    'tier-escaped',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/cut-items.ts',
      remove: 'canonicalText(toldOf(item.shown))',
      put: 'canonicalText(item.shown)',
      why: 'the room that an item takes follows from what somebody is told of it',
    },
    'tier-budget',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/locked-guard.ts',
      remove: 'const told = tiers === undefined ? gist : fieldsAtTier(gist, tiers, 0);',
      put: 'const told = tiers === undefined ? gist : fieldsAtTier(gist, tiers, 0) && gist;',
      why: 'a gist frees the words that it tells to everyone',
    },
    'tier-gist-believed',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/locked-guard.ts',
      remove: 'isLocked ? (fieldsForSomeone(gist, tiers) ?? null) :',
      put: 'isLocked ? gist :',
      why: 'a gist frees the keys that it tells to someone',
    },
    'tier-gist-believed',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/derive-locks.ts',
      remove: 'isLocked ? shown.gist && fieldsForSomeone(shown.gist, shown.tiers) : shown.gist',
      put: 'shown.gist',
      why: 'what a gist tells to nobody keeps it from nobody',
    },
    'tier-gist-believed',
  ),
];
