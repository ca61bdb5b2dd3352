/** Trials with scripted seats through the real walk: where they end, how they get there, and what each seat sees. */
import { describe, expect, test } from 'vitest';
import {
  brief,
  discovery,
  feedback,
  full,
  indictment,
  type Script,
  seated,
  subject,
  tryCase,
  verdict,
} from '../../../test/court/sample-trial.ts';
import { type AgentIdentity, personaByName } from '../../pipeline/agents/index.ts';
import {
  type CourtRole,
  courtArtifacts,
  runCourt,
  runTrial,
  type SeatContext,
  type TrialOptions,
} from '../index.ts';

describe('a trial', () => {
  test.each<[string, Script, Partial<TrialOptions>, object]>([
    [
      'affirms',
      {},
      {},
      { decision: 'affirm', flipped: false, rounds: 3, remands: 0, final: subject.conclusion },
    ],
    [
      'amends the type',
      { verdict: { ...verdict, decision: 'amend', final_classification: 'test_bug' } },
      {},
      { decision: 'amend', flipped: true, final: { ...subject.conclusion, defect_type: 'test_bug' } },
    ],
    [
      'amends the place, which comes first, and nothing else',
      { verdict: { ...verdict, decision: 'amend', final_location: 'src/b.ts' } },
      {},
      {
        decision: 'amend',
        flipped: true,
        final: {
          defect_type: 'product_bug',
          suspects: [
            { path: 'src/b.ts', score: 5 },
            { path: 'src/a.ts', score: 9 },
          ],
        },
      },
    ],
    [
      'acquits, with a brief',
      { verdict: { ...verdict, decision: 'acquit' } },
      {},
      {
        decision: 'acquit',
        flipped: false,
        final: subject.conclusion,
        gapBrief: { case_id: 'case-1', final_confidence: 0.7 },
      },
    ],
    [
      'remands, with its feedback',
      { verdict: { ...verdict, decision: 'remand', remand_feedback: feedback } },
      {},
      { decision: 'remand', remands: 1, feedback, final: subject.conclusion },
    ],
    [
      'remands a second time',
      { verdict: { ...verdict, decision: 'remand', remand_feedback: feedback } },
      { remands: 1 },
      { decision: 'remand', remands: 2 },
    ],
    [
      'ends where it may not remand again',
      { verdict: { ...verdict, decision: 'remand', remand_feedback: feedback } },
      { remands: 2 },
      { decision: 'mistrial', reason: 'deliberation_exhausted', remands: 2 },
    ],
    [
      'ends as the judge says',
      { verdict: { ...verdict, decision: 'mistrial' } },
      {},
      { decision: 'mistrial', reason: 'judge_declared' },
    ],
    [
      'ends after too many handoffs',
      {},
      { config: { maxHandoffs: 5 } },
      { decision: 'mistrial', reason: 'deliberation_exhausted', rounds: 3 },
    ],
    [
      'ends when a seat fails',
      { defend: () => Promise.reject(new Error('gone')) },
      {},
      { decision: 'mistrial', reason: 'role_failed' },
    ],
  ])('%s', async (_name, script, options, expected) => {
    const { result } = await tryCase(script, options);
    expect(result).toMatchObject({ activated: true, original: subject.conclusion, ...expected });
    expect('gapBrief' in result).toBe(['acquit', 'mistrial'].includes(String(result.decision)));
    if (result.gapBrief)
      expect(courtArtifacts.evidence_gap_brief.safeParse(result.gapBrief).success).toBe(true);
  });

  const all = ['indict', 'discover', 'defend', 'hearing', 'verdict'];
  test.each<[string, Script, readonly string[]]>([
    ['through discovery', { 'hearing defense': { rebuttal: 'no', confidence: 0.8 } }, all],
    [
      'at .9499 through discovery',
      { indict: { ...indictment, confidence: 0.9499 }, defend: { ...brief, plea_deal: true } },
      ['indict', 'discover', 'defend', 'verdict'],
    ],
    [
      'at .95 on the fast track',
      { indict: { ...indictment, confidence: 0.95 }, defend: { ...brief, plea_deal: true } },
      ['indict', 'defend', 'verdict'],
    ],
    [
      'at exactly 1 on the fast track',
      { indict: { ...indictment, confidence: 1 }, defend: { ...brief, plea_deal: true } },
      ['indict', 'defend', 'verdict'],
    ],
    [
      'through three rounds',
      {},
      ['indict', 'discover', 'defend', 'hearing', 'hearing', 'hearing', 'verdict'],
    ],
    [
      'to a hearing without a contest',
      { defend: brief, 'hearing defense': { rebuttal: '', confidence: 0.85 } },
      all,
    ],
    [
      'to a hearing by a motion',
      {
        defend: { ...brief, motion_to_dismiss: true },
        'hearing defense': { rebuttal: '', confidence: 0.85 },
      },
      all,
    ],
  ])('goes %s', async (_name, script, path) => {
    expect((await tryCase(script)).result.path).toEqual(path);
  });

  test('takes artifacts with their type as well as their bare data', async () => {
    const { confidence, ...data } = indictment;
    const { result } = await tryCase({ indict: { type: 'indictment', confidence, data } });
    expect(result.decision).toBe('affirm');
  });

  test('is not held where the confidence does not call for it', async () => {
    const { seats, asked } = seated(full);
    for (const [confidence, config] of [
      [0.85, { enabled: true }],
      [0.4999, { enabled: true }],
      [0.7, {}],
    ] as const) {
      expect(await runCourt({ ...subject, confidence }, { seats, config })).toEqual({
        activated: false,
        decision: null,
        original: subject.conclusion,
        final: subject.conclusion,
        flipped: false,
        path: [],
        rounds: 0,
        remands: 0,
      });
    }
    expect(asked).toEqual([]);
  });
});

