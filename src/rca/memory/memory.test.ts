// What runs learn and later runs recall, on the reference store.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseOf, causeOf, contentOf, learn, newLedger, tree } from '../../../test/support/sample-memory.ts';
import { changedFile, commits } from '../../../test/support/sample-view.ts';
import type { RecentChange, RecentChanges } from '../../context/index.ts';
import { canonicalText, contentId, type FrameId, type PenumbraError } from '../../kernel/index.ts';
import { putFrame } from '../../ledger/index.ts';
import type { ReportCause } from '../../record/index.ts';
import type { PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { learnCauses } from './learn-causes.ts';
import { emptyMemory, memoryHead, readMemory } from './read-memory.ts';
import { recallCandidates } from './recall-candidates.ts';
import { isCommittedByNow, isPriorStale, wasThereWhenGreen } from './remembered-cause.ts';

const gone = { suspects: [{ path: 'gone.ts', score: 9, confidence: 0.9 }] };

describe('learning', () => {
  test('keeps a settled cause, its symptom, and what it rests on', async () => {
    const { view } = await learn(newLedger(), 'run:1', [
      { cause: causeOf('cause-x'), cases: [caseOf('x', {}, 3)] },
    ]);
    expect(view.symptoms.get('x')?.block).toEqual({
      fingerprint: 'x',
      exception: 'E',
      template: 'x went wrong',
      places: ['x|f|a.ts'],
      count: 3,
      first_seen: 'run:1',
      last_seen: 'run:1',
      causes: ['cause-x'],
    });
    const cause = view.causes.get('cause-x');
    expect(cause?.block).toMatchObject({ confidence: 9_000, first_seen: 'run:1', status: 'concluded' });
    expect(cause?.block.suspects[1]).toEqual({ path: 'b.ts', score: 5, confidence: 500 });
    expect(cause?.basis.inputs).toEqual([contentOf('a.ts')]);
  });

  test('rests a cause on the evidence it cites', async () => {
    const ledger = newLedger();
    const { frameId } = await putFrame(ledger, {
      subject: { kind: 'node', id: 'a.ts' },
      type: 'note',
      agent: 'person',
      basis: { inputs: [] },
      content: 'seen',
    });
    const evidence = [
      { handle: frameId, kind: 'stack', quote: '', weight: 0.5 },
      { handle: 'odd', kind: 'x', quote: '', weight: 0 },
    ];
    const { view } = await learn(ledger, 'run:1', [{ cause: causeOf('c', { evidence }), cases: [] }]);
    expect(view.causes.get('c')?.basis.inputs).toEqual([contentOf('a.ts'), frameId]);
  });

  test('again counts on, keeps when it was first seen, and leaves a recalled cause as it was', async () => {
    const ledger = newLedger();
    const { view: first } = await learn(ledger, 'run:1', [
      { cause: causeOf('c'), cases: [caseOf('x', {}, 2)] },
    ]);
    const recalled = causeOf('c', { first_seen: 'run:1', confidence: 0.5 });
    const { view } = await learn(ledger, 'run:2', [{ cause: recalled, cases: [caseOf('x', {}, 5)] }]);
    expect(view.symptoms.get('x')?.block).toMatchObject({
      count: 7,
      first_seen: 'run:1',
      last_seen: 'run:2',
    });
    expect(view.causes.get('c')).toEqual(first.causes.get('c'));
  });

  test('the same run twice writes nothing', async () => {
    const ledger = newLedger();
    const lesson = [{ cause: causeOf('c'), cases: [caseOf('x'), caseOf('y')] }];
    const once = await learn(ledger, 'run:1', lesson);
    expect(once.written).toBe(3);
    expect(await learn(ledger, 'run:1', lesson)).toEqual({ view: once.view, written: 0 });
  });

  test.each(['insufficient', 'inconclusive', 'recommended'] as const)(
    'no cause that is %s',
    async (status) => {
      const ledger = newLedger();
      const { view } = await learn(ledger, 'run:1', [
        { cause: causeOf('c', { status }), cases: [caseOf('x')] },
      ]);
      expect(view.causes.size).toBe(0);
      expect(view.symptoms.get('x')?.block.causes).toEqual([]);
      expect(recallCandidates(view, caseOf('x'))).toEqual([]);
    },
  );

  test.each<[string, Partial<ReportCause>, Partial<ReportCause>, Partial<PriorCauseBlock>]>([
    [
      'the same answer again, surer than before, is no surer',
      { confidence: 0.7 },
      { confidence: 0.99 },
      { status: 'concluded', confidence: 7_000 },
    ],
    [
      'what was likely is not settled by being seen again',
      { status: 'likely', confidence: 0.6 },
      { status: 'concluded', confidence: 0.95 },
      { status: 'likely', confidence: 6_000 },
    ],
    [
      'what was likely is proven by an experiment',
      { status: 'likely', confidence: 0.6 },
      { status: 'proven', confidence: 0.99 },
      { status: 'proven', confidence: 9_900 },
    ],
    [
      'what was settled is not narrowed down again',
      {},
      { status: 'narrowed', confidence: 0.6 },
      { status: 'concluded', confidence: 9_000 },
    ],
    [
      'another answer that is as settled takes its place',
      {},
      { suspects: [{ path: 'b.ts', score: 9, confidence: 0.9 }] },
      { suspects: [{ path: 'b.ts', score: 9, confidence: 9_000 }] },
    ],
    [
      'another answer that is less settled does not',
      {},
      { status: 'likely', suspects: [{ path: 'b.ts', score: 9, confidence: 0.6 }] },
      { status: 'concluded', confidence: 9_000 },
    ],
  ])('%s', async (_, first, second, expected) => {
    const ledger = newLedger();
    await learn(ledger, 'run:1', [{ cause: causeOf('c', first), cases: [caseOf('x')] }]);
    const { view } = await learn(ledger, 'run:2', [{ cause: causeOf('c', second), cases: [caseOf('x')] }]);
    expect(view.causes.get('c')?.block).toMatchObject(expected);
    expect(view.symptoms.get('x')?.block).toMatchObject({ count: 2, causes: ['c'] });
  });

  test('a weaker answer counts where the files of the earlier one have changed', async () => {
    const ledger = newLedger();
    await learn(ledger, 'run:1', [{ cause: causeOf('c'), cases: [caseOf('x')] }]);
    const cause = causeOf('c', { status: 'likely', confidence: 0.6 });
    const { view } = await learn(ledger, 'run:2', [{ cause, cases: [caseOf('x')] }], {
      contentOf: () => contentId('other'),
    });
    expect(view.causes.get('c')?.block).toMatchObject({ status: 'likely', first_seen: 'run:1' });
  });

  test('another cause of a known symptom goes before the earlier one', async () => {
    const ledger = newLedger();
    await learn(ledger, 'run:1', [{ cause: causeOf('c'), cases: [caseOf('x')] }]);
    const { view } = await learn(ledger, 'run:2', [{ cause: causeOf('d'), cases: [caseOf('x')] }]);
    expect(view.symptoms.get('x')?.block.causes).toEqual(['d', 'c']);
  });

  test('hostile texts are kept as they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        async (summary, template) => {
          const cause = causeOf('c', { summary: summary.toWellFormed() });
          const record = caseOf('x', { template: template.toWellFormed() });
          const { view } = await learn(newLedger(), 'run:1', [{ cause, cases: [record] }]);
          expect(view.causes.get('c')?.block.summary).toBe(cause.summary);
          expect(view.symptoms.get('x')?.block.template).toBe(record.fingerprint.template);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('reading as of a head', () => {
  test('shows nothing that was learned later', async () => {
    const ledger = newLedger();
    expect(await memoryHead(ledger.store)).toBe('none');
    const { view: first } = await learn(ledger, 'run:1', [{ cause: causeOf('c'), cases: [caseOf('x')] }]);
    await learn(ledger, 'run:2', [{ cause: causeOf('d'), cases: [caseOf('x'), caseOf('y')] }]);
    expect(await readMemory(ledger, { head: first.head })).toEqual(first);
    expect(await readMemory(ledger, { head: 'none' })).toEqual(emptyMemory);
  });

  test('a head the log never had is refused', async () => {
    const ledger = newLedger();
    await learn(ledger, 'run:1', [{ cause: causeOf('c'), cases: [] }]);
    const refused = readMemory(ledger, { head: 'f'.repeat(64) });
    await expect(refused).rejects.toMatchObject({ code: 'digest-mismatch' } satisfies Partial<PenumbraError>);
  });

  test.each(['{"change":"learned"}', '{"change":"sung","frame":"frame:0"}', '[]', 'null'])(
    'an entry %s is refused',
    async (value) => {
      const ledger = newLedger();
      await ledger.store.commit({ atMs: 1, appends: [{ log: 'memory', value }] });
      const refused = readMemory(ledger, { head: await memoryHead(ledger.store) });
      await expect(refused).rejects.toMatchObject({ code: 'log-corrupt' });
    },
  );

  test('a frame that is no memory is refused', async () => {
    const ledger = newLedger();
    const note = { subject: { kind: 'node', id: 'a' }, type: 'note', agent: 'person' } as const;
    const { frameId } = await putFrame(ledger, { ...note, basis: { inputs: [] }, content: 'not JSON' });
    const value = `{"change":"learned","frame":"${frameId}"}`;
    await ledger.store.commit({ atMs: 1, appends: [{ log: 'memory', value }] });
    const refused = readMemory(ledger, { head: await memoryHead(ledger.store) });
    await expect(refused).rejects.toMatchObject({ code: 'log-corrupt' });
  });
});

test('candidates come exact first, then by places, then by message, each with its cause', async () => {
  const { view } = await learn(newLedger(), 'run:1', [
    { cause: causeOf('by-message'), cases: [caseOf('m', { template: 'x went wrong' }, 9)] },
    { cause: causeOf('by-place'), cases: [caseOf('p', { places: ['x|f|a.ts'] })] },
    { cause: causeOf('exact'), cases: [caseOf('x')] },
    { cause: causeOf('other'), cases: [caseOf('o')] },
    { cause: causeOf('empty'), cases: [caseOf('e', { template: '', places: [] })] },
  ]);
  const ids = (record: CaseRecord) => recallCandidates(view, record).map(({ cause }) => cause.block.id);
  expect(ids(caseOf('x'))).toEqual(['exact', 'by-place', 'by-message']);
  expect(ids(caseOf('z', { template: '', places: [] }))).toEqual([]);
});

test('frames of earlier versions are read as they are', async () => {
  const ledger = newLedger();
  const old = {
    id: 'c',
    defect_type: 'product_bug',
    status: 'concluded',
    confidence: 9_000,
    summary: 's',
    suspects: [],
    commits: [{ id: 'abc', score: 1 }],
    first_seen: 'run:1',
  };
  const { frameId } = await putFrame(ledger, {
    subject: { kind: 'world', id: 'memory/cause/c' },
    type: 'cause',
    agent: 'memory',
    basis: { inputs: [] },
    content: canonicalText(old),
  });
  const value = canonicalText({ change: 'learned', frame: frameId });
  await ledger.store.commit({ atMs: 1, appends: [{ log: 'memory', value }] });
  const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
  expect(view.causes.get('c')?.block).toEqual(old);
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['its file is as it was', { 'a.ts': 'bytes of a' }, false],
  ['a lesser suspect changed', { 'a.ts': 'bytes of a', 'b.ts': 'other' }, false],
  ['its file changed', { 'a.ts': 'other', 'b.ts': 'bytes of b' }, true],
  ['its file is gone', {}, true],
])('a cause where %s', async (_, files, expected) => {
  const { view } = await learn(newLedger(), 'run:1', [{ cause: causeOf('c'), cases: [] }]);
  const cause = view.causes.get('c');
  const now = (path: string) => (files[path] === undefined ? undefined : contentId(files[path]));
  expect(cause && isPriorStale(cause, now)).toBe(expected);
});

const commitOf = (commit: string | null) => ({
  change: { commit, subject: '', author: '', date: '', files: 1 },
});

test.each<[string, Partial<ReportCause>, boolean | undefined, Readonly<Record<string, string>>, boolean]>([
  ['a commit that is in the history', commitOf('abc'), true, tree, false],
  ['a commit that is no longer in the history', commitOf('abc'), false, tree, true],
  ['a commit that a short history cannot find', commitOf('abc'), undefined, tree, false],
  ['a commit whose file changed since', commitOf('abc'), true, { 'a.ts': 'other' }, true],
  ['what was not committed, as it still is', commitOf(null), false, tree, false],
  ['what was not committed, and is other now', commitOf(null), false, { 'a.ts': 'other' }, true],
  ['a file that was deleted', gone, true, tree, false],
  ['a file that was deleted and is back', gone, true, { ...tree, 'gone.ts': 'back' }, true],
  ['nothing in particular', { suspects: [] }, false, {}, false],
])('a cause put down to %s', async (_, changes, hasCommit, files, expected) => {
  const { view } = await learn(newLedger(), 'run:1', [{ cause: causeOf('c', changes), cases: [] }]);
  const cause = view.causes.get('c');
  const now = (path: string) => (files[path] === undefined ? undefined : contentId(files[path]));
  expect(cause && isPriorStale(cause, now, () => hasCommit)).toBe(expected);
});

test('every entry of the log names a frame that stands', async () => {
  const ledger = newLedger();
  const { drafts, appends } = learnCauses(ledger, {
    run: 'run:1',
    view: emptyMemory,
    causes: [{ cause: causeOf('c'), cases: [caseOf('x')] }],
    contentOf,
  });
  const frames: FrameId[] = [];
  for (const draft of drafts) frames.push((await putFrame(ledger, draft)).frameId);
  expect(appends).toEqual(
    frames.map((frame) => ({ log: 'memory', value: `{"change":"learned","frame":"${frame}"}` })),
  );
});

describe('a cause that was there when the tests passed', () => {
  const changes = commits([changedFile('b.ts')]);
  const green: RecentChanges = {
    changes,
    base: { commit: 'c0', isGreen: true, source: 'ledger' },
    isCut: false,
  };
  const inFile = (path: string, defect_type: PriorCauseBlock['defect_type'] = 'product_bug') => ({
    suspects: [{ path, score: 1, confidence: 9_000 }],
    defect_type,
  });

  test.each<[string, Parameters<typeof wasThereWhenGreen>, boolean]>([
    ['in a file as it was', [inFile('a.ts'), green], true],
    ['in a file that has changed since', [inFile('b.ts'), green], false],
    ['outside every file', [inFile('a.ts', 'environment'), green], false],
    ['of a test that is flaky', [inFile('a.ts', 'flaky'), green], false],
    ['where nothing was seen green', [inFile('a.ts'), { ...green, base: null }], false],
    ['where not all changes are listed', [inFile('a.ts'), { ...green, isCut: true }], false],
    [
      'where a change does not list its files',
      [inFile('a.ts'), { ...green, changes: changes.map((change) => ({ ...change, leftOut: 900 })) }],
      false,
    ],
    ['where there is no history', [inFile('a.ts'), null], false],
  ])('%s', (_, given, expected) => {
    expect(wasThereWhenGreen(...given)).toBe(expected);
  });
});

describe('a cause that was put down to what was not committed', () => {
  const suspects = [{ path: 'b.ts', score: 1, confidence: 9_000 }];
  const cause = { change: { commit: null }, suspects };
  const [committed] = commits([changedFile('b.ts')]);
  const open = { ...(committed as RecentChange), commit: null };
  const recent = (...changes: RecentChange[]): RecentChanges => ({ changes, base: null, isCut: false });
  const elsewhere = { ...open, files: [changedFile('a.ts')] };

  test.each<[string, Parameters<typeof isCommittedByNow>, boolean]>([
    ['and by now is', [cause, recent(committed as RecentChange)], true],
    ['and by now is, while other work is not', [cause, recent(elsewhere, committed as RecentChange)], true],
    ['and still is not', [cause, recent(open)], false],
    ['where not all files are listed', [cause, recent({ ...elsewhere, leftOut: 9 })], false],
    ['and a person confirmed', [{ ...cause, confirmed_by: 'Lea' }, recent()], false],
    ['where there is no history', [cause, null], false],
  ])('%s', (_, given, expected) => {
    expect(isCommittedByNow(...given)).toBe(expected);
  });

  test('is told apart from one that was put down to a commit, or to nothing', () => {
    expect(isCommittedByNow({ suspects, change: { commit: 'c1' } }, recent())).toBe(false);
    expect(isCommittedByNow({ suspects }, recent())).toBe(false);
  });
});
