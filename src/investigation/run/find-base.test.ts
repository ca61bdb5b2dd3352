// Where changes begin: as named by a person, the ledger or a CI system, else the main branch.

import { expect, test } from 'vitest';
import type { GitReader } from '../../tools/index.ts';
import { type BaseOptions, findBase } from './find-base.ts';

const [first, fork, head, elsewhere] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];
/** A line of three commits, and a branch `next` that forked at the second. */
const line = [first, fork, head];
const names: Readonly<Record<string, string>> = { first, main: fork, 'origin/next': elsewhere, HEAD: head };

const git = {
  resolveRevision: (text: string) => names[text] ?? (/^[a-d]{40}$/.test(text) ? text : null),
  isAncestor: ({ commit, later }: { commit: string; later: string }) =>
    line.includes(commit) && line.indexOf(commit) <= line.indexOf(later),
  mergeBase: (_head: string, other?: string) => (other === elsewhere ? fork : (other ?? first)),
} as GitReader;

test.each<[string, Omit<BaseOptions, 'environment'> & { readonly variables?: object }, object]>([
  [
    'the word of a person',
    { good: 'main', lastGreen: first },
    { commit: fork, isGreen: true, source: 'good' },
  ],
  ['the present commit, if a person says so', { good: 'HEAD' }, { commit: head, source: 'good' }],
  ['the last green report', { lastGreen: fork }, { commit: fork, isGreen: true, source: 'ledger' }],
  ['the main branch where the ledger is of another line', { lastGreen: elsewhere }, { source: 'merge-base' }],
  [
    'the last build that succeeded',
    { variables: { GIT_PREVIOUS_SUCCESSFUL_COMMIT: fork } },
    { commit: fork, isGreen: true, source: 'ci' },
  ],
  [
    'the commit that whoever runs it names',
    { variables: { PENUMBRA_BASE: fork, GIT_PREVIOUS_SUCCESSFUL_COMMIT: first } },
    { commit: fork, isGreen: false, source: 'ci' },
  ],
  [
    'where the work left a branch that has moved on',
    { variables: { GITHUB_BASE_REF: 'next' } },
    { commit: fork, isGreen: false, source: 'ci' },
  ],
  [
    'the main branch where a new branch has no commit before',
    { variables: { CI_COMMIT_BEFORE_SHA: '0'.repeat(40) } },
    { commit: first, isGreen: false, source: 'merge-base' },
  ],
  ['the main branch where nothing is told', {}, { commit: first, isGreen: false, source: 'merge-base' }],
])('changes begin at %s', (_, { variables = {}, ...options }, expected) => {
  expect(findBase(git, head, { ...options, environment: { ...variables } })).toMatchObject(expected);
});

test.each(['nowhere', elsewhere])('a person is told that %s cannot be the base', (good) => {
  expect(() => findBase(git, head, { good, environment: {} })).toThrow(/not (?:a revision|an ancestor)/);
});
