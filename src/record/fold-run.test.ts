// A run as it is folded from its events.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  frameOf,
  packOf,
  sample,
  sampleEvents,
  sampleKinds,
  samplePayloads,
  spoiledRun,
  wellFormedRun,
} from '../../test/pipeline/events/sample-events.ts';
import { foldRun } from './fold-run.ts';
import { type RunEvent, runEvent, type StepPlace } from './run-event.ts';
import { emptyRun, type RunModel } from './run-model.ts';

const at: StepPlace = { case: 'c1', step: 1, node: 'recall', within: [] };
const frame = frameOf('frame');
const opened = [sample('run-started'), sample('case-opened')];

test('of one event of each kind gives the run, its case and the step with all that happened in it', () => {
  expect(foldRun(sampleEvents)).toEqual({
    run: 'r1',
    status: 'done',
    entries: 19,
    unread: 0,
    memoryChanges: [{ frame, change: 'learned' }],
    cases: [
      {
        id: 'c1',
        frame,
        status: 'exhausted',
        terminal: '_exhausted',
        reason: '`H7` is spent',
        paused: null,
        overrides: [{ by: 'person', frame }],
        steps: [
          {
            step: 1,
            node: 'recall',
            within: [],
            agent: { name: 'person', reason: 'person' },
            masks: ['mask-of-recall'],
            sources: [{ source: 'prior-causes', by: 'mask-of-recall' }],
            packs: [{ pack: packOf('pack'), consumer: 'Herald' }],
            asks: [{ model: 'heuristic', request: 'q' }],
            replyChecks: [{ ok: true, reasons: [] }],
            tools: [{ tool: 'file', command: 'read', code: 'EN-READ-S-001' }],
            decisions: [{ decision: 'miss', reason: 'nothing alike' }],
            // The last of the events tells that it failed.
            artifact: null,
            edge: { edge: 'H2', to: 'triage' },
            failure: 'it hung',
            outer: [],
          },
        ],
      },
    ],
  });
});

test('of nothing is what it was folded from', () => {
  expect(foldRun([])).toBe(emptyRun);
  const some = foldRun(sampleEvents);
  expect(foldRun([], some)).toBe(some);
});

describe('a case', () => {
  const paused = [...opened, sample('step-entered'), sample('case-paused')];
  const next: StepPlace = { ...at, step: 2 };
  const within = (nodes: readonly string[]) =>
    runEvent('walk-ended', { ...samplePayloads['walk-ended'], within: nodes });

  test.each<[string, readonly RunEvent[], object]>([
    ['waits', paused, { status: 'paused', paused: 'a person is asked' }],
    [
      'that goes on waits no more',
      [...paused, runEvent('step-entered', next)],
      { status: 'walking', paused: null },
    ],
    [
      'whose step a person took goes on',
      [...paused, sample('case-overridden')],
      { status: 'walking', paused: null, overrides: [{ by: 'person', frame }] },
    ],
    [
      'that is walked again after its end has not ended',
      [...opened, sample('walk-ended'), runEvent('step-entered', next)],
      { status: 'walking', terminal: null, reason: null },
    ],
    [
      'goes on where a walk within one of its nodes ends',
      [...opened, sample('step-entered'), within(['recall'])],
      { status: 'walking', terminal: null, reason: null },
    ],
    ['that was never opened is not there', [sample('step-entered')], {}],
  ])('%s', (_what, events, expected) => {
    const [one] = foldRun(events).cases;
    if (Object.keys(expected).length === 0) expect(one).toBeUndefined();
    else expect(one).toMatchObject(expected);
  });

  test('that visits a node twice has two steps', () => {
    const events = [...opened, sample('step-entered'), runEvent('step-entered', next)];
    expect(foldRun(events).cases[0]?.steps.map(({ step, node }) => [step, node])).toEqual([
      [1, 'recall'],
      [2, 'recall'],
    ]);
  });
});

