/** Which walk a case takes next. */
import { describe, expect, test } from 'vitest';
import { courtDefaults } from '../../court/index.ts';
import { type CaseProgress, recordArtifact, startWalk, type WalkerState } from '../../pipeline/index.ts';
import { loadDefinitions } from '../run/definitions.ts';
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
    const planned = nextWalk(progress, { ...courtDefaults, enabled: hasCourt });
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
