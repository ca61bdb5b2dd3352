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
      remove: 'return changes >= KEY_CHANGES ? length : 0;',
      put: 'return 0;',
      why: 'letters and digits in turn are a key',
    },
    'part-key',
  ),
  ...without(
    {
      file,
      remove: 'return lengthOf(start, WORD_CHARACTERS, (mark) => !isWordEdge(mark));',
      put: 'return 0 * start;',
      why: 'a very long word is a key',
    },
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
      remove: 'visitPlaces(settled, rules, visit);',
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
  ...without(
    {
      file,
      remove: 'for (const [key] of text.matchAll(GROUPED_KEY))',
      put: 'for (const [key] of [...text.matchAll(GROUPED_KEY)].slice(0, 0))',
      why: 'a key in groups is read as one',
    },
    'part-groups',
  ),
  ...without(
    {
      file,
      remove: 'if (isSecondUnit(mark)) continue;\n    left--;',
      put: 'left--;',
      why: 'characters are counted, however many units they have',
    },
    'part-broad',
  ),
];
