// The history as a frame: one log per commit, whatever the log holds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from '../../kernel/index.ts';
import { createMemoryStore, currentFrames, defineFrameTypes, type Ledger } from '../../ledger/index.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { CommitHistory } from './change-history.ts';
import { contextTypes } from './create-producers.ts';
import { decodeHistory, encodeHistory, historyType, produceHistory } from './produce-history.ts';
import { producerLimits } from './producer.ts';

const commit = (digit: string) => digit.repeat(40);
const revision = commit('c');

/** A log as git prints it: a commit, then its files. */
function log(...commits: readonly (readonly [string, ...string[]])[]): Uint8Array {
  const texts = commits.map(([digit, ...fields]) => `\u0001${commit(digit)}\0\n${fields.join('\0')}\0`);
  return Buffer.from(texts.join(''));
}

function newLedger(): Ledger {
  return { store: createMemoryStore(), types: defineFrameTypes(...contextTypes), clock: createFakeClock() };
}

const three = log(
  ['c', 'M', 'a.ts', 'A', 'größe\n.ts'],
  ['b', 'R100', 'old.ts', 'a.ts'],
  ['a', 'A', 'old.ts'],
);
const threeCommits: CommitHistory['commits'] = [
  {
    commit: commit('c'),
    age: 0,
    files: [
      { kind: 'modified', path: 'a.ts' },
      { kind: 'added', path: 'größe\n.ts' },
    ],
  },
  { commit: commit('b'), age: 1, files: [{ kind: 'renamed', path: 'a.ts', from: 'old.ts' }] },
  { commit: commit('a'), age: 2, files: [{ kind: 'added', path: 'old.ts' }] },
];
const never = () => expect.fail('git was asked');

const full = 'full' as const;

test('git is asked once for a commit and a depth', async () => {
  const ledger = newLedger();
  const made = await produceHistory(ledger, { revision, depth: full, log: async () => three });
  const kept = await produceHistory(ledger, { revision, depth: full, log: never });
  expect(made).toEqual({ commits: threeCommits });
  expect(kept).toEqual(made);
});

test.each([
  ['commit', { revision: commit('d'), depth: full }],
  ['depth', { revision, depth: 'shallow' as const }],
])('another %s is another history', async (_, input) => {
  const ledger = newLedger();
  await produceHistory(ledger, { revision, depth: full, log: () => three });
  const other = await produceHistory(ledger, { ...input, log: () => log(['d', 'M', 'b.ts']) });
  expect(other).toEqual({
    commits: [{ commit: commit('d'), age: 0, files: [{ kind: 'modified', path: 'b.ts' }] }],
  });
});

test('a log without end is read up to its last whole path', async () => {
  const endless = Buffer.alloc(producerLimits.logBytes + 1, 'x');
  endless.set(log(['c', 'M', 'a.ts'], ['b', 'M', 'b.ts', 'M', 'cut']).subarray(0, -1));
  const history = await produceHistory(newLedger(), { revision, depth: full, log: () => endless });
  expect(history?.commits.map(({ files }) => files.map(({ path }) => path))).toEqual([['a.ts'], ['b.ts']]);
});

test('the frame is about the root, by `history`, and rests on the commit', async () => {
  const ledger = newLedger();
  await produceHistory(ledger, { revision, depth: full, log: () => three });
  const [head] = await currentFrames(ledger, { kind: 'node', id: '.' });
  expect(head).toMatchObject({ type: 'history', frame: { agent: 'history' } });
  expect(head?.basis).toEqual({
    inputs: [{ external: { name: 'git-revision', value: `${revision} full` } }],
    producer: { name: 'history', version: '3' },
  });
});

test.each<[string, Uint8Array | null, CommitHistory | null]>([
  ['cannot tell', null, null],
  ['says nothing', new Uint8Array(0), { commits: [] }],
  ['speaks of something else', Buffer.from('fatal: not a repository'), { commits: [] }],
])('where git %s nothing is kept', async (_, output, expected) => {
  const ledger = newLedger();
  expect(await produceHistory(ledger, { revision, depth: full, log: () => output })).toEqual(expected);
  expect(await ledger.store.statistics()).toMatchObject({ entries: 0 });
  const later = await produceHistory(ledger, { revision, depth: full, log: () => three });
  expect(later?.commits).toHaveLength(3);
});

test('whatever git prints, what was made of it is what is read back', async () => {
  const field = fc.oneof(
    fc.constantFrom(
      `\u0001${commit('a')}`,
      `\u0001${commit('b')}`,
      '\u0001',
      'M',
      'A',
      'D',
      'R100',
      'C9',
      '\n',
      '',
    ),
    fc.string({ unit: 'binary' }),
  );
  const text = fc.array(field, { maxLength: 20 }).map((fields) => Buffer.from(fields.join('\0')));
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, fc.uint8Array({ maxLength: 200 })), async (output) => {
      const ledger = newLedger();
      const made = await produceHistory(ledger, { revision, depth: full, log: () => output });
      const log = made?.commits.length === 0 ? () => output : never;
      expect(await produceHistory(ledger, { revision, depth: full, log })).toEqual(made);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['a branch', { revision: 'main', depth: full }],
  ['an option', { revision: '--all', depth: full }],
  ['a short id', { revision: 'abc1234', depth: full }],
])('%s is refused', async (_, input) => {
  await expect(produceHistory(newLedger(), { ...input, log: never })).rejects.toMatchObject({
    code: 'usage',
  });
});

const line = `${commit('a')} 0 M0`;
test.each<[string, unknown, boolean, boolean]>([
  ['a history', { changes: line, paths: ['a'] }, true, true],
  ['an empty history', { changes: '', paths: [] }, true, true],
  ['null', null, false, false],
  ['paths that are numbers', { changes: line, paths: [1] }, false, false],
  ['a path that is not in the table', { changes: `${line} M1`, paths: ['a'] }, true, false],
  ['a former path that is not in the table', { changes: `${line} R1>0`, paths: ['a'] }, true, false],
  ['a rename', { changes: `${line} R1>0`, paths: ['a', 'b'] }, true, true],
  ['a change of an unknown kind', { changes: `${commit('a')} 0 X0`, paths: ['a'] }, true, false],
  ['a change of no path', { changes: `${commit('a')} 0`, paths: ['a'] }, true, false],
  ['a change that is none', { changes: 'x', paths: ['a'] }, true, false],
])('a content of %s fits its type or not', (_, content, fits, isReadable) => {
  const value = JSON.parse(JSON.stringify(content));
  expect(historyType.check?.(value) === null).toBe(fits);
  expect(decodeHistory(Buffer.from(canonicalText(value))) !== undefined).toBe(isReadable);
});

test('a path is written once, however often it changed', () => {
  const files = [{ kind: 'modified', path: 'a/long/path.ts' }] as const;
  const commits = threeCommits.map((one) => ({ ...one, files }));
  expect(encodeHistory({ commits }).split('a/long/path.ts')).toHaveLength(2);
});
