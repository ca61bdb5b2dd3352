// What stops attacks by quoting.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const quotationMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'payload: rename(told.payload),',
      put: 'payload: told.payload,',
      why: 'a payload names what the pack hands out',
    },
    'quoted-frame',
    'quoted-rule',
    'quoted-number',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'event_ids: rename(event_ids) as readonly string[],',
      put: 'event_ids,',
      why: 'events name what the pack hands out',
    },
    'quoted-event',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'const directives = names.rename(workingSet.directives as CanonicalValue) as Directives;',
      put: 'const { directives } = workingSet;',
      why: 'directives name what the pack hands out',
    },
    'quoted-order',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/compile-prompt-pack.ts',
      remove: 'requireNamed(pack, disclosed);',
      put: '',
      why: 'scope and pins name what the pack hands out',
    },
    'quoted-scope',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/find-citations.ts',
      remove: 'UNTOLD.test(text) || !isQuoted(written)',
      put: '!isQuoted(written)',
      why: 'what stands for something untold cannot be cited',
    },
    'quoted-frame',
  ),
];
