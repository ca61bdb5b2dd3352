// What stops attacks through compactions.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const compactionMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "if (inputs.some(({ isLocked }) => isLocked)) return 'input-locked';",
      put: '',
      why: 'a compaction with a locked input is left out',
    },
    'compaction-locked',
    'compaction-summary',
    'compaction-relocked',
    'compaction-twin',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "if (inputs.some(({ tiers }) => tiers !== undefined)) return 'input-tiered';",
      put: '',
      why: 'a compaction with fields above a tier is left out',
    },
    'compaction-tier',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "...inputs.reduce<Audience>(narrower, { visibility: 'public' }),",
      put: "visibility: 'public' as const,",
      why: 'a compaction is for those whom all its inputs are for',
    },
    'compaction-audience',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: '(is_summary || inputs.some(({ flags }) => flags.synthesized))',
      put: 'inputs.some(({ flags }) => flags.synthesized)',
      why: 'a summary is nothing that was established',
    },
    'compaction-established',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: 'madeFrom: partsOf(inputs),',
      put: '',
      why: 'a compaction is told to whoever is told the kinds of its inputs',
    },
    'compaction-kind',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/compaction.ts',
      remove: 'const told = ordered.filter(({ handle }) => open.has(handle));',
      put: 'const told = open.size > 0 ? ordered : [];',
      why: 'only allowed inputs are told',
    },
    'compaction-left-out',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);',
      put: '',
      why: 'what is locked is looked for as it is written',
    },
    'compaction-purpose',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: '(is_summary || inputs.some(({ flags }) => flags.synthesized))',
      put: 'is_summary',
      why: 'a compaction keeps the tag of its inputs',
    },
    'compaction-washed',
  ),
];