test('a step that ends nested walks tells its own artifact and edge apart from those around it', () => {
  const inner: StepPlace = { ...at, node: 'weigh', within: ['trial', 'hearing'] };
  const around: StepPlace = { ...at, node: 'hearing', within: ['trial'] };
  const outermost: StepPlace = { ...at, node: 'trial' };
  const [step] =
    foldRun([
      ...opened,
      runEvent('step-entered', inner),
      runEvent('artifact-recorded', { ...inner, frame, type: 'weight' }),
      runEvent('edge-taken', { ...inner, edge: 'I1', to: '_done' }),
      runEvent('artifact-recorded', { ...around, frame: frameOf('hearing'), type: 'record' }),
      runEvent('edge-taken', { ...around, edge: 'A1', to: '_done' }),
      runEvent('step-failed', { ...outermost, reason: 'no artifact' }),
      runEvent('edge-taken', { ...outermost, edge: 'O1', to: 'verdict' }),
    ]).cases[0]?.steps ?? [];
  expect(step).toMatchObject({
    node: 'weigh',
    within: ['trial', 'hearing'],
    artifact: { frame, type: 'weight' },
    edge: { edge: 'I1', to: '_done' },
    failure: null,
  });
  expect(step?.outer).toEqual([
    {
      node: 'hearing',
      within: ['trial'],
      artifact: { frame: frameOf('hearing'), type: 'record' },
      edge: { edge: 'A1', to: '_done' },
      failure: null,
    },
    {
      node: 'trial',
      within: [],
      artifact: null,
      edge: { edge: 'O1', to: 'verdict' },
      failure: 'no artifact',
    },
  ]);
});

describe('two histories of a case that were merged', () => {
  type Told = { readonly agent?: string; readonly by?: string; readonly fails?: boolean };
  const step = (number: number, name: string, { agent, by, fails = false }: Told): readonly RunEvent[] => {
    const place: StepPlace = { ...at, step: number };
    const made = frameOf(name);
    return [
      ...(agent ? [runEvent('agent-chosen', { ...place, agent, reason: 'seat' })] : []),
      runEvent('step-entered', place),
      ...(by ? [runEvent('case-overridden', { ...place, by, frame: made })] : []),
      fails
        ? runEvent('step-failed', { ...place, reason: name })
        : runEvent('artifact-recorded', { ...place, frame: made, type: name }),
      runEvent('edge-taken', { ...place, edge: name, to: name }),
    ];
  };
  const first = step(1, 'one', { agent: 'Herald' });
  const agents = [...first, ...step(2, 'two', { agent: 'Seeker' }), ...step(3, 'three', { agent: 'Weaver' })];

  test.each<[string, readonly RunEvent[], readonly RunEvent[]]>([
    ['an agent, and then a person', agents, [...first, ...step(2, 'other', { by: 'alice' })]],
    ['a person, and then an agent', [...first, ...step(2, 'other', { by: 'alice' })], agents],
    [
      'two persons',
      [...first, ...step(2, 'other', { by: 'alice' }), ...step(3, 'x', { agent: 'Weaver' })],
      [...first, ...step(2, 'another', { by: 'bob' })],
    ],
    ['an agent, and then nobody', agents, [...first, ...step(2, 'other', {})]],
    ['an answer, and then none', agents, [...first, ...step(2, 'hung', { agent: 'Seeker', fails: true })]],
    ['no answer, and then one', [...first, ...step(2, 'hung', { agent: 'Seeker', fails: true })], agents],
  ])('are told as the later one: %s', (_what, one, other) => {
    expect(foldRun([...opened, ...one, ...opened, ...other]).cases).toEqual(
      foldRun([...opened, ...other]).cases,
    );
  });

  const answered = [...first, ...step(2, 'other', { by: 'alice' }), ...step(3, 'three', { agent: 'Weaver' })];

  test.each<[string, readonly RunEvent[]]>([
    ['to a step', first],
    ['to a pause', [...first, runEvent('case-paused', { ...at, step: 2, reason: 'it waits' })]],
    ['to an answer', [...first, ...step(2, 'other', { by: 'alice' })]],
    ['to its end', [...answered, sample('walk-ended')]],
  ])('are one where the later is the beginning of the other, %s', (_what, beginning) => {
    const whole = [...opened, ...answered, sample('walk-ended')];
    expect(foldRun([...whole, ...opened, ...beginning]).cases).toEqual(foldRun(whole).cases);
  });
});

