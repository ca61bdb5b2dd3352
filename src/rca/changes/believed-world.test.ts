// How changes touch failing tests: untouched, tweaked, rewritten or new.
import { expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk } from '../../../test/support/sample-view.ts';
import type { ChangedFile, ChangeHunk } from '../../context/index.ts';
import type { TestPast } from '../case/case-record.ts';
import { type FeatureName, type FeatureValues, FULL, featureNames } from '../ranking/evidence-features.ts';
import {
  type BelievedWorld,
  believeWorld,
  readTestStatus,
  type TestSpan,
  type TestStatus,
} from './believed-world.ts';
import { noChanges } from './change-index.ts';

const path = 'test/cart.test.js';
const span: TestSpan = { path, startLine: 10, endLine: 14 };
const edited = (...hunks: readonly ChangeHunk[]) => changedFile(path, { hunks });
const added = changedFile(path, {
  kind: 'added',
  hunks: [
    hunk(
      1,
      [],
      Array.from({ length: 30 }, () => 'x'),
    ),
  ],
});
const elsewhere = changedFile('lib/cart.js', { hunks: [hunk(10, ['a'], ['b'])] });

async function check(changes: readonly (readonly ChangedFile[])[], expected: TestStatus, spans = [span]) {
  expect(readTestStatus(spans, await changesOf(commits(...changes)))).toEqual(expected);
}

const untouched: TestStatus = { state: 'unchanged', position: null };

test.each<[string, readonly (readonly ChangedFile[])[], TestStatus]>([
  ['nothing changed', [], untouched],
  ['another file changed', [[elsewhere]], untouched],
  ['lines above and below it changed', [[edited(hunk(9, ['a'], ['b']), hunk(15, ['a'], ['b']))]], untouched],
  [
    'an expected number changed',
    [[elsewhere], [edited(hunk(12, ['  expect(x).toBe(490);'], ['  expect(x).toBe(0);']))]],
    { state: 'tweaked', position: 1 },
  ],
  [
    'the sign of an expected number changed',
    [[edited(hunk(12, ['  { "1.2", "1.5", -1 },'], ['  { "1.2", "1.5", 1 },']))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'an expected text changed',
    [[edited(hunk(12, ["  equal(x, 'a b');"], ["  equal(x, 'a c');"]))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'two values changed',
    [[edited(hunk(12, ['  equal(1, 2);'], ['  equal(3, 4);']))]],
    { state: 'rewritten', position: 0 },
  ],
  ['a line was added within', [[edited(hunk(12, [], ['  more();']))]], { state: 'rewritten', position: 0 }],
  ['its file was added', [[elsewhere], [added]], { state: 'new', position: 1 }],
  [
    'it was added to its file',
    [[edited(hunk(10, [], ["it('x', () => {", '  a();', '  b();', '  c();', '});']))]],
    { state: 'new', position: 0 },
  ],
  [
    'its first line was edited',
    [[edited(hunk(10, ["it('old', () => {"], ["it('x', () => {"]))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'the newest change that touched it counts',
    [[edited(hunk(12, ['  equal(1);'], ['  equal(2);']))], [added]],
    { state: 'tweaked', position: 0 },
  ],
])('%s', async (_, changes, expected) => {
  await check(changes, expected);
});

test('without tests nothing is known, and of a test without lines all of its file may be its own', async () => {
  await check([[added]], { state: 'unknown', position: null }, []);
  await check([[edited(hunk(12, ['a'], ['b']))]], { state: 'tweaked', position: 0 }, [{ path }]);
  await check([[added]], { state: 'new', position: 0 }, [{ path }]);
});

test('one test that was not touched has passed before, whatever became of the others', async () => {
  const other = { path: 'test/other.test.js', startLine: 1, endLine: 2 };
  await check([[added]], untouched, [span, other]);
});

test('of several that are new the oldest change counts, for it can only have broken what is newer', async () => {
  const other = 'test/other.test.js';
  const newer = changedFile(other, { kind: 'added' });
  await check([[newer], [added]], { state: 'new', position: 1 }, [span, { path: other }]);
});

type Features = Partial<Record<FeatureName, number>>;

const fileOf = (features: Features) => ({
  features: Object.fromEntries(featureNames.map((name) => [name, features[name] ?? 0])) as FeatureValues,
});
const near = { changed: FULL, reached: FULL };
const far = { changed: FULL };
const itself = { changed: FULL, reached: FULL, changedTest: FULL, testSide: FULL };

async function believe(
  state: TestStatus['state'],
  files: readonly Features[],
  past?: TestPast,
): Promise<BelievedWorld> {
  const testStatus = { state, position: state === 'unchanged' || state === 'unknown' ? null : 0 };
  const changes = await changesOf(commits([changedFile('lib/a.js')]));
  const believed = believeWorld({ candidates: files.map(fileOf), testStatus, changes, past });
  expect(believed.reason).not.toBe('');
  return believed;
}

test.each<[string, TestStatus['state'], readonly Features[], BelievedWorld['world']]>([
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
  const testStatus = { state: 'unchanged', position: null } as const;
  expect(believeWorld({ candidates: [fileOf(near)], testStatus, changes: noChanges }).world).toBe('unknown');
});

test('the reason counts the changed files within reach', async () => {
  expect((await believe('unchanged', [near])).reason).toContain('one changed file');
  expect((await believe('unchanged', [near, near, far])).reason).toContain('2 changed files');
});