describe('a hearing', () => {
  const say = (charge: number, defense: number, strikes: readonly number[] = []): Script => ({
    'hearing prosecution': { argument: 'yes', confidence: charge },
    'hearing defense': { rebuttal: 'no', confidence: defense },
    'hearing expert': { notes: 'seen', strikes },
  });
  test.each<[string, Script, number]>([
    ['a gap of .1499', say(0.6499, 0.5), 1],
    ['a gap of .15 that stays', say(0.65, 0.5), 2],
    ['strikes that take the gap away', say(0.9, 0.3, [0]), 1],
    ['everything struck, so that nothing is left to differ', say(0.9, 0.1, [0, 1]), 1],
    ['strengths that change in every round', {}, 3],
  ])('with %s has so many rounds', async (_name, script, rounds) => {
    expect((await tryCase(script)).result.rounds).toBe(rounds);
  });

  test('asks three seats a round, each with the record so far', async () => {
    const { asked } = await tryCase({});
    const heard = asked.filter(({ node }) => node === 'hearing');
    expect(heard.map(({ role, round }) => `${round} ${role}`)).toEqual(
      [1, 2, 3].flatMap((round) => ['prosecution', 'defense', 'expert'].map((role) => `${round} ${role}`)),
    );
    expect(heard.map(({ record }) => record.hearing?.rounds.length ?? 0)).toEqual([
      0, 0, 0, 1, 1, 1, 2, 2, 2,
    ]);
    expect(heard.slice(0, 3).map(({ record }) => record.openRound)).toEqual([
      {},
      { prosecution_argument: 'yes' },
      { prosecution_argument: 'yes', defense_rebuttal: 'no' },
    ]);
  });

  test('keeps what is struck, and the judge sees it', async () => {
    const strikes = [[1], [], []].map((list) => ({ notes: 'n', strikes: list }));
    const { asked } = await tryCase({ 'hearing expert': strikes });
    const { exhibits, hearing } = asked.at(-1)?.record ?? {};
    expect(exhibits?.exhibits.map(({ struck }) => struck)).toEqual([false, true]);
    expect(hearing?.rounds.map(({ judge_notes, gap, strikes }) => ({ judge_notes, gap, strikes }))).toEqual([
      // Of the total weight 1.5, two thirds were not struck.
      { judge_notes: 'n', gap: 0.5, strikes: [1] },
      { judge_notes: 'n', gap: 0.4333, strikes: [1] },
      { judge_notes: 'n', gap: 0.3666, strikes: [1] },
    ]);
  });
});

