/** The heuristic seats one by one: what each makes of a small pack. */
import { describe, expect, test } from 'vitest';
import { base, block, candidate, failure, packOf } from '../../../test/court/sample-pack.ts';
import type { Block } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { evidenceFeatures } from '../../rca/index.ts';
import {
  answerSeat,
  type CourtArtifactData,
  type CourtRole,
  type SeatContext,
  type SeatRecord,
  seatSchema,
} from '../index.ts';
import { familyOf, leaderWithout } from './evidence-families.ts';
import { strengthOf } from './weigh-case.ts';

const onStack = { stackDepth: 1000, stackShare: 1000 };

function ask(
  step: readonly [string, CourtRole],
  raw: readonly Block[],
  record: Partial<SeatRecord> = {},
  more = {},
) {
  const [node, role] = step;
  const context = { node, role, maxRounds: 3, remandsLeft: 2, openSources: [], ...more };
  const whole: SeatContext = { ...context, record: { failure: null, ...record } };
  return answerSeat({ node, role }, packOf(raw, whole));
}

const exhibit = (index: number, handle: string, kind = 'primary', struck = false) =>
  ({ index, handle, class: kind, weight: 1, struck }) as NonNullable<
    SeatRecord['exhibits']
  >['exhibits'][number];
const record = (
  exhibits: readonly ReturnType<typeof exhibit>[],
  charge = { type: 'product_bug', location: 'src/a.ts' } as SeatRecord['charge'],
): Partial<SeatRecord> => ({
  ...(charge && { charge }),
  exhibits: { hash: 'x', exhibits, charged: exhibits.length },
});

test.each(['constructor', '__proto__', '', 'Stack', 'unheard'])(
  '%j is no feature and decides nothing',
  (name) => {
    expect(familyOf(name)).toBe('prior');
  },
);

test.each(Object.entries(evidenceFeatures))(
  '%s is of the same kind for the court as for who ranks by it',
  (name, { family }) => {
    expect(familyOf(name)).toBe(family);
  },
);

test('the score leads, then production before what lies beside it, then the path', () => {
  const one = (path: string, naming: number, side = 'production') => ({
    handle: path,
    path,
    side,
    features: { naming, reach: 10 },
    isStale: false,
  });
  const all = [one('a', 999, 'odd'), one('b', 999, 'test'), one('d', 999), one('c', 999), one('e', 1_000)];
  expect(leaderWithout(all, null)?.path).toBe('e');
  expect(leaderWithout(all, 'naming')?.path).toBe('c');
  expect(leaderWithout(all.slice(0, 2), null)?.path).toBe('b');
  expect(leaderWithout([], null)).toBe(null);
});

test('evidence that says what it is worth counts by that, against a file, too', () => {
  const one = (path: string, worth: Record<string, number>) => ({
    handle: path,
    path,
    side: 'production',
    features: { naming: 1_000 },
    worth,
    isStale: false,
  });
  const all = [one('a', { naming: 900, change: -500 }), one('b', { naming: 300, change: 200 })];
  expect(leaderWithout(all, null)?.path).toBe('b');
  expect(leaderWithout(all, 'change')?.path).toBe('a');
});

test('evidence adds up, and never past certainty', () => {
  const piece = (kind: 'primary' | 'executed', weight: number) => ({ class: kind, weight });
  expect(strengthOf([])).toBe(0);
  expect(strengthOf([piece('primary', 10_000)])).toBe(7_500);
  expect(strengthOf([piece('primary', 5_000)])).toBe(3_750);
  expect(strengthOf([piece('primary', 10_000), piece('primary', 10_000)])).toBe(9_375);
  expect(strengthOf(Array(100).fill(piece('executed', 10_000)))).toBe(10_000);
});

