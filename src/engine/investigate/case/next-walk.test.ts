/** Which walk a case takes next, and that progress comes back from the ledger as it was written. */
import { describe, expect, test } from 'vitest';
import { type FrameId, makeId, sha256 } from '../../../kernel/index.ts';
import { createMemoryStore } from '../../../ledger/index.ts';
import { recordArtifact, startWalk, type WalkerState } from '../../../pipeline/index.ts';
import { loadDefinitions } from '../run/open-setting.ts';
import { type CaseProgress, progressLog, progressWrite, readProgress, stepsTaken } from './case-progress.ts';
import { nextWalk } from './next-walk.ts';

const { light, court } = loadDefinitions();
const lightStart = startWalk(light);
const none: CaseProgress = { walk: null, earlier: [], frames: {}, replies: [], zones: [] };

const concluded = (confidence: number): WalkerState => ({
  ...lightStart,
  status: 'done',
  terminal: '_done',
  outputs: { report: recordArtifact({ type: 'report', confidence, data: { suspects: [] } }) },
});

const tried = (terminal: string, data: object): WalkerState => ({
  ...startWalk(court, { counters: { remands: 1, court_ms: 40 } }),
  status: 'done',
  terminal,
  outputs: { verdict: recordArtifact({ type: 'verdict', confidence: 0.5, data }) },
});

const at = (pipeline: 'light' | 'court', pass: number, state: WalkerState): CaseProgress => ({
  ...none,
  walk: { pipeline, pass, state },
});

const feedback = {
  target: 'investigate',
  challenged_evidence: [],
  alternative_hypothesis: '',
  specific_questions: ['why?'],
};

describe('the next walk', () => {
  const check = (progress: CaseProgress, expected: object | null, hasCourt = true) => {
    const planned = nextWalk(progress, { hasCourt });
    if (expected === null) expect(planned).toBeNull();
    else expect(planned).toMatchObject(expected);
  };

  test('is the light path at first', () => check(none, { pipeline: 'light', pass: 1, start: {} }));

  test('is the one under way, from where it stands', () =>
    check(at('light', 2, lightStart), { pipeline: 'light', pass: 2, state: lightStart }));

  test.each([
    [0.85, null],
    [0.8499, { pipeline: 'court', pass: 1 }],
    [0.5, { pipeline: 'court', pass: 1 }],
    [0.4999, null],
  ])('after a conclusion of %d is %j', (confidence, expected) =>
    check(at('light', 1, concluded(confidence)), expected),
  );

  test('is none where the court does not sit', () => check(at('light', 1, concluded(0.6)), null, false));

  test('is none after a duplicate or a walk that failed', () => {
    check(at('light', 1, { ...concluded(0.6), outputs: {} }), null);
    check(at('light', 1, { ...concluded(0.6), status: 'failed', terminal: null }), null);
  });

  test('is another light pass where the court sends the case back, with what it used up', () =>
    check(at('court', 1, tried('_remand', { decision: 'remand', remand_feedback: feedback })), {
      pipeline: 'light',
      pass: 2,
      start: { start: 'investigate', counters: { remands: 2, court_ms: 40 } },
    }));

  test('is none after any other verdict', () => {
    check(at('court', 1, tried('_done', { decision: 'affirm' })), null);
    check(at('court', 1, tried('_mistrial', { decision: 'mistrial' })), null);
  });
});

test('progress is read as it was written, with the walks that ended before', async () => {
  const store = createMemoryStore();
  const log = progressLog(makeId('run', sha256('a run')), 'case-1');
  expect(await readProgress(store, log)).toEqual({ progress: none, entry: null });
  const frame = makeId('frame', sha256('a frame')) as FrameId;
  const progress: CaseProgress = {
    walk: { pipeline: 'court', pass: 1, state: startWalk(court) },
    earlier: [{ pipeline: 'light', pass: 1, state: concluded(0.6) }],
    frames: { report: frame },
    replies: [{ agent: 'Weaver', node: 'report', step: 1, frame }],
    zones: ['paint', null],
  };
  const { puts, append } = progressWrite(log, progress);
  expect((await store.commit({ atMs: 0, puts, appends: [append] })).committed).toBe(true);
  expect(await readProgress(store, log)).toEqual({ progress, entry: append.value });
  expect(stepsTaken(progress)).toBe(2);
});
