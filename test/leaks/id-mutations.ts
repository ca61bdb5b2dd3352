// What stops attacks by computing.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const idMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/oracle/working-set/shape-items.ts',
      remove: 'const told = orderByText(locked);',
      put: 'const told = locked;',
      why: 'locked items stand in the order of what is shown of them',
    },
    'two-worlds',
  ),
  ...without(
    {
      file: 'src/oracle/working-set/shape-items.ts',
      remove: 'items: orderByKind([...open, ...named], ordering)',
      put: `items: orderByKind(
      [...open, ...named].sort((a, b) => compareCodePoints(a.candidate.handle, b.candidate.handle)),
      ordering,
    )`,
      why: 'locked items stand behind the open ones',
    },
    'two-worlds',
  ),
  ...without(
    {
      file: 'src/oracle/working-set/shape-items.ts',
      remove: 'handle: ordinals.get(candidate.handle) as string',
      put: 'handle: candidate.handle',
      why: 'locked items have ordinals in place of handles',
    },
    'two-worlds',
    'guessing',
  ),
  ...without(
    {
      file: 'src/oracle/working-set/locked-guard.ts',
      remove: 'ids: [handle, ...shortIds],',
      put: 'ids: shortIds,',
      why: 'the handle of a locked item is a token',
    },
    'handle-quoted',
  ),
  ...without(
    {
      file: 'src/oracle/working-set/locked-guard.ts',
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
];