describe('the prosecution', () => {
  test('brings one exhibit for each kind of evidence, weighed by class', () => {
    const raw = [candidate('src/a.ts', { ...onStack, naming: 500, folder: 0, recency: 200, size: 900 })];
    expect(ask(['indict', 'prosecution'], raw, record([]))).toEqual({
      type: 'indictment',
      confidence: 0.7893,
      data: {
        prosecution_narrative: expect.stringContaining('product_bug in src/a.ts: primary: stack evidence'),
        evidence: [
          {
            description: 'stack evidence speaks for src/a.ts',
            handle: 'h:src/a.ts',
            weight: 1,
            class: 'primary',
          },
          {
            description: 'naming evidence speaks for src/a.ts',
            handle: 'h:src/a.ts',
            weight: 0.25,
            class: 'corroborating',
          },
          {
            description: 'history evidence speaks for src/a.ts',
            handle: 'h:src/a.ts',
            weight: 0.2,
            class: 'circumstantial',
          },
        ],
      },
    });
  });

  test('brings nothing where nothing speaks for the charge', () => {
    expect(ask(['indict', 'prosecution'], [], record([]))).toMatchObject({
      confidence: 0,
      data: { evidence: [] },
    });
    expect(ask(['indict', 'prosecution'], [])).toMatchObject({ confidence: 0, data: { evidence: [] } });
  });
});

describe('discovery', () => {
  const found = (raw: readonly Block[]) => {
    const { data } = ask(['discover', 'defense'], raw) as Artifact;
    const checks = data.checks as CourtArtifactData<'discovery'>['checks'];
    return checks.map(({ name, result, handles }) => `${name}: ${result} [${handles.join(' ')}]`);
  };
  const rich = { ...onStack, naming: 500, recency: 500 };

  test.each<[string, readonly Block[], string]>([
    [
      'who leads without the stack',
      [candidate('a', onStack), candidate('b', { naming: 900 })],
      'rank-without-stack: b [h:b]',
    ],
    [
      'who leads without history',
      [candidate('a', { recency: 9 }), candidate('b', { reach: 5 })],
      'rank-without-history: b [h:b]',
    ],
    [
      'what rests on one kind',
      [candidate('a', rich), candidate('b', { naming: 9 })],
      'single-sourced: 1 of 2 candidates [h:b]',
    ],
    [
      'what explains a part',
      [failure({ count: 3 }), candidate('a', { ...rich, stackShare: 600 })],
      'explains-part-of-the-failures: 1 of 1 candidates [h:a]',
    ],
    [
      'what the run did not pass',
      [candidate('a', rich), candidate('b', { naming: 9 })],
      'outside-the-failing-path: 1 of 2 candidates [h:b]',
    ],
    [
      'what did not change',
      [base(), candidate('a', onStack)],
      'unchanged-in-known-history: 1 of 1 candidates [h:a]',
    ],
    ['what is stale', [candidate('a', rich, { isStale: true })], 'stale: 1 of 1 candidates [h:a]'],
    [
      'that the test passed again',
      [failure({ retries: ['failed', 'passed'] })],
      'passed-when-repeated: a further run of the test passed [h:failure]',
    ],
    [
      'an environment',
      [failure({ message: 'No space left on device' })],
      'reads-as-environment: the message names what the test runs on [h:failure]',
    ],
    ['what is missing', [base(['history', 'own-frames'])], 'missing-evidence: history, own-frames [h:base]'],
  ])('finds %s', (_name, raw, expected) => expect(found(raw)).toContain(expected));

  test('finds nothing in an empty pack', () => expect(found([])).toEqual([]));
  test('makes nothing of a single test, or of a history that is not there', () => {
    expect(
      found([failure(), base([], 'none'), candidate('a', { ...rich, stackShare: 600, recency: 0 })]).join(),
    ).not.toMatch(/part-of|unchanged/);
  });
});

