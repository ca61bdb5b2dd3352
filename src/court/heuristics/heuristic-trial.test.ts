/**
 * Whole trials by the heuristics alone: every outcome is reachable, and the same packs always reach the same
 * one.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base,
  block,
  candidate,
  type Features,
  failure,
  heuristicSeats,
} from '../../../test/court/sample-pack.ts';
import type { Block } from '../../disclosure/lens/index.ts';
import {
  type CourtSubject,
  courtArtifacts,
  readDetail,
  runCourt,
  runTrial,
  type TrialOptions,
} from '../index.ts';

const full: Features = {
  stackDepth: 1000,
  stackShare: 1000,
  bodyTerms: 1000,
  fileTerms: 1000,
  messageTerms: 1000,
  bodyNames: 1000,
  naming: 1000,
  folder: 1000,
  together: 1000,
  togetherShare: 1000,
  recency: 1000,
  reach: 1000,
  size: 500,
};
const only = (features: Features): Features => ({
  ...Object.fromEntries(Object.keys(full).map((name) => [name, 0])),
  recency: 100,
  ...features,
});
const onStack = { stackDepth: 1000, stackShare: 1000 };

const subject = (conclusion: CourtSubject['conclusion']): CourtSubject => ({
  id: 'case-1',
  conclusion,
  confidence: 0.7,
  evidence: ['h:src/a.ts'],
});
const chargeOfA = subject({ defect_type: 'product_bug', suspects: [{ path: 'src/a.ts' }] });

const check = (raw: readonly Block[], tried = chargeOfA, more: Partial<TrialOptions> = {}) =>
  runCourt(tried, { seats: heuristicSeats(raw), config: { enabled: true }, ...more });

const strong = candidate('src/a.ts', full);
const supported = candidate('src/a.ts', only({ ...onStack, naming: 1000, folder: 1000, bodyTerms: 900 }));
const thin = candidate('src/a.ts', only({ naming: 1000, folder: 1000 }));
const rival = candidate('src/b.ts', only({ ...onStack, bodyTerms: 900, bodyNames: 900 }));
const even = candidate(
  'src/b.ts',
  only({ reach: 1000, bodyTerms: 1000, bodyNames: 1000, fileTerms: 1000, recency: 900 }),
);
const middling = candidate('src/a.ts', only({ stackDepth: 900, stackShare: 900 }));

describe('a trial by heuristics', () => {
  const long = ['indict', 'discover', 'defend', 'hearing', 'hearing', 'verdict'];
  test.each<[string, readonly Block[], CourtSubject, Partial<TrialOptions>, object]>([
    [
      'affirms without a hearing what everything supports',
      [failure(), base(), strong],
      chargeOfA,
      {},
      { decision: 'affirm', path: ['indict', 'defend', 'verdict'], rounds: 0, flipped: false },
    ],
    [
      'affirms what stays ahead of every challenge',
      [failure(), base(), supported, candidate('src/b.ts', only({ recency: 900, together: 800 }))],
      chargeOfA,
      {},
      { decision: 'affirm', flipped: false },
    ],
    [
      'amends where another place is better supported',
      [failure(), base(), thin, rival],
      chargeOfA,
      {},
      { decision: 'amend', flipped: true, final: { suspects: [{ path: 'src/b.ts' }, { path: 'src/a.ts' }] } },
    ],
    [
      'acquits where nothing speaks for the place',
      [failure(), base(), rival],
      chargeOfA,
      {},
      { decision: 'acquit', path: long, flipped: false },
    ],
    [
      'sends back what is too close to call',
      [failure(), base(), middling, even],
      chargeOfA,
      {},
      { decision: 'remand', remands: 1, feedback: { target: 'investigate' } },
    ],
    [
      'gives up where it may not send back',
      [failure(), base(), middling, even],
      chargeOfA,
      { remands: 2 },
      { decision: 'mistrial', reason: 'judge_declared' },
    ],
    [
      'affirms a flaky test that passed when it was run again',
      [failure({ is_flaky: true, retries: ['passed'] }), base()],
      subject({ defect_type: 'flaky' }),
      {},
      { decision: 'affirm' },
    ],
    [
      'affirms an environment that the message names',
      [failure({ message: 'connect ECONNREFUSED 127.0.0.1' }), base()],
      subject({ defect_type: 'environment' }),
      {},
      { decision: 'affirm' },
    ],
    [
      'acquits an environment of which the message says nothing',
      [failure(), base()],
      subject({ defect_type: 'environment' }),
      {},
      { decision: 'acquit' },
    ],
    [
      'affirms what a run blames, whatever leads',
      [failure(), base(), thin, rival, block('experiment', 'h:run', { path: 'src/a.ts', blames: true })],
      chargeOfA,
      {},
      { decision: 'affirm' },
    ],
  ])('%s', async (_name, raw, tried, more, expected) => {
    expect(await check(raw, tried, more)).toMatchObject({ activated: true, ...expected });
  });

  describe('where evidence says what it is worth', () => {
    const weighed = (path: string, features: Features, worth: Record<string, number>) =>
      candidate(path, only(features), { worth });
    const likely = weighed('src/a.ts', { changeReach: 900 }, { change: 3_000, prior: -200 });
    const less = weighed(
      'src/b.ts',
      { ...onStack, bodyTerms: 900, naming: 900 },
      { stack: 1_000, text: 600 },
    );
    const equal = weighed('src/b.ts', { bodyTerms: 900 }, { text: 2_800 });

    test('the likelier place stands, however many kinds of evidence another has', async () =>
      expect(await check([failure(), base(), likely, less])).toMatchObject({
        decision: 'affirm',
        flipped: false,
      }));

    test('two that are alike are not decided by reading the same evidence again', async () => {
      const result = await check([failure(), base(), likely, equal], chargeOfA, { remands: 2 });
      expect(result).toMatchObject({ decision: 'mistrial', flipped: false });
    });

    test('what is struck of a place takes its share of how likely it is', async () => {
      const two = weighed('src/a.ts', { changeReach: 900, naming: 900 }, { change: 1_500, naming: 1_500 });
      const raw = [failure(), base(), two, less];
      const seats = heuristicSeats(raw);
      const strict = { ...seats.expert, ask: () => ({ notes: 'exhibit 0 is struck', strikes: [0] }) };
      const reasonsWith = async (expert: typeof seats.expert) =>
        readDetail(await runTrial(chargeOfA, { seats: { ...seats, expert } })).verdictReasoning;
      expect(await reasonsWith(seats.expert)).toContain('affirm: the charge stands at 0.8022');
      expect(await reasonsWith(strict)).toContain('the charge stands at 0.4011');
    });
  });

  test('asks what it wants answered, with the exhibits in question', async () => {
    const { feedback } = await check([failure(), base(), middling, even]);
    expect(feedback?.alternative_hypothesis).toContain('src/b.ts leads without');
    expect(feedback?.specific_questions[0]).toContain('is it src/a.ts, or is it so that src/b.ts');
    expect(feedback?.challenged_evidence.length).toBeGreaterThan(0);
  });

  test('says in its brief what was missing and what was contested', async () => {
    const raw = [failure(), base(['history', 'test-source'], 'none'), middling, even];
    const { gapBrief } = await check(raw, chargeOfA, { remands: 2 });
    const categories = gapBrief?.gaps.map(({ category }) => category);
    expect(categories).toEqual(
      expect.arrayContaining(['contested-evidence', 'missing-evidence', 'alternative']),
    );
  });

  test('makes nothing of blocks that are gists or odd, and still ends', async () => {
    const kinds = ['failure', 'trace', 'evidence', 'evidence-base', 'experiment'];
    const payloads = [null, 'a gist', [], 7, { path: 5 }, { path: 'src/a.ts', features: null, frames: 'x' }];
    const odd = kinds.flatMap((kind) =>
      payloads.map((payload, index) => block(kind, `h:${kind}${index}`, payload)),
    );
    expect(await check(odd)).toMatchObject({ decision: 'acquit' });
  });

  test('strikes exhibits that are forged, and acquits when none is left', async () => {
    const raw = [failure(), base(), thin, rival];
    const seats = heuristicSeats(raw);
    const forged = ['h:src/b.ts', 'h:nowhere'].map((handle) => ({
      description: 'it says so',
      handle,
      weight: 1,
      class: 'primary',
    }));
    const liar = {
      ...seats.prosecution,
      ask: (context: Parameters<typeof seats.prosecution.ask>[0], signal: AbortSignal) =>
        context.node === 'indict'
          ? { prosecution_narrative: 'trust me', evidence: forged, confidence: 1 }
          : seats.prosecution.ask(context, signal),
    };
    const state = await runTrial(chargeOfA, { seats: { ...seats, prosecution: liar } });
    expect(readDetail(state)).toMatchObject({ exhibits: [{ struck: true }, { struck: true }] });
    expect(state.terminal).toBe('_gap_brief');
  });
});

describe('any trial by heuristics', () => {
  const unit = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 }));
  const features = fc.record(Object.fromEntries(Object.keys(full).map((name) => [name, unit])));
  const sides = fc.constantFrom('production', 'beside', 'test');
  const raw = fc
    .array(fc.record({ features, side: sides, isStale: fc.boolean() }), { maxLength: 6 })
    .chain((drafts) =>
      fc.record({
        candidates: fc.constant(
          drafts.map(({ features: values, ...more }, index) =>
            candidate(`src/${'abcdef'[index]}.ts`, values, more),
          ),
        ),
        failed: fc.record({ count: fc.integer({ min: 1, max: 9 }), is_flaky: fc.boolean() }).map(failure),
        basis: fc.subarray(['history', 'test-source', 'own-frames']).map((missing) => base(missing)),
      }),
    );
  const type = fc.constantFrom('product_bug', 'test_bug', 'flaky', 'environment');

  test('ends as a court may, with artifacts that fit, and equally for any order of its blocks', async () => {
    const property = fc.asyncProperty(raw, type, async ({ candidates, failed, basis }, defect_type) => {
      const blocks = [failed, basis, ...candidates];
      const tried = subject({ defect_type, suspects: [{ path: 'src/a.ts' }] });
      const result = await check(blocks, tried);
      expect(result.reason).not.toBe('role_failed');
      if (result.gapBrief) courtArtifacts.evidence_gap_brief.parse(result.gapBrief);
      expect(await check(blocks.toReversed(), tried)).toEqual(result);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
