// What stops attacks by splitting.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const splitMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'if (!text.isKey) append(values, task, piece, units);',
      put: '',
      why: 'values are read as one run',
    },
    'split-fields',
    'split-nested',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: `if (!text.isKey) append(values, task, piece, units);
    appendEnds(members, task, piece, text, reach);`,
      put: `if (!text.isKey) append(values, task, piece, units);
    appendBarrier(values);
    appendEnds(members, task, piece, text, reach);
    appendBarrier(members);`,
      why: 'texts are read as one run',
    },
    'split-items',
    'split-letters',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'appendEnds(members, task, piece, text, reach);',
      put: '',
      why: 'keys and values are read as one run',
    },
    'split-key',
    'split-keys',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/compile-guard.ts',
      remove: 'scanAdjacent: (parts, options = {}) => scanParts(targets, parts, options),',
      put: 'scanAdjacent: (parts, options = {}) => parts.flatMap((part) => scanParts(targets, [part], options)),',
      why: 'blocks are read as one run',
    },
    'split-facts',
    'split-by-kind',
    'split-channels',
    'split-scene',
    'split-gists',
  ),
  ...without(
    {
      file: 'src/oracle/working-set/build-working-set.ts',
      remove: 'return alone.length > 0 ? alone : findTellingTogether(kept, guard, readers);',
      put: 'return alone;',
      why: 'the oracle looks at the items side by side before the lens does',
    },
    'stopped-work',
  ),
];