describe('the defense', () => {
  const defend = (raw: readonly Block[], shown: Partial<SeatRecord>) =>
    ask(['defend', 'defense'], raw, shown);

  test('challenges what the charge hangs on, and names who leads instead', () => {
    const raw = [candidate('src/a.ts', onStack), candidate('src/b.ts', { naming: 900, reach: 300 })];
    expect(defend(raw, record([exhibit(0, 'h:src/a.ts')]))).toMatchObject({
      data: {
        challenges: expect.arrayContaining([
          { evidence_index: 0, challenge: 'without stack evidence src/b.ts leads', severity: 'weakening' },
          {
            evidence_index: 0,
            challenge: 'only one kind of evidence speaks for the place',
            severity: 'weakening',
          },
        ]),
        alternative_hypothesis: 'src/b.ts leads without stack evidence',
        alternative_location: 'src/b.ts',
        alternative_handles: ['h:src/b.ts'],
        motion_to_dismiss: false,
        plea_deal: false,
      },
    });
  });

  test.each<[string, readonly ReturnType<typeof exhibit>[], boolean]>([
    ['nothing was brought', [], true],
    ['nothing that was brought is there', [exhibit(0, 'h:gone')], true],
    ['something is there', [exhibit(0, 'h:gone'), exhibit(1, 'h:src/a.ts')], false],
  ])('moves to dismiss where %s: %#', (_name, exhibits, expected) => {
    const raw = [candidate('src/a.ts', onStack)];
    expect(defend(raw, record(exhibits))).toMatchObject({ data: { motion_to_dismiss: expected } });
  });

  test('contests a product bug whose test passed when it was run again, and not a flaky test', () => {
    const raw = [failure({ is_flaky: true }), candidate('src/a.ts', { ...onStack, naming: 9, recency: 9 })];
    const challenges = (type: string) => {
      const shown = record([exhibit(0, 'h:src/a.ts')], { type, location: 'src/a.ts' });
      return JSON.stringify(defend(raw, shown));
    };
    expect(challenges('product_bug')).toContain('which reads as flaky');
    expect(challenges('flaky')).not.toContain('which reads as flaky');
  });

  test.each([
    [2, true],
    [1, false],
  ])('pleads with %i full exhibits of the strongest class: %s', (count, expected) => {
    const raw = [candidate('src/a.ts', { ...onStack, naming: 9, recency: 9 })];
    const exhibits = Array.from({ length: count }, (_, index) => exhibit(index, 'h:src/a.ts'));
    const more = exhibit(count, 'h:src/a.ts', 'corroborating');
    expect(defend(raw, record([...exhibits, more]))).toMatchObject({ data: { plea_deal: expected } });
  });

  test('does not plead where it finds a weakness, however strong the charge', () => {
    const exhibits = Array.from({ length: 3 }, (_, index) => exhibit(index, 'h:src/a.ts'));
    expect(defend([candidate('src/a.ts', onStack)], record(exhibits))).toMatchObject({
      data: { plea_deal: false },
    });
  });
});

describe('the expert strikes', () => {
  const trace = block('trace', 'h:trace', { frames: [{ file: 'src/a.ts' }] });
  const raw = [
    failure(),
    trace,
    candidate('src/a.ts', onStack),
    candidate('src/b.ts', onStack),
    block('experiment', 'h:blames', { path: 'src/a.ts', blames: true }),
    block('experiment', 'h:clears', { path: 'src/a.ts', blames: false }),
  ];
  test.each([
    ['h:src/a.ts', 'primary', null],
    ['h:trace', 'primary', null],
    ['h:src/b.ts', 'primary', 'another place'],
    ['h:src/b.ts', 'circumstantial', 'another place'],
    ['h:failure', 'primary', 'names no place'],
    ['h:failure', 'circumstantial', null],
    ['h:gone', 'corroborating', 'is not there'],
    ['', 'corroborating', 'is not there'],
    ['h:src/a.ts', 'executed', 'was not run'],
    ['h:blames', 'executed', null],
    ['h:clears', 'executed', 'clears the place'],
  ])('%s as %s: %s', (handle, kind, fault) => {
    const shown = record([exhibit(0, handle, kind), exhibit(1, 'h:trace')]);
    const { notes, strikes } = ask(['hearing', 'expert'], raw, shown) as { notes: string; strikes: number[] };
    expect(strikes).toEqual(fault === null ? [] : [0]);
    if (fault !== null) expect(notes).toContain(fault);
  });

  test('a trace or a place that the run did not pass, as primary', () => {
    const off = [
      block('trace', 'h:t', { frames: [{ file: 'src/z.ts' }, {}] }),
      candidate('src/a.ts', { naming: 900 }),
    ];
    const shown = record([
      exhibit(0, 'h:t'),
      exhibit(1, 'h:src/a.ts'),
      exhibit(2, 'h:src/a.ts', 'corroborating'),
    ]);
    expect(ask(['hearing', 'expert'], off, shown)).toEqual({
      notes: expect.stringContaining('rests on one unverified assumption, exhibit 2'),
      strikes: [0, 1],
    });
  });
});

