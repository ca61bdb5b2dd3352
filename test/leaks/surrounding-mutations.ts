// What stops attacks from around the facts.

import { type Check, type Mutation, without } from '../support/red-team/mutation.ts';

/** Leaves a part of a pack out of what the lens scans. */
const unscanned = (part: string): Check => ({
  file: 'src/disclosure/lens/scan-outputs.ts',
  remove: 'return Object.entries(parts).map(([path, value]) => ({ path, value }));',
  put: `return Object.entries(parts).flatMap(([path, value]) => (path === '${part}' ? [] : [{ path, value }]));`,
  why: `the ${part} of a pack is scanned`,
});

/** The checks and the attacks that would succeed without them. */
export const surroundingMutations: readonly Mutation[] = [
  ...without(unscanned('scope'), 'scope', 'scope-mode'),
  ...without(unscanned('pins'), 'pins', 'pin-names'),
  ...without(unscanned('style'), 'style', 'style-key', 'beat'),
  ...without(unscanned('consumer'), 'consumer'),
  ...without(unscanned('task'), 'bounds', 'forbidden-content', 'why-rule'),
  ...without(unscanned('contract'), 'forbidden-tokens', 'required-elements', 'schema'),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/derive-locks.ts',
      remove: "...find('besides', besides(shown), true),",
      put: '',
      why: 'all that a working set says of an item is scanned',
    },
    'source',
    'event-ids',
    'rule-refs',
    'entity',
    'owner',
    'audience',
    'kind',
    'split-names',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/derive-locks.ts',
      remove: "...(gist === undefined ? [] : find('gist', gist, true)),",
      put: '',
      why: 'the gist of an open item is scanned',
    },
    'gist-of-open',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);',
      put: '',
      why: 'what is locked is looked for as it is written',
    },
    'gist-of-locked',
    'other-slices',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/build-working-set.ts',
      remove: 'tiers: tiersNeeded(state.tiers, Object.values(slices).flat()),',
      put: 'tiers: state.tiers,',
      why: 'of what is known only what is needed is in a working set',
    },
    'known-entity',
  ),
];
