/** A green state is found wherever there is one, on histories made of numbered pieces. */
import { describe, expect, test } from 'vitest';
import { type History, prove, redIf, tenCommits, told } from '../../../test/support/sample-history.ts';

describe('the search for green', () => {
  test('finds an uncommitted piece although old states fail as well, and the ranking points there', async () => {
    const { guilty } = await prove({
      history: { ...tenCommits, dirty: ['g.ts#1', 'g.ts#2'] },
      likely: ['f2.ts#1', 'f3.ts#1'],
      observe: (pieces) => redIf(pieces.includes('g.ts#2') || !pieces.includes('f6.ts#1')),
    });
    expect(guilty).toEqual(['g.ts#2']);
  });

  test('finds green before states that cannot be built', async () => {
    const { guilty, notes } = await prove({
      history: tenCommits,
      observe: (pieces) =>
        pieces.includes('f6.ts#1') ? redIf(pieces.includes('f8.ts#1')) : { kind: 'broken', ends: [] },
    });
    expect(guilty).toEqual(['f8.ts#1']);
    expect(notes).toContain('one older state could not be judged');
  });

  test('brings a test of today to states that do not have it', async () => {
    const { outcome, guilty, notes } = await prove({
      history: { commits: [['a.ts#1'], ['a.ts#2'], ['a.ts#3'], ['a.test.ts#1']] },
      observe: (pieces) =>
        pieces.includes('a.test.ts#1') ? redIf(pieces.includes('a.ts#3')) : told('absent'),
      testPaths: ['a.test.ts'],
    });
    expect({ outcome, guilty, notes }).toEqual({
      outcome: 'proven',
      guilty: ['a.ts#3'],
      notes: ['the tests of today were run on the older states'],
    });
  });

  test('blames the test where only its own change turns it red', async () => {
    const { guilty } = await prove({
      history: {
        commits: [
          ['a.ts#1', 'a.test.ts#1'],
          ['a.ts#2', 'a.test.ts#2'],
        ],
      },
      observe: (pieces) => redIf(pieces.includes('a.test.ts#2')),
      testPaths: ['a.test.ts'],
    });
    expect(guilty).toEqual(['a.test.ts#2']);
  });

  test.each([1, 2, 5, 8])(
    'blames the test also where it is young and was broken in commit %d',
    async (broken) => {
      const commits = tenCommits.commits.map((pieces, commit) => [
        ...pieces,
        ...(commit === 0 ? ['a.test.ts#new'] : commit === broken ? ['a.test.ts#wrong'] : []),
      ]);
      const { guilty } = await prove({
        history: { commits: [...Array.from({ length: 30 }, (_, age) => [`old${age}.ts#1`]), ...commits] },
        likely: ['old9.ts#1'],
        testPaths: ['a.test.ts'],
        observe: (pieces) =>
          pieces.includes('a.test.ts#new') ? redIf(pieces.includes('a.test.ts#wrong')) : told('absent'),
      });
      expect(guilty).toEqual(['a.test.ts#wrong']);
    },
  );

  test('does not pass over the commit before HEAD, where old states fail for reasons of their own', async () => {
    const { guilty } = await prove({
      history: tenCommits,
      likely: ['f2.ts#1'],
      observe: (pieces) => redIf(pieces.includes('f9.ts#2') || !pieces.includes('f6.ts#1')),
    });
    expect(guilty).toEqual(['f9.ts#2']);
  });

  test('looks on where a revision that is said to be good is red, or the oldest one', async () => {
    const observe = (pieces: readonly string[]) => redIf(pieces.includes('f5.ts#2'));
    const isRed = await prove({ history: tenCommits, observe, good: ['c7'], isBisection: true });
    expect(isRed.range).toEqual({ green: 'c4', red: 'c5' });
    const old: History = { commits: [['f5.ts#2'], ['a.ts#1'], ['b.ts#1']] };
    const isOldest = await prove({
      history: { ...old, dirty: ['f9.ts#1'] },
      observe: (pieces) => redIf(pieces.includes('f9.ts#1')),
      good: ['c0'],
    });
    expect(isOldest.guilty).toEqual(['f9.ts#1']);
  });
});
