// What stops attacks by spelling.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const spellingMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);',
      put: '',
      why: 'what is locked is looked for as it is written',
    },
    'plain',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: `append(isKey ? keys : values, task, piece, number);
        appendMember(members, task, piece, number, isKey);`,
      put: 'if (!isKey) append(values, task, piece, number);',
      why: 'keys are read, too',
    },
    'key',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/walk-texts.ts',
      remove: 'if (Array.isArray(value)) walkList(value, options, visit, trail);',
      put: 'if (Array.isArray(value)) return;',
      why: 'a value is read to its depth',
    },
    'nested',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'const isBounded = piece.characters < WHOLE_TOKEN_CHARACTERS;',
      put: 'const isBounded = stream.length < 16;',
      why: 'a long token is found inside of words',
    },
    'longer-word',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/fold-character.ts',
      remove: 'text = text.toLowerCase().toUpperCase().toLowerCase();',
      put: '',
      why: 'cases are one',
    },
    'mixed-case',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/fold-character.ts',
      remove: "return String.fromCodePoint(codePoint).normalize('NFKD');",
      put: 'return String.fromCodePoint(codePoint);',
      why: 'compatible forms are one, and letters stand without their marks',
    },
    'enclosed',
    'accents',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/normalize-text.ts',
      remove: '    appendFolded(piece, fold(codePoint));',
      put: '    if (codePoint < ASCII) appendFolded(piece, fold(codePoint));\n    else piece.units[piece.length++] = codePoint & 0xffff;',
      why: 'marks and what cannot be seen are passed over',
    },
    'marks',
    'zero-width',
    'soft-hyphen',
    'direction',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/confusables.ts',
      remove: 'for (const alike of alikes) table.set(codeOf(alike), misreadOf(plain));',
      put: 'if (alikes === plain) table.clear();',
      why: 'letters that look alike are one',
    },
    'cyrillic',
    'greek',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/fold-character.ts',
      remove: 'return kinds.separator;',
      put: 'return kinds.letter;',
      why: 'what parts letters is passed over',
    },
    'spaces',
    'dots',
    'lines',
    'dashes',
    'emoji',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: "(token) => [[...token].reverse().join('')],",
      put: '',
      why: 'a token is looked for backwards',
    },
    'backwards',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: '(token) => [token.replace(/[a-z]/gi, rotate)],',
      put: '',
      why: 'a token is looked for in ROT13',
    },
    'rotated',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'for (let index = 0; index < text.length; ) {',
      put: 'for (let index = 0; index < 1; ) {',
      why: 'a text is read to its end',
    },
    'long-text',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/compile-guard.ts',
      remove: '[AS_IT_IS, ...shownReadings(undone)]',
      put: '[]',
      why: 'a text is read by its looks, too',
    },
    'look-alike',
    'look-alike-capital',
    'look-alike-digit',
    'look-alike-sign',
    'all-look-alikes',
    'letter-for-punctuation',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const [token, owner] of owners) addShapes(',
      put: 'for (const [token, owner] of [...owners].slice(0, 0)) addShapes(',
      why: 'a token is looked for by its looks, too',
    },
    'look-alike-foreign',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/confusables.ts',
      remove: 'y 413\nλ 41b\nπ 41f 43f\n',
      put: '',
      why: 'letters that are not plain have look-alikes, too',
    },
    'look-alike-letter',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/confusables.ts',
      remove: "  л: 'ᴫ',\n",
      put: '',
      why: 'small capitals are their letters',
    },
    'small-capitals',
  ),
];
