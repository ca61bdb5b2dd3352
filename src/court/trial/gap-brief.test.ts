/** Evidence-gap briefs: never empty, never long, the worst first, whatever a trial left. */
import { describe, expect, test } from 'vitest';
import {
  brief,
  challenge,
  full,
  indictment,
  type Script,
  seated,
  subject,
  verdict,
} from '../../../test/court/sample-trial.ts';
import { courtArtifacts, makeGapBrief, readOutcome, rejectionBrief, runTrial } from '../index.ts';

const gap = (severity: 'critical' | 'high' | 'medium' | 'low', description = severity as string) => ({
  description,
  category: 'c',
  source: 's',
  severity,
  suggested_action: 'a',
});
const make = (gaps: readonly ReturnType<typeof gap>[], confidence = 0.4) =>
  makeGapBrief({ caseId: 'case-1', confidence, gaps, summary: 'x' });

describe('a brief', () => {
  test('names one gap where none is known', () => {
    expect(make([]).gaps).toHaveLength(1);
  });

  test('names the worst ten, worst first', () => {
    const gaps = [...Array(9).fill(gap('low')), gap('critical'), gap('medium'), gap('high')];
    expect(make(gaps).gaps.map(({ severity }) => severity)).toEqual([
      'critical',
      'high',
      'medium',
      ...Array(7).fill('low'),
    ]);
  });

  test('cuts what is too long', () => {
    const [only] = make([gap('low', 'x'.repeat(5_000))]).gaps;
    expect(only?.description).toHaveLength(1_000);
  });

  test.each([-1, 2, Number.NaN])('is refused with a confidence of %d', (confidence) => {
    expect(() => make([], confidence)).toThrow('a gap brief does not fit');
  });

  test('of a rejection names what was missing', () => {
    const { gaps, final_confidence } = rejectionBrief({
      caseId: 'case-1',
      confidence: 0.3,
      missing: ['history', 'own-frames'],
    });
    expect(gaps.map(({ description }) => description)).toEqual([
      'evidence that was not there: history',
      'evidence that was not there: own-frames',
    ]);
    expect(final_confidence).toBe(0.3);
  });
});

describe('the brief of a trial', () => {
  const endsWith = async (script: Script) => {
    const { seats } = seated({ ...full, ...script });
    const state = await runTrial(subject, { seats });
    return courtArtifacts.evidence_gap_brief.parse(readOutcome(subject, state).gapBrief);
  };

  test('names what was contested, struck and not ruled out', async () => {
    const contested = {
      ...brief,
      challenges: [challenge, { evidence_index: 1, challenge: 'forged', severity: 'fatal' }],
      alternative_hypothesis: 'it is elsewhere',
      alternative_handles: ['h9'],
    };
    const { gaps, summary } = await endsWith({
      defend: contested,
      'hearing expert': { notes: '', strikes: [1] },
      verdict: { ...verdict, decision: 'acquit' },
    });
    expect(summary).toBe('the charge did not stand');
    expect(gaps.map(({ category, source, severity }) => `${severity} ${category} ${source}`)).toEqual([
      'critical struck-evidence h2',
      'high contested-evidence h1',
      'high alternative h9',
    ]);
  });

  test('says where a trial without a verdict ended', async () => {
    const { gaps, summary } = await endsWith({ discover: 'nonsense' });
    expect(summary).toBe('the trial ended without a verdict: role_failed');
    expect(gaps).toEqual([
      expect.objectContaining({ category: 'process', source: 'discover', stage: 'discover' }),
    ]);
  });

  test('holds also where nobody said anything', async () => {
    const { gaps } = await endsWith({ indict: undefined });
    expect(gaps).toEqual([expect.objectContaining({ category: 'process', stage: 'indict' })]);
  });

  test('keeps to its bounds, however much a defense objects', async () => {
    const many = Array(100).fill({ ...challenge, challenge: 'x'.repeat(2_000) });
    const { gaps } = await endsWith({
      indict: { ...indictment, confidence: 0.99 },
      defend: { ...brief, challenges: many },
      verdict: { ...verdict, decision: 'mistrial' },
    });
    expect(gaps).toHaveLength(10);
  });
});