describe('the judge', () => {
  const raw = [candidate('src/a.ts', { naming: 500 }), candidate('src/b.ts', { ...onStack, reach: 900 })];
  const brief = {
    challenges: [],
    motion_to_dismiss: false,
    plea_deal: false,
    mitigating_factors: [],
    confidence: 0,
  };
  const decide = (shown: Partial<SeatRecord>, more = {}, known = base()) => {
    const { data } = ask(['verdict', 'judge'], [...raw, known], shown, more) as Artifact;
    return data.decision;
  };
  const weak = record([{ ...exhibit(0, 'h:src/a.ts', 'corroborating'), weight: 0.3 }]);
  const alternative = { alternative_hypothesis: 'it is b', alternative_location: 'src/b.ts' };

  test('takes an alternative only where what it cites is there', () => {
    const cited = (alternative_handles: string[]) => ({
      ...weak,
      brief: { ...brief, ...alternative, alternative_handles },
    });
    expect(decide(cited(['h:src/b.ts']))).toBe('amend');
    expect(decide(cited(['h:src/b.ts', 'h:gone']))).toBe('affirm');
    expect(decide(cited([]))).toBe('affirm');
  });

  test('lets what was run decide, however little it weighs', () => {
    const contested = { ...brief, ...alternative, alternative_handles: ['h:src/b.ts'] };
    const run = (kind: string) => record([{ ...exhibit(0, 'h:src/a.ts', kind), weight: 0.1 }]);
    expect(decide({ ...run('executed'), brief: contested })).toBe('affirm');
    expect(decide({ ...run('primary'), brief: contested })).toBe('amend');
  });

  test('acquits where everything is struck or cites nothing', () => {
    expect(decide(record([exhibit(0, 'h:src/a.ts', 'primary', true)]))).toBe('acquit');
    expect(decide(record([exhibit(0, 'h:gone')]))).toBe('acquit');
    expect(decide({})).toBe('acquit');
  });

  test('sends back only with a question and with remands left', () => {
    const fatal = { evidence_index: 0, challenge: 'no', severity: 'fatal' as const };
    const contested = { ...weak, brief: { ...brief, challenges: [fatal] } };
    expect(decide(contested)).toBe('remand');
    expect(decide(contested, { remandsLeft: 0 })).toBe('mistrial');
    // If every file was shown, another pass has nothing to add.
    expect(decide(contested, {}, base([], 'full', 50))).toBe('mistrial');
    const faint = record([{ ...exhibit(0, 'h:src/a.ts', 'circumstantial'), weight: 0.1 }]);
    expect(decide({ ...faint, brief })).toBe('mistrial');
  });
});

describe('a step nobody sits at', () => {
  test('is refused, asked and described', () => {
    for (const node of ['verdict', 'constructor']) {
      const step = { node, role: 'defense' } as const;
      expect(() => answerSeat(step, packOf([]))).toThrow(`no seat answers at \`${node} defense\``);
      expect(() => seatSchema(step)).toThrow(`no seat answers at \`${node} defense\``);
    }
  });
});

test.each([
  ['indict', 'prosecution'],
  ['discover', 'defense'],
  ['defend', 'defense'],
  ['hearing', 'prosecution'],
  ['hearing', 'defense'],
  ['hearing', 'expert'],
  ['verdict', 'judge'],
] as const)('the schema of %s for %s keeps to what a contract can check', (node, role) => {
  const text = JSON.stringify(seatSchema({ node, role }));
  expect(text).toContain('"additionalProperties":false');
  expect(text).not.toMatch(/\$ref|\$defs|anyOf|charged_|exhibits_hash/);
});
