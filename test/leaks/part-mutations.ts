// What stops attacks by quoting in part.

import { type Mutation, without } from '../support/red-team/mutation.ts';

const file = 'src/disclosure/guard/token-parts.ts';

/** The checks and the attacks that would succeed without them. */
export const partMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove:
        'for (const part of withoutQuotes(token, entries[owner]?.quoted)) addParts(letters, part, owner);',
      put: 'owner.toFixed();',
      why: 'a long token is looked for in parts',
    },
    'part-body',
  ),
  ...without(
    {
      file,
      remove: 'return changes >= KEY_CHANGES ? KEY_UNITS : 0;',
      put: 'return 0;',
      why: 'letters and digits in turn are a key',
    },
    'part-key',
  ),
  ...without(
    { file, remove: 'return WORD_UNITS;', put: 'return 0;', why: 'a very long word is a key' },
    'part-word',
  ),
  ...without(
    {
      file,
      remove: '(words >= RUN_WORDS && length >= RUN_UNITS)',
      put: 'false',
      why: 'a run of words is a quote',
    },
    'part-prose',
  ),
  ...without(
    {
      file,
      remove: 'words >= MOST_RUN_WORDS || ',
      put: '',
      why: 'a script without blanks has runs, too',
    },
    'part-unspaced',
  ),
  ...without(
    {
      file,
      remove: 'visitPlaces(settled, visit);',
      put: '',
      why: 'a long text is taken apart to its end',
    },
    'part-far',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/normalize-text.ts',
      remove: '(added & EDGE_BEFORE) !== 0 ? kinds.separator : piece.previous',
      put: 'piece.previous',
      why: 'a character of a script without blanks is a word behind a digit, too',
    },
    'part-unspaced-mixed',
  ),
];
