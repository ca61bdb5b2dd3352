// What stops attacks by computing.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const idMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/shape-items.ts',
      remove: 'const told = orderByText(locked, handles);',
      put: 'const told = locked;',
      why: 'locked items stand in the order of what is shown of them',
    },
    'two-worlds',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/shape-items.ts',
      remove: 'items: orderByKind([...open, ...orderByText(partial, handles), ...named], ordering)',
      put: `items: orderByKind(
      [...open, ...partial, ...named].sort((a, b) => compareCodePoints(a.candidate.handle, b.candidate.handle)),
      ordering,
    )`,
      why: 'locked items stand behind the open ones',
    },
    'two-worlds',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/shape-items.ts',
      remove: 'handle: ordinals.get(candidate.handle) as string',
      put: 'handle: candidate.handle',
      why: 'locked items have ordinals in place of handles',
    },
    'two-worlds',
    'guessing',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/locked-guard.ts',
      remove: 'ids: [handle, ...shortIds],',
      put: 'ids: shortIds,',
      why: 'the handle of a locked item is a token',
    },
    'handle-quoted',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/locked-guard.ts',
      remove: 'ids: [handle, ...shortIds],',
      put: 'ids: [handle],',
      why: 'the short id of a locked item is a token',
    },
    'short-id-quoted',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'const SHORTENED_DIGITS = [12, 16];',
      put: 'const SHORTENED_DIGITS = [64];',
      why: 'the beginning of an id tells it as well',
    },
    'handle-shortened',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'isAll(view, workingSet) ? id : workingSetId(canonicalize(view));',
      put: 'isAll(view, workingSet) ? id : workingSetId(canonicalize(workingSet));',
      why: 'what is withheld does not enter the id of a working set',
    },
    'withheld-item',
    'withheld-field',
    'withheld-payload',
    'withheld-tier',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'every(isSame)',
      put: 'some(isSame)',
      why: 'only a view that has all there is has the id of the whole',
    },
    'withheld-item',
    'withheld-field',
    'withheld-payload',
    'withheld-tier',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'isPart: !isLocked && !isWhole(item, told),',
      put: 'isPart: false,',
      why: 'what is told in part has a number in place of its handle',
    },
    'withheld-field',
    'withheld-payload',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/pack-names.ts',
      remove: 'quoted.some((one) => isWithheld(one, known, { whole, rules }))',
      put: 'quoted.length < 0',
      why: 'what quotes something withheld has a number in place of its handle',
    },
    'withheld-quoted',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/pack-names.ts',
      remove: '(meant.startsWith(FRAME) || items.has(meant))',
      put: 'items.has(meant)',
      why: 'what is locked without a word is in no list, and what quotes it is a hash of it all the same',
    },
    'withheld-far',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'tiers: own.length === 0 ? {} : { [consumer]: Object.fromEntries(own) },',
      put: 'tiers,',
      why: 'what others know does not enter the id of a working set',
    },
    'withheld-tier',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/shape-items.ts',
      remove: '...orderByText(partial, handles),',
      put: '...partial,',
      why: 'what is told in part stands where its shown text puts it',
    },
    'withheld-field',
    'withheld-payload',
    'withheld-quoted',
  ),
];