describe('what a seat sees', () => {
  const planted = 'PLANTED';
  const conclusion = { ...subject.conclusion, rca_message: planted, summary: planted };
  const evidence = [{ handle: 'h1', description: planted, weight: 1, class: 'primary' as const }];
  const script: Script = { ...full, indict: { ...indictment, prosecution_narrative: planted } };
  const see = async (more: Script = {}) => {
    const { seats, asked } = seated({ ...script, ...more });
    await runCourt({ ...subject, conclusion, evidence }, { seats, config: { enabled: true } });
    return asked;
  };
  const shown = (asked: readonly SeatContext[], node: string, role: CourtRole) =>
    JSON.stringify(asked.filter((context) => context.node === node && context.role === role));

  test.each([
    ['through discovery', {}],
    ['on the fast track', { indict: { ...indictment, prosecution_narrative: planted, confidence: 0.99 } }],
  ])('holds no narrative for the defense, %s', async (_name, more) => {
    const asked = await see(more);
    for (const node of ['discover', 'defend', 'hearing'])
      expect(shown(asked, node, 'defense')).not.toContain(planted);
    expect(shown(asked, 'hearing', 'expert')).toContain(planted);
    expect(shown(asked, 'verdict', 'judge')).toContain(planted);
  });

  test('is the raw failure alone at discovery', async () => {
    const asked = await see();
    expect(asked.find(({ node }) => node === 'discover')?.record).toEqual({ failure: { message: 'boom' } });
  });

  test('is the charge and bare exhibits at the defense', async () => {
    const asked = await see();
    expect(asked.find(({ node }) => node === 'defend')?.record).toEqual({
      failure: { message: 'boom' },
      charge: { type: 'product_bug', location: 'src/a.ts' },
      exhibits: {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        exhibits: [{ index: 0, handle: 'h1', class: 'primary', weight: 1, struck: false }],
        charged: 1,
      },
      discovery,
    });
  });

  test('is never the conclusion in its own words, not even for the prosecution', async () => {
    const asked = await see();
    expect(shown(asked, 'indict', 'prosecution')).not.toContain(planted);
    expect(asked[0]?.record.charge).toEqual({ type: 'product_bug', location: 'src/a.ts' });
  });
});

describe('the charge and its exhibits', () => {
  test('are the conclusion, whatever the prosecution writes', async () => {
    const forged = { ...indictment, charged_defect_type: 'flaky', charged_location: 'src/z.ts' };
    const { asked, result } = await tryCase({ indict: forged });
    expect(result.decision).toBe('affirm');
    expect(asked.at(-1)?.record.charge).toEqual({ type: 'product_bug', location: 'src/a.ts' });
  });

  test('are fixed when discovery ends, with one hash from there on', async () => {
    const further = { description: 'd', handle: 'h3', weight: 0.2, class: 'corroborating' };
    const { asked } = await tryCase({ discover: { ...discovery, further_evidence: [further] } });
    const later = asked.filter(({ node }) => !['indict', 'discover'].includes(node));
    expect(new Set(later.map(({ record }) => record.exhibits?.hash)).size).toBe(1);
    expect(later[0]?.record.exhibits).toMatchObject({ charged: 2, exhibits: { length: 3 } });
    expect(later.at(-1)?.record.brief?.exhibits_hash).toBe(later[0]?.record.exhibits?.hash);
  });

  test('stop a trial that is taken up with others', async () => {
    const { seats } = seated(full);
    const state = await runTrial(subject, { seats });
    const indict = state.outputs.indict as (typeof state.outputs)[string];
    const altered = { ...indict, data: { ...indict.data, evidence: [] } };
    const stored = { ...state, outputs: { ...state.outputs, indict: altered } };
    await expect(runTrial(subject, { seats, state: stored })).rejects.toThrow('not those that were frozen');
  });

  test('count for nothing without a handle', async () => {
    const { asked } = await tryCase({
      indict: { ...indictment, evidence: [{ description: 'd', handle: '', weight: 1, class: 'executed' }] },
    });
    expect(asked.at(-1)?.record.exhibits?.exhibits).toEqual([
      { index: 0, handle: '', class: 'executed', weight: 0, struck: false },
    ]);
  });
});

test('a further check of the caller can refuse what fits the schema', async () => {
  const { result } = await tryCase({}, { check: ({ type }) => (type === 'verdict' ? 'not signed' : null) });
  expect(result).toMatchObject({ decision: 'mistrial', reason: 'role_failed' });
});

test('a light agent in a seat of the court is refused before anybody is asked', async () => {
  const { seats, asked } = seated(full);
  const judge = { ...seats.judge, identity: personaByName('Weaver') as AgentIdentity };
  await expect(runCourt(subject, { seats: { ...seats, judge }, config: { enabled: true } })).rejects.toThrow(
    'cannot be judge',
  );
  expect(asked).toEqual([]);
});
