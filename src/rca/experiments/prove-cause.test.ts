/** Causes are proven on histories made of numbered pieces, and nothing innocent is called proven. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prove, redIf, spaceOf, tenCommits, told, unitOf } from '../../../test/support/sample-history.ts';
import type { ChangeUnit, TreeId } from './experiment.ts';
import { proveCause } from './prove-cause.ts';

describe('a proof', () => {
  test('finds an uncommitted piece', async () => {
    const { outcome, guilty, range } = await prove({
      history: { commits: [['a.ts#1']], dirty: ['a.ts#2', 'b.ts#1'] },
      observe: (pieces) => redIf(pieces.includes('b.ts#1')),
    });
    expect({ outcome, guilty, range }).toEqual({
      outcome: 'proven',
      guilty: ['b.ts#1'],
      range: { green: 'c0', red: null },
    });
  });

  test('takes few runs where the ranking is right, and finds it where the ranking is wrong', async () => {
    const observe = (pieces: readonly string[]) => redIf(pieces.includes('f5.ts#2'));
    const right = await prove({ history: tenCommits, observe, likely: ['f5.ts#2'] });
    const wrong = await prove({ history: tenCommits, observe, likely: ['f9.ts#1'] });
    expect([right.guilty, wrong.guilty]).toEqual([['f5.ts#2'], ['f5.ts#2']]);
    expect(right.runs).toBeLessThanOrEqual(10);
    expect(wrong.runs).toBeLessThanOrEqual(18);
  });

  test('goes by another test of the cause where the first passes alone', async () => {
    const { guilty } = await prove({
      history: tenCommits,
      standIns: [1, 2],
      observe: (pieces) => told('passed', 'absent', pieces.includes('f8.ts#1') ? 'failed' : 'passed'),
    });
    expect(guilty).toEqual(['f8.ts#1']);
  });

  test('goes by what was told before another test hung', async () => {
    const { guilty } = await prove({
      history: tenCommits,
      observe: (pieces) => {
        const end = pieces.includes('f8.ts#1') ? 'failed' : 'passed';
        return pieces.includes('f3.ts#1')
          ? { kind: 'timed-out', ends: [end, 'absent'] }
          : told(end, 'passed');
      },
    });
    expect(guilty).toEqual(['f8.ts#1']);
  });

  test('leaves an older, innocent change of the same line alone', async () => {
    // Each commit rewrote the one line, and the newest is wrong.
    const lines = ['return wrong', 'return better', 'return first', 'return nothing'];
    const unit = (before: string, after: string): ChangeUnit => ({
      ...unitOf('a.ts'),
      before: { start: 1, lines: [before] },
      after: { start: 1, lines: [after] },
    });
    const changes = (before: TreeId, after: TreeId) => (before === after ? [] : [unit(before, after)]);
    const result = await proveCause({
      space: {
        ...spaceOf({ commits: [] }),
        workTree: 'return wrong',
        history: () => lines.map((tree, index) => ({ commit: `c${index}`, tree })),
        carry: (tree) => tree,
        changes,
        changesAlong: (trees) =>
          trees.slice(1).map((before, newer) => changes(before, trees[newer] ?? before)),
        without: ({ before, after }, units) => (units.length > 0 ? before : after),
      },
      run: async (state) => redIf(state === 'return wrong'),
      focus: 0,
      testPaths: [],
      good: [],
      weightOf: () => 1,
    });
    expect(result.proven?.units.map(({ before }) => before.lines)).toEqual([['return better']]);
  });

  test('finds what is guilty in any history, and only that', async () => {
    const trials = fc.record({
      commits: fc.integer({ min: 2, max: 12 }),
      pieces: fc.integer({ min: 1, max: 6 }),
      guilty: fc.array(fc.nat(200), { minLength: 1, maxLength: 3 }),
      isAny: fc.boolean(),
      likely: fc.nat(200),
      seed: fc.nat(1_000),
    });
    await fc.assert(
      fc.asyncProperty(trials, async ({ commits, pieces, guilty, isAny, likely }) => {
        // The first commit is innocent, so that there is a green state.
        const history = {
          commits: Array.from({ length: commits }, (_, commit) =>
            Array.from({ length: pieces }, (__, piece) => `f${commit}.ts#${piece}`),
          ),
        };
        const later = history.commits.slice(1).flat();
        const wanted = [...new Set(guilty.map((index) => later[index % later.length] as string))].sort();
        const { outcome, guilty: found } = await prove({
          history,
          observe: (has) =>
            redIf(
              isAny
                ? wanted.some((piece) => has.includes(piece))
                : wanted.every((piece) => has.includes(piece)),
            ),
          likely: [later[likely % later.length] as string],
        });
        expect(outcome).toBe('proven');
        // If any one of them breaks the test, all must be reverted; if only all together do, one is enough.
        if (isAny) expect(found).toEqual(wanted);
        else expect(wanted).toEqual(expect.arrayContaining(found ?? []));
      }),
    );
  });

  test('says so where the failure does not come back, or nothing older passes', async () => {
    const passes = await prove({ history: tenCommits, observe: () => told('passed') });
    const fails = await prove({ history: tenCommits, observe: () => told('failed') });
    expect([passes.outcome, fails.outcome]).toEqual(['not_reproduced', 'no_green']);
  });

  test('passes over states that cannot be built, and blames none of them', async () => {
    const { outcome, guilty } = await prove({
      history: tenCommits,
      // From the fourth commit to the seventh, nothing builds without its neighbour.
      observe: (pieces) =>
        pieces.includes('f4.ts#1') !== pieces.includes('f4.ts#2') ||
        (pieces.includes('f4.ts#1') && !pieces.includes('f6.ts#1'))
          ? { kind: 'broken', ends: [] }
          : redIf(pieces.includes('f8.ts#1')),
    });
    expect({ outcome, guilty }).toEqual({ outcome: 'proven', guilty: ['f8.ts#1'] });
  });

  test('explains no test that passes with the piece as well', async () => {
    const { proven } = await prove({
      history: { commits: [['a.ts#1'], ['a.ts#2']] },
      observe: (pieces) => told(pieces.includes('a.ts#2') ? 'failed' : 'passed', 'passed'),
    });
    expect(proven?.explains).toEqual([0]);
  });

  test('tells which tests a piece explains', async () => {
    const { proven } = await prove({
      history: { commits: [['a.ts#1'], ['a.ts#2'], ['b.ts#1']] },
      observe: (pieces) =>
        told(
          ...['a.ts#2', 'a.ts#2', 'b.ts#1'].map((piece) =>
            pieces.includes(piece) ? ('failed' as const) : ('passed' as const),
          ),
        ),
    });
    expect(proven?.explains).toEqual([0, 1]);
  });

  test('ends at the commit where that is all that is asked for', async () => {
    const { outcome, range, left } = await prove({
      history: tenCommits,
      observe: (pieces) => redIf(pieces.includes('f5.ts#2')),
      isBisection: true,
    });
    expect({ outcome, range, left }).toEqual({
      outcome: 'narrowed',
      range: { green: 'c4', red: 'c5' },
      left: { commits: ['c5'], paths: ['f5.ts'] },
    });
  });

  test('keeps what it learned when it is stopped', async () => {
    const observe = (pieces: readonly string[]) => redIf(pieces.includes('f5.ts#2'));
    const early = await prove({ history: tenCommits, observe, most: 1 });
    const late = await prove({ history: tenCommits, observe, most: 7 });
    expect(early.outcome).toBe('unfinished');
    expect(late.outcome).toBe('narrowed');
    expect(late.left?.commits).toContain('c5');
  });

  test.each([0.05, 0.3, 0.7])(
    'hardly ever blames another change where one made the test fail at a rate of %d',
    async (rate) => {
      const trials = 1_000;
      let wrong = 0;
      for (let seed = 1; seed <= trials; seed++) {
        const random = randomOf(seed);
        const { outcome, guilty } = await prove({
          history: tenCommits,
          observe: (pieces) => redIf(pieces.includes('f5.ts#2') && random() < rate),
          likely: ['f9.ts#1'],
        });
        if (outcome === 'proven') wrong += Number(guilty?.join() !== 'f5.ts#2');
        else expect(['flaky', 'not_reproduced', 'narrowed', 'no_green']).toContain(outcome);
      }
      expect(wrong / trials).toBeLessThanOrEqual(0.005);
    },
  );

  describe.each([
    { what: 'alone', isTraced: false },
    { what: 'and was traced', isTraced: true },
  ])('of a test that always failed at some rate and was run $what', ({ isTraced }) => {
    test.each([0.4, 0.5, 0.7])('hardly ever blames a change at a rate of %d', async (rate) => {
      const trials = 2_000;
      let blamed = 0;
      for (let seed = 1; seed <= trials; seed++) {
        const random = randomOf(seed);
        const observe = () => redIf(random() < rate);
        const { guilty } = await prove({
          history: { ...tenCommits, dirty: seed % 2 === 0 ? ['d.ts#1'] : ['d.ts#1', 'd.ts#2'] },
          observe,
          most: 300,
          ...(isTraced && { traced: async () => observe() }),
        });
        if (guilty !== undefined) blamed += 1;
      }
      // The bound is about four in a thousand, at the worst rate there is.
      expect(blamed / trials).toBeLessThanOrEqual(0.005);
    });
  });

  test('takes nine runs where green and the guilty piece are found at once, one of them traced', async () => {
    const observe = (pieces: readonly string[]) => redIf(pieces.includes('b.ts#1'));
    const history = { commits: [['a.ts#1']], dirty: ['a.ts#2', 'b.ts#1'] };
    const straight = { history, observe, likely: ['b.ts#1'] };
    const plain = await prove(straight);
    expect({ guilty: plain.guilty, runs: plain.runs }).toEqual({ guilty: ['b.ts#1'], runs: 9 });
    const traced = await prove({ ...straight, traced: async () => redIf(true) });
    expect({ guilty: traced.guilty, runs: traced.runs, said: traced.said }).toEqual({
      guilty: ['b.ts#1'],
      runs: 8,
      said: 9,
    });
    // A test that fails only without the tracer is judged as if it had not been traced, with one more run.
    const otherwise = await prove({ ...straight, traced: async () => redIf(false) });
    expect({ guilty: otherwise.guilty, runs: otherwise.runs }).toEqual({ guilty: ['b.ts#1'], runs: 10 });
  });

  test('finds the cause of a steady failure that also comes without reason now and then', async () => {
    let proven = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const random = randomOf(seed);
      const { outcome, guilty } = await prove({
        history: tenCommits,
        observe: (pieces) => redIf(pieces.includes('f5.ts#2') || random() < 0.1),
        likely: ['f9.ts#1'],
      });
      if (outcome !== 'proven') continue;
      proven += 1;
      expect(guilty).toEqual(['f5.ts#2']);
    }
    expect(proven).toBeGreaterThan(25);
  });
});

/** A small generator of numbers between 0 and 1 (mulberry32), the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
