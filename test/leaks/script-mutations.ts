// What stops attacks in other scripts.

import { type Mutation, without } from '../support/red-team/mutation.ts';

const file = 'src/disclosure/guard/fold-character.ts';

/** The checks and the attacks that would succeed without them. */
export const scriptMutations: readonly Mutation[] = [
  ...without(
    {
      file,
      remove: 'const unspaced: ScriptRule = { mark: EDGE_BEFORE, endsWord: true,',
      put: 'const unspaced: ScriptRule = { mark: 0, endsWord: false,',
      why: 'scripts without blanks have no edges to ask for',
    },
    'han',
    'kana',
    'thai',
    'lao',
    'khmer',
    'myanmar',
  ),
  ...without(
    {
      file,
      remove: 'const unspaced: ScriptRule = { mark: EDGE_BEFORE, endsWord: true,',
      put: 'const unspaced: ScriptRule = { mark: EDGE_BEFORE, endsWord: false,',
      why: 'whatever stands behind their letters begins a word',
    },
    'latin-amid-kana',
  ),
  ...without(
    {
      file,
      remove: '{ ...spacedSyllable, mark: EDGE_BEFORE }',
      put: 'spacedSyllable',
      why: 'a particle follows a Korean name',
    },
    'hangul-particle',
  ),
  ...without(
    {
      file,
      remove: '{ mark: MAY_BEGIN, endsWord: false, weight: CONSONANT_WEIGHT }',
      put: '{ mark: 0, endsWord: false, weight: CONSONANT_WEIGHT }',
      why: 'letters of a preposition stand before a name',
    },
    'hebrew-prefix',
    'arabic-prefix',
  ),
  ...without(
    {
      file,
      remove: '{ ...spacedSyllable, mark: MAY_BEGIN }',
      put: 'spacedSyllable',
      why: 'a preposition of one syllable stands before a name',
    },
    'ethiopic-prefix',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/fold-character.ts',
      remove: '|[\\u0640\\u07fa]',
      put: '',
      why: 'a stroke that draws a word out is passed over',
    },
    'drawn-out',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove: 'weight >= TELLING_WEIGHT;',
      put: 'characters * 2 >= TELLING_WEIGHT;',
      why: 'a few characters of some scripts are a name',
    },
    'han-short',
    'han-digit',
    'marked-vowels',
  ),
];
