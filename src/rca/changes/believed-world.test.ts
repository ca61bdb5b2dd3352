// Which world a red run is in, and that it says why.

import { expect, test } from 'vitest';
import { changedFile, changesOf, commits } from '../../../test/support/sample-view.ts';
import type { TestPast } from '../case/case-record.ts';
import { type FeatureName, type FeatureValues, FULL, featureNames } from '../ranking/evidence-features.ts';
import { type BelievedWorld, believeWorld } from './believed-world.ts';
import { noChanges } from './change-index.ts';
import type { TestChanges } from './test-changes.ts';

type Features = Partial<Record<FeatureName, number>>;

const fileOf = (features: Features) => ({
  features: Object.fromEntries(featureNames.map((name) => [name, features[name] ?? 0])) as FeatureValues,
});
const near = { changed: FULL, reached: FULL };
const far = { changed: FULL };
const itself = { changed: FULL, reached: FULL, changedTest: FULL, testSide: FULL };

async function believe(
  state: TestChanges['state'],
  files: readonly Features[],
  past?: TestPast,
): Promise<BelievedWorld> {
  const standing = { state, position: state === 'unchanged' || state === 'unknown' ? null : 0 };
  const changes = await changesOf(commits([changedFile('lib/a.js')]));
  const believed = believeWorld({ candidates: files.map(fileOf), standing, changes, past });
  expect(believed.reason).not.toBe('');
  return believed;
}

test.each<[string, TestChanges['state'], readonly Features[], BelievedWorld['world']]>([
  ['an old test reaches what changed', 'unchanged', [near, {}], 'change'],
  ['an old test reaches nothing that changed, but something did', 'unchanged', [far], 'change'],
  ['an old test, and of what changed only its own file', 'unchanged', [itself], 'unknown'],
  ['an old test, and nothing live changed', 'unchanged', [{}, { reached: FULL }], 'unknown'],
  ['a new test reaches code that changed with it', 'new', [near, itself], 'change'],
  [
    'a new test, and what came with it is of the tests',
    'new',
    [itself, { ...near, testSide: FULL }],
    'latent',
  ],
  ['a rewritten test reaches code that changed with it', 'rewritten', [itself, near], 'change'],
  [
    'a rewritten test, and what it reaches changed before it',
    'rewritten',
    [itself, { ...near, changeBeforeTest: FULL }],
    'latent',
  ],
  ['a new test, and nothing else changed', 'new', [itself], 'latent'],
  ['a new test, and what changed is out of its reach', 'new', [itself, far], 'latent'],
  ['a test whose value was changed, and nothing else', 'tweaked', [itself], 'change'],
  ['no test was found, and something within reach changed', 'unknown', [near], 'change'],
])('%s', async (_, state, files, world) => {
  expect((await believe(state, files)).world).toBe(world);
});

test.each<[string, TestPast, readonly Features[], BelievedWorld['world']]>([
  ['failed before met an old fault, whatever changed', 'failed', [near], 'latent'],
  ['passed before was broken by a change, though it was rewritten', 'passed', [itself], 'change'],
  ['passed before where nothing changed was broken by nothing that is seen', 'passed', [{}], 'latent'],
  ['did both is judged by what changed', 'both', [itself], 'latent'],
])('a test that %s', async (_, past, files, world) => {
  expect((await believe('rewritten', files, past)).world).toBe(world);
});

test('without a history nothing is believed', () => {
  const standing = { state: 'unchanged', position: null } as const;
  expect(believeWorld({ candidates: [fileOf(near)], standing, changes: noChanges }).world).toBe('unknown');
});

test('the reason counts the changed files within reach', async () => {
  expect((await believe('unchanged', [near])).reason).toContain('one changed file');
  expect((await believe('unchanged', [near, near, far])).reason).toContain('2 changed files');
});
