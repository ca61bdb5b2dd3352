// What people say about remembered causes: laws of corrections, merges, splits and retirements.
import { describe, expect, test } from 'vitest';
import {
  caseOf,
  causeOf,
  contentOf,
  learn,
  newLedger,
  speak,
  testOf,
} from '../../../test/support/sample-memory.ts';
import { contentId, type FrameId } from '../../kernel/index.ts';
import { exportArchive, importArchive, type Ledger, putFrame } from '../../ledger/index.ts';
import type { ReportCause } from '../../record/index.ts';
import type { CaseRecord } from '../case/case-record.ts';
import {
  type Correction,
  correctCause,
  mergeCauses,
  type ReportedCause,
  rejectCause,
  retireCause,
  splitCause,
} from './change-causes.ts';
import { type MemoryView, readMemoryEntries } from './read-memory.ts';
import { recallCandidates, rejectedFiles } from './recall-candidates.ts';
import { isPriorStale, recallTrust } from './remembered-cause.ts';
import { testHash } from './report-history.ts';

async function reportOf(ledger: Ledger, run: string): Promise<FrameId> {
  const { frameId } = await putFrame(ledger, {
    subject: { kind: 'node', id: run },
    type: 'note',
    agent: 'person',
    basis: { inputs: [] },
    content: `report of ${run}`,
  });
  return frameId;
}

/** A ledger in which a run found cause-x for the failure x of two tests, and cause-y for the failure y. */
async function found(changes: Partial<ReportCause> = {}) {
  const ledger = newLedger();
  const [x, y] = [caseOf('x', {}, 1, ['adds', 'rounds']), caseOf('y', {}, 1, ['ships'])];
  const cause = causeOf('cause-x', changes);
  await learn(ledger, 'run:1', [
    { cause, cases: [x] },
    { cause: causeOf('cause-y', { suspects: [{ path: 'b.ts', score: 1, confidence: 0.9 }] }), cases: [y] },
  ]);
  const about: ReportedCause = { run: 'run:1', report: await reportOf(ledger, 'run:1'), cause, cases: [x] };
  return { ledger, x, y, about };
}

const correction: Correction = { path: 'b.ts', content: contentOf('b.ts'), by: 'ada' };
const recalled = (view: MemoryView, record: CaseRecord) =>
  recallCandidates(view, record).map(({ cause }) => cause.block.suspects[0]?.path ?? cause.block.id);
const only = (view: MemoryView, id: string) => {
  const cause = view.causes.get(id);
  if (cause === undefined) throw new Error(`no ${id}`);
  return cause;
};

