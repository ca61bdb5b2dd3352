/** What goes wrong in a trial: answers that do not fit, time that runs out, and a trial that is stopped. */
import { describe, expect, test } from 'vitest';
import {
  brief,
  challenge,
  discovery,
  full,
  indictment,
  type Script,
  seated,
  subject,
  tryCase,
  verdict,
} from '../../../test/court/sample-trial.ts';
import { WalkPause } from '../../pipeline/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { readDetail, readOutcome, runCourt, runTrial, type SeatContext } from '../index.ts';

describe('an answer that does not fit', () => {
  const deep = () => {
    const top: Record<string, unknown> = {};
    let at = top;
    for (let depth = 0; depth < 10_000; depth++) {
      const next = {};
      at.next = next;
      at = next;
    }
    return top;
  };
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const hostile: readonly [string, string, unknown][] = [
    ['nothing', 'indict', undefined],
    ['a text', 'indict', 'guilty'],
    ['another type', 'indict', { type: 'verdict', data: indictment }],
    ['an unknown key', 'indict', { ...indictment, extra: 1 }],
    ['too much confidence', 'indict', { ...indictment, confidence: 1.5 }],
    ['no confidence', 'indict', { prosecution_narrative: 'x' }],
    ['a text beyond its bound', 'indict', { ...indictment, prosecution_narrative: 'x'.repeat(8_001) }],
    ['a lone surrogate', 'indict', { ...indictment, prosecution_narrative: '\ud800' }],
    [
      'a weight of NaN',
      'indict',
      { ...indictment, evidence: [{ description: '', handle: 'h', weight: Number.NaN, class: 'primary' }] },
    ],
    ['a bottomless record', 'discover', { ...discovery, raw: deep() }],
    ['a circle', 'discover', { ...discovery, raw: circle }],
    ['a function', 'discover', { ...discovery, raw: () => 1 }],
    [
      'a throwing getter',
      'discover',
      {
        get checks() {
          throw new Error('no');
        },
      },
    ],
    ['an unknown severity', 'defend', { ...brief, challenges: [{ ...challenge, severity: 'huge' }] }],
    ['a text for a truth', 'defend', { ...brief, plea_deal: 'yes' }],
    ['no argument', 'hearing prosecution', { confidence: 0.5 }],
    ['an artifact for a statement', 'hearing defense', { type: 'defense_brief', data: {} }],
    ['a strike of no exhibit', 'hearing expert', { notes: '', strikes: [2] }],
    ['a negative strike', 'hearing expert', { notes: '', strikes: [-1] }],
    ['an unknown decision', 'verdict', { ...verdict, decision: 'guilty' }],
    ['a prototype for a decision', 'verdict', { ...verdict, decision: '__proto__' }],
  ];

  test.each(hostile)('is asked for once more where it is %s', async (_name, step, answer) => {
    const good = full[step];
    const { result, asked } = await tryCase({ [step]: [answer, ...(Array.isArray(good) ? good : [good])] });
    expect(result.decision).toBe('affirm');
    const retried = asked.filter(({ rejected }) => rejected !== undefined);
    expect(retried).toHaveLength(1);
    expect(retried[0]?.rejected?.length).toBeLessThanOrEqual(500);
  });

  test.each(hostile)('ends the trial where it is %s twice', async (_name, step, answer) => {
    const { result } = await tryCase({ [step]: answer });
    expect(result).toMatchObject({ decision: 'mistrial', reason: 'role_failed' });
  });
});

describe('the time of the court', () => {
  const taking = (clock: ReturnType<typeof createFakeClock>, ms: number, answer: unknown) => () => {
    clock.advance(ms);
    return answer;
  };

  test('is enough at its limit and over one millisecond later', async () => {
    for (const [ms, decision] of [
      [600_000, 'affirm'],
      [600_001, 'mistrial'],
    ] as const) {
      const clock = createFakeClock();
      const { result } = await tryCase({ verdict: taking(clock, ms, verdict) }, { clock });
      expect(result.decision).toBe(decision);
      if (decision === 'mistrial') expect(result.reason).toBe('time_exhausted');
    }
  });

  test('keeps a verdict that came too late as the reasoning of the judge', async () => {
    const clock = createFakeClock();
    const { seats } = seated({ ...full, verdict: taking(clock, 600_001, verdict) });
    const state = await runTrial(subject, { seats, clock });
    expect(readOutcome(subject, state)).toMatchObject({ decision: 'mistrial', flipped: false });
    expect(readDetail(state)).toMatchObject({
      verdictReasoning: 'so',
      verdictConfidence: 0.9,
      bestReading: 'it is so',
      standingChallenges: [challenge],
    });
  });

  test('is of the case: what earlier trials took counts', async () => {
    const clock = createFakeClock();
    const { result } = await tryCase({ indict: taking(clock, 2, indictment) }, { clock, courtMs: 599_999 });
    expect(result).toMatchObject({ decision: 'mistrial', reason: 'time_exhausted', path: ['indict'] });
  });

  test('ends a step in which nobody answers', async () => {
    for (const clock of [undefined, createFakeClock()]) {
      const { result } = await tryCase(
        { defend: () => new Promise(() => {}) },
        { config: { ttlMs: 30 }, ...(clock && { clock }) },
      );
      expect(result).toMatchObject({ decision: 'mistrial', reason: 'time_exhausted' });
    }
  });

  test('leaves a step its own time-out, after which the seat has failed', async () => {
    const { result } = await tryCase(
      { defend: () => new Promise(() => {}) },
      { limits: { nodeTimeoutMs: 20 } },
    );
    expect(result).toMatchObject({ decision: 'mistrial', reason: 'role_failed' });
  });
});

describe('a trial that is stopped', () => {
  test('by a spent budget is paused, not lost, and goes on from its state', async () => {
    let budget = 5;
    const spend = (answer: unknown) => () => {
      if (budget-- <= 0) throw new WalkPause('the budget is spent');
      return answer;
    };
    const script = Object.fromEntries(
      Object.entries(full).map(([step, answer]) => [step, [answer].flat().map(spend)]),
    );
    const { seats } = seated(script);
    const config = { enabled: true };
    await expect(runCourt(subject, { seats, config })).rejects.toThrow(WalkPause);
    budget = 5;
    const paused = await runTrial(subject, { seats: seated(script).seats, config });
    expect(paused).toMatchObject({ status: 'paused', node: 'hearing' });
    const whole = await runTrial(subject, { seats: seated(full).seats, config });
    budget = 99;
    const resumed = await runTrial(subject, { seats: seated(script).seats, config, state: paused });
    expect(resumed).toEqual(whole);
  });

  test('after any step goes on to the same end', async () => {
    const states: Awaited<ReturnType<typeof runTrial>>[] = [];
    const byRound: Script = {
      ...full,
      'hearing prosecution': ({ round = 1 }: SeatContext) => ({
        argument: 'yes',
        confidence: 1 - round / 10,
      }),
    };
    const whole = await runTrial(subject, {
      seats: seated(byRound).seats,
      onStep: ({ next }) => void states.push(JSON.parse(JSON.stringify(next))),
    });
    expect(states).toHaveLength(7);
    for (const state of states)
      expect(await runTrial(subject, { seats: seated(byRound).seats, state })).toEqual(whole);
  });

  test('from outside says so', async () => {
    const signal = AbortSignal.abort('enough');
    await expect(tryCase({}, { signal })).rejects.toThrow('was called off: enough');
  });
});