describe('replaying', () => {
  /** Folds in pieces that end at the cuts; each model is frozen, so that none can be changed afterwards. */
  function foldInPieces(events: readonly RunEvent[], cuts: readonly number[]): RunModel {
    const ends = [...cuts, events.length].map((cut) => Math.min(cut, events.length)).sort((a, b) => a - b);
    let [model, start] = [emptyRun, 0];
    for (const end of ends) {
      model = freeze(foldRun(events.slice(start, end), model));
      start = end;
    }
    return model;
  }

  const cuts = fc.array(fc.nat(150), { maxLength: 5 });

  test.each([
    ['a run as it is written', wellFormedRun],
    ['events lost, doubled, out of order and of unknown cases', spoiledRun],
  ])('prefixes and then the rest of %s is replaying all', (_what, runs) => {
    fc.assert(
      fc.property(runs, cuts, (events, at) => {
        expect(foldInPieces(events, at)).toEqual(foldRun(events));
      }),
      { numRuns: 300 },
    );
  });

  test('one by one is replaying all', () => {
    fc.assert(
      fc.property(spoiledRun, (events) => {
        expect(foldInPieces(events, [...events.keys()])).toEqual(foldRun(events));
      }),
      { numRuns: 50 },
    );
  });

  test('a run that two merged ledgers had tells it once', () => {
    fc.assert(
      fc.property(wellFormedRun, (events) => {
        const once = foldRun(events);
        expect(foldRun([...events, ...events])).toEqual({ ...once, entries: 2 * once.entries });
      }),
      { numRuns: 100 },
    );
    const again = foldRun([...sampleEvents, sample('run-started')]);
    expect(again).toMatchObject({ status: 'done' });
  });

  test('tells of each step what its events say, in their order', () => {
    fc.assert(
      fc.property(wellFormedRun, (events) => {
        for (const { id, steps } of foldRun(events).cases) {
          const own = events.filter((event) => 'step' in event && event.case === id);
          for (const { step, masks, decisions } of steps) {
            const told = own.filter((event) => 'step' in event && event.step === step);
            expect(masks).toEqual(told.flatMap((event) => (event.kind === 'mask-worn' ? event.mask : [])));
            expect(decisions.map(({ decision }) => decision)).toEqual(
              told.flatMap((event) => (event.kind === 'decision-made' ? event.decision : [])),
            );
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the cost', () => {
  const mask = (step: number) => runEvent('mask-worn', { ...at, step, mask: 'm' });

  test('of a case with 20,000 steps grows with its events', () => {
    const events = Array.from({ length: 200_000 }, (_, index) => mask(Math.floor(index / 10) + 1));
    const began = process.cpuUsage();
    const [one] = foldRun([...opened, ...events]).cases;
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
    expect(one?.steps).toHaveLength(20_000);
    expect(one?.steps.at(-1)?.masks).toHaveLength(10);
  });

  test('of one step with 100,000 events grows with them', () => {
    const events = Array.from({ length: 100_000 }, () => mask(1));
    const began = process.cpuUsage();
    expect(foldRun([...opened, ...events]).cases[0]?.steps[0]?.masks).toHaveLength(100_000);
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
  });

  test('of one more event leaves the steps it does not touch as they are', () => {
    const before = foldRun([...opened, mask(1), mask(2)]);
    const after = foldRun([mask(2)], before);
    expect(after.cases[0]?.steps[0]).toBe(before.cases[0]?.steps[0]);
    expect(before.cases[0]?.steps[1]?.masks).toEqual(['m']);
    expect(after.cases[0]?.steps[1]?.masks).toEqual(['m', 'm']);
  });
});

test.each(sampleKinds)('%s has an effect', (kind) => {
  const isFirst = kind === 'run-started' || kind === 'case-opened';
  const { entries: _before, ...before } = isFirst ? emptyRun : foldRun(opened);
  const { entries: _after, ...after } = foldRun([...(isFirst ? [] : opened), sample(kind)]);
  expect(after).not.toEqual(before);
});

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
