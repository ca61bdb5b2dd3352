// What stops attacks by splitting.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const splitMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'append(isKey ? keys : values, task, piece, number);',
      put: 'if (isKey) append(keys, task, piece, number);',
      why: 'values are read as one run',
    },
    'split-fields',
    'split-nested',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'append(isKey ? keys : values, task, piece, number);',
      put: 'if (!isKey) append(values, task, piece, number);',
      why: 'keys are read as one run',
    },
    'split-far-keys',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: `append(isKey ? keys : values, task, piece, number);
        appendMember(members, task, piece, number, isKey);`,
      put: `append(isKey ? keys : values, task, piece, number);
        appendBarrier(isKey ? keys : values);
        appendMember(members, task, piece, number, isKey);
        appendBarrier(members);`,
      why: 'texts are read as one run',
    },
    'split-items',
    'split-letters',
    'split-keys',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'appendMember(members, task, piece, number, isKey);',
      put: '',
      why: 'keys and values are read as one run',
    },
    'split-key',
    'split-next-key',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'appendTail(stream, values, reach);',
      put: '',
      why: 'the end of a long value is read with the key behind it',
    },
    'split-long-value',
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
      file: 'src/disclosure/oracle/working-set/build-working-set.ts',
      remove: 'return alone.length > 0 ? alone : findTellingTogether(kept, guard, readers);',
      put: 'return alone;',
      why: 'the oracle looks at the items side by side before the lens does',
    },
    'stopped-work',
  ),
];