describe('a correction', () => {
  test('is recalled for the same failure with place, kind and commit, and says who gave it', async () => {
    const { ledger, x, y, about } = await found();
    const commit = {
      id: 'c'.repeat(40),
      subject: 'Round twice',
      author: 'Bob',
      date: '2024-01-01T00:00:00Z',
    };
    const said = { ...correction, symbol: 'total', line: 7, defectType: 'test_bug', commit } as const;
    const view = await speak(ledger, (now) => correctCause(now, about, said));
    const [candidate] = recallCandidates(view, x);
    expect(candidate?.cause.block).toMatchObject({
      id: 'cause-x',
      defect_type: 'test_bug',
      status: 'concluded',
      confidence: 10_000,
      confirmed_by: 'ada',
      suspects: [{ path: 'b.ts', symbol: 'total', line: 7 }],
      commits: [commit],
      change: { commit: commit.id },
      rejected: ['a.ts'],
      first_seen: 'run:1',
    });
    expect(candidate?.cause.block.summary).toContain('`ada` says');
    expect(candidate?.cause.basis.inputs).toEqual([about.report, contentOf('b.ts')]);
    expect(recalled(view, y)).toEqual(['b.ts']);
    expect(only(view, 'cause-y').block.confirmed_by).toBeUndefined();
  });

  test.each<[string, CaseRecord, readonly string[]]>([
    ['the same tests', caseOf('x', {}, 1, ['adds', 'rounds']), ['b.ts']],
    ['one of them', caseOf('x', {}, 1, ['adds']), ['b.ts']],
    ['one of them beside another', caseOf('x', {}, 1, ['adds', 'new']), ['b.ts']],
    ['another test that fails with the same words', caseOf('x', {}, 1, ['new']), []],
    ['another failure of the same test', caseOf('z', {}, 1, ['adds']), []],
  ])('holds for %s as it should', async (_, record, expected) => {
    const { ledger, about } = await found();
    const view = await speak(ledger, (now) => correctCause(now, about, correction));
    expect(recalled(view, record)).toEqual(expected);
  });

  test('of what was never established is remembered all the same', async () => {
    const ledger = newLedger();
    const x = caseOf('x', {}, 1, ['adds']);
    const cause = causeOf('cause-x', { status: 'insufficient', confidence: 0.1 });
    const about = { run: 'run:1', report: await reportOf(ledger, 'run:1'), cause, cases: [x] };
    const view = await speak(ledger, (now) => correctCause(now, about, correction));
    expect(recalled(view, x)).toEqual(['b.ts']);
    expect(view.symptoms.get('x')?.block).toMatchObject({ count: 1, first_seen: 'run:1' });
  });

  test('given twice: the last word counts, and the history stays', async () => {
    const { ledger, x, about } = await found();
    const words = [correction, { ...correction, path: 'a.ts', content: contentOf('a.ts') }, correction];
    let view: MemoryView | undefined;
    for (const word of words) view = await speak(ledger, (now) => correctCause(now, about, word));
    expect(view && recalled(view, x)).toEqual(['b.ts']);
    const entries = await readMemoryEntries(ledger);
    const history = entries.flatMap(({ change, remembered: { block } }) =>
      'suspects' in block && block.id === 'cause-x' ? [[change, block.suspects[0]?.path]] : [],
    );
    expect(history).toEqual([
      ['learned', 'a.ts'],
      ['corrected', 'b.ts'],
      ['corrected', 'a.ts'],
      ['corrected', 'b.ts'],
    ]);
  });

  test.each<[string, string | undefined, boolean]>([
    ['is as it was', 'bytes of b', false],
    ['has changed', 'other', true],
    ['is gone', undefined, true],
  ])('whose file %s', async (_, bytes, expected) => {
    const { ledger, about } = await found();
    const view = await speak(ledger, (now) => correctCause(now, about, correction));
    const now = () => (bytes === undefined ? undefined : contentId(bytes));
    expect(isPriorStale(only(view, 'cause-x'), now)).toBe(expected);
  });

  test('of a deleted file holds while it stays deleted', async () => {
    const { ledger, about } = await found();
    const gone = { ...correction, path: 'gone.ts', content: undefined };
    const view = await speak(ledger, (now) => correctCause(now, about, gone));
    expect(isPriorStale(only(view, 'cause-x'), contentOf)).toBe(false);
    expect(isPriorStale(only(view, 'cause-x'), () => contentId('back'))).toBe(true);
  });

  test.each<[string, Partial<ReportCause>, string, boolean]>([
    ['a run that finds the old place again', {}, 'bytes of b', true],
    [
      'a run that finds a third place',
      { suspects: [{ path: 'c.ts', score: 1, confidence: 0.9 }] },
      'bytes of b',
      true,
    ],
    [
      'a run that finds a third place when the file has changed',
      { suspects: [{ path: 'c.ts', score: 1, confidence: 0.9 }] },
      'other',
      false,
    ],
    ['a run that finds the old place when the file has changed', {}, 'other', true],
    ['even an experiment, while it stands', { status: 'proven', confidence: 1 }, 'bytes of b', true],
  ])('stands against %s: %#', async (_, changes, bytes, stands) => {
    const { ledger, x, about } = await found();
    await speak(ledger, (now) => correctCause(now, about, correction));
    const present = { contentOf: () => contentId(bytes) };
    const { view } = await learn(
      ledger,
      'run:2',
      [{ cause: causeOf('cause-x', changes), cases: [x] }],
      present,
    );
    expect(recalled(view, x)).toEqual([stands ? 'b.ts' : 'c.ts']);
    expect(only(view, 'cause-x').block.rejected).toEqual(['a.ts']);
  });

  test('is not undone by a run of another ledger that never heard of it, in whatever order they join', async () => {
    for (const isFirst of [true, false]) {
      const { ledger, x, about } = await found();
      const other = newLedger();
      const elsewhere = causeOf('cause-x', { suspects: [{ path: 'c.ts', score: 1, confidence: 0.9 }] });
      const speaking = () => speak(ledger, (now) => correctCause(now, about, correction));
      if (isFirst) await speaking();
      await learn(other, 'run:9', [{ cause: elsewhere, cases: [x] }]);
      if (!isFirst) await speaking();
      await importArchive(ledger.store, exportArchive(other.store));
      const view = await speak(ledger, () => ({ change: 'corrected', drafts: [] }));
      expect(only(view, 'cause-x').block.confirmed_by).toBe('ada');
      expect(recalled(view, x)).toContain('b.ts');
    }
  });

  test.each(['', '\0', '\u202e\u001b[2J', '`"$(x)\n', '\u{1f9ff}'.repeat(500), '__proto__'])(
    'takes the text %j as it is',
    async (text) => {
      const { ledger, about } = await found();
      const said = { ...correction, symbol: text, by: text };
      const view = await speak(ledger, (now) => correctCause(now, about, said));
      expect(only(view, 'cause-x').block).toMatchObject({ confirmed_by: text, suspects: [{ symbol: text }] });
    },
  );

  test('about more tests than are told apart holds for each that fails so', async () => {
    const { ledger, about } = await found();
    const names = Array.from({ length: 51 }, (_, index) => `test ${index}`);
    const many = { ...about, cases: [caseOf('x', {}, 1, names)] };
    const view = await speak(ledger, (now) => correctCause(now, many, correction));
    expect(only(view, 'cause-x').block.tests).toBeUndefined();
    expect(recalled(view, caseOf('x', {}, 1, ['new']))).toEqual(['b.ts']);
  });
});

