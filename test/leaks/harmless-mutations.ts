// What keeps harmless texts from being blocked, and what keeps that from telling anything.

import type { Mutation } from '../support/red-team/mutation.ts';

const TOKENS = 'src/disclosure/guard/locked-tokens.ts';
const ENTRY = 'src/disclosure/guard/guard-entry.ts';
const LOCKED_GUARD = 'src/disclosure/oracle/working-set/locked-guard.ts';

/** The checks and the attacks that would succeed without them. */
export const harmlessMutations: readonly Mutation[] = [
  {
    attack: 'silenced-word',
    file: TOKENS,
    remove: 'ONE_WORD.test(token) && !named.has(token)',
    put: "token === '' && !named.has(token)",
    why: 'a common word that nobody named is a word by itself',
  },
  {
    attack: 'word-named',
    file: TOKENS,
    remove: 'ONE_WORD.test(token) && !named.has(token)',
    put: 'ONE_WORD.test(token)',
    why: 'a word that is named is found inside of others',
  },
  {
    attack: 'silenced-sign',
    file: ENTRY,
    remove: 'visible.match(/[\\p{L}\\p{N}]/gu)?.length === 1',
    put: 'visible.match(/[\\p{L}\\p{N}]/gu)?.length === 0',
    why: 'a letter with a sign is read with its sign',
  },
  {
    attack: 'sign-told',
    file: ENTRY,
    remove: "addSymbols(symbols, token.replace(/\\s/g, ''), owner, demands.loose)",
    put: 'owner < 0',
    why: 'a letter with a sign is looked for among the signs',
  },
  {
    attack: 'silenced-cited',
    file: LOCKED_GUARD,
    remove: '!openIds.isOne(token) && !isSaid(token)',
    put: '!isSaid(token)',
    why: 'the handle of something open is no token',
  },
  {
    attack: 'cited-rest',
    file: ENTRY,
    remove: 'rest.flatMap((part) => part.split(text))',
    put: 'rest.filter((part) => !part.includes(text))',
    why: 'what stands beside a cited handle is looked for in parts',
  },
  {
    attack: 'silenced-gist',
    file: LOCKED_GUARD,
    remove: '!openIds.isOne(token) && !isSaid(token)',
    put: '!openIds.isOne(token)',
    why: 'what a gist for everyone says is no token',
  },
  {
    attack: 'gist-named',
    file: LOCKED_GUARD,
    remove: "precise.length > 0 || visibility !== 'public'",
    put: "visibility !== 'public'",
    why: 'a leaf that is named is a token whatever the gist says',
  },
  {
    attack: 'gist-for-few',
    file: LOCKED_GUARD,
    remove: "precise.length > 0 || visibility !== 'public'",
    put: 'precise.length > 0',
    why: 'a gist for a few opens its words to nobody else',
  },
];