describe('a wrong answer', () => {
  test('is recalled no more, and not learned again', async () => {
    const { ledger, x, y, about } = await found();
    await speak(ledger, (now) => rejectCause(now, about, 'ada'));
    const { view } = await learn(ledger, 'run:2', [{ cause: causeOf('cause-x'), cases: [x] }]);
    expect(recalled(view, x)).toEqual([]);
    expect([x, y].map((record) => rejectedFiles(view, record))).toEqual([['a.ts'], []]);
    expect(only(view, 'cause-x').block).toMatchObject({
      person: { by: 'ada', word: 'wrong' },
      rejected: ['a.ts'],
    });
  });

  test('leaves room for another answer', async () => {
    const { ledger, x, about } = await found();
    await speak(ledger, (now) => rejectCause(now, about, 'ada'));
    const other = causeOf('cause-x', { suspects: [{ path: 'b.ts', score: 1, confidence: 0.9 }] });
    const { view } = await learn(ledger, 'run:2', [{ cause: other, cases: [x] }]);
    expect(recalled(view, x)).toEqual(['b.ts']);
  });

  test('takes back a correction', async () => {
    const { ledger, x, about } = await found();
    await speak(ledger, (now) => correctCause(now, about, correction));
    const view = await speak(ledger, (now) => rejectCause(now, about, 'bob'));
    expect(recallTrust(only(view, 'cause-x').block)).toBe('none');
    expect(recalled(view, x)).toEqual([]);
  });
});

describe('merging, splitting, retiring', () => {
  const merged = (view: MemoryView) =>
    mergeCauses(view, { from: only(view, 'cause-y'), into: only(view, 'cause-x'), by: 'ada' });

  test('a merged cause is recalled for the failures of both', async () => {
    const { ledger, x, y } = await found();
    const view = await speak(ledger, merged);
    expect(recalled(view, x)).toEqual(['a.ts']);
    expect(recalled(view, y)).toEqual(['a.ts']);
    expect(recallCandidates(view, y)[0]?.cause.block.aliases).toEqual(['cause-y']);
    expect(isPriorStale(only(view, 'cause-x'), contentOf)).toBe(false);
  });

  test('what a later run finds under the old id belongs to the merged cause', async () => {
    const { ledger, y } = await found();
    await speak(ledger, merged);
    const { view } = await learn(ledger, 'run:2', [{ cause: causeOf('cause-y'), cases: [y] }]);
    expect(view.symptoms.get('y')?.block.causes[0]).toBe('cause-x');
    expect(recalled(view, y)).toEqual(['a.ts']);
  });

  test('two merges around a ring end', async () => {
    const { ledger, x } = await found();
    await speak(ledger, merged);
    const view = await speak(ledger, (now) =>
      mergeCauses(now, { from: only(now, 'cause-x'), into: only(now, 'cause-y'), by: 'bob' }),
    );
    expect(recalled(view, x)).toEqual(['b.ts']);
  });

  test('tests that are taken out are searched anew, and what is found is theirs', async () => {
    const { ledger } = await found();
    const hash = testHash(testOf('rounds'));
    const split = (now: MemoryView) =>
      splitCause(now, { cause: only(now, 'cause-x'), tests: [hash], by: 'ada' });
    const view = await speak(ledger, split);
    const [stayed, taken] = [caseOf('x', {}, 1, ['adds']), caseOf('x', {}, 1, ['rounds'])];
    expect(recalled(view, stayed)).toEqual(['a.ts']);
    expect(recalled(view, taken)).toEqual([]);
    const own = causeOf('cause-x', { suspects: [{ path: 'b.ts', score: 1, confidence: 0.9 }] });
    const { view: later } = await learn(ledger, 'run:2', [{ cause: own, cases: [taken] }]);
    expect(recalled(later, taken)).toEqual(['b.ts']);
    expect(recalled(later, stayed)).toEqual(['a.ts']);
  });

  test('tests that were taken out come back by a merge', async () => {
    const { ledger } = await found();
    const tests = [testHash(testOf('rounds'))];
    let id = '';
    await speak(ledger, (now) => {
      const split = splitCause(now, { cause: only(now, 'cause-x'), tests, by: 'ada' });
      ({ id } = split);
      return split;
    });
    const view = await speak(ledger, (now) =>
      mergeCauses(now, { from: only(now, id), into: only(now, 'cause-x'), by: 'ada' }),
    );
    expect(recalled(view, caseOf('x', {}, 1, ['rounds']))).toEqual(['a.ts']);
  });

  test('a retired cause is recalled no more, until it is found again', async () => {
    const { ledger, x } = await found();
    const view = await speak(ledger, (now) => retireCause(only(now, 'cause-x'), 'ada'));
    expect(recalled(view, x)).toEqual([]);
    const { view: again } = await learn(ledger, 'run:2', [{ cause: causeOf('cause-x'), cases: [x] }]);
    expect(recalled(again, x)).toEqual(['a.ts']);
  });
});
