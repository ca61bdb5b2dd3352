/** The routing tables of both shipped pipelines: every edge taken, every boundary on both its sides. */
import { describe, expect, test } from 'vitest';
import type { Artifact, Graph, StartOptions, StepReport, Transition, WalkerState } from '../index.ts';
import { advance, loadPipeline, resolveShipped, startWalk } from '../index.ts';

type Data = Artifact['data'];
type Row = [node: string, data: Data & { confidence?: number }, edge: string, to: string, more?: Extra];
type Extra = Pick<StepReport, 'worn'> &
  Pick<StartOptions, 'config'> & { counters?: Partial<WalkerState['counters']> };

/** Takes one step at a node. */
function step(graph: Graph, [node, data, , , extra = {}]: Row): Transition {
  const state = startWalk(graph, { start: node, ...(extra.config && { config: extra.config }) });
  const counters = { ...state.counters, ...extra.counters };
  return advance(graph, { ...state, counters }, { output: { type: node, data }, worn: extra.worn ?? [] });
}

/** Returns the edge a step takes and where it leads. */
function route(graph: Graph, row: Row): string {
  const { next } = step(graph, row);
  return `${next.history.at(-1)?.edge ?? 'none'} ${next.terminal ?? next.node}`;
}

const recall = { worn: ['mask-of-recall'] };
const looped = (node: string, count: number): Extra => ({ counters: { loops: { [node]: count } } });
const triage = { symptom_category: 'product', skip_investigation: false, candidate_repos: ['a', 'b'] };
const open = { convergence_score: 0.6999, evidence_refs: ['e'] };

const lightRows: readonly Row[] = [
  ['recall', { match: true, confidence: 0.8 }, 'H1', 'review', recall],
  ['recall', { match: true, confidence: 1 }, 'H1', 'review', recall],
  ['recall', { match: true, confidence: 0.79995 }, 'H1', 'review', recall],
  ['recall', { match: true, confidence: 0.7999 }, 'H3', 'triage', recall],
  ['recall', { match: true, confidence: 0.4 }, 'H3', 'triage', recall],
  ['recall', { match: true, confidence: 0.3999 }, 'H2', 'triage', recall],
  ['recall', { match: true, confidence: 0 }, 'H2', 'triage', recall],
  ['recall', { match: false, confidence: 0.9 }, 'H2', 'triage', recall],
  ['recall', { match: true, confidence: 0.9 }, 'H2', 'triage'],
  ['recall', {}, 'H2', 'triage', recall],
  ['recall', { match: true, confidence: 0.7 + 0.1 }, 'H1', 'review', recall],
  ['recall', { match: true, confidence: 0.8 }, 'H3', 'triage', { ...recall, config: { recall_hit: 0.8001 } }],
  ['recall', { match: true, confidence: 0.8 }, 'H2', 'triage'],
  ['triage', { ...triage, symptom_category: 'infra' }, 'H4', 'review'],
  ['triage', { ...triage, symptom_category: 'flake' }, 'H5', 'review'],
  ['triage', { ...triage, skip_investigation: true }, 'H18', 'review'],
  ['triage', { ...triage, symptom_category: 'infra', skip_investigation: true }, 'H4', 'review'],
  ['triage', { ...triage, candidate_repos: ['a'] }, 'H7', 'investigate'],
  ['triage', { ...triage, clock_skew_suspected: true, candidate_repos: ['a'] }, 'H7', 'investigate'],
  ['triage', triage, 'H6', 'resolve'],
  ['triage', { ...triage, candidate_repos: [] }, 'H6', 'resolve'],
  ['triage', {}, 'H6', 'resolve'],
  ['resolve', {}, 'H8', 'investigate'],
  ['investigate', { convergence_score: 0.7, evidence_refs: ['e'] }, 'H9', 'correlate'],
  ['investigate', { convergence_score: 0.7, evidence_refs: [] }, 'H9', 'correlate'],
  ['investigate', { convergence_score: 0.6 + 0.1, evidence_refs: [] }, 'H9', 'correlate'],
  [
    'investigate',
    { convergence_score: 0.7, evidence_refs: ['e'] },
    'H9',
    'correlate',
    looped('investigate', 2),
  ],
  ['investigate', { convergence_score: 0.6999, evidence_refs: [] }, 'H10a', 'correlate'],
  ['investigate', open, 'H10', 'resolve'],
  ['investigate', open, 'H10', 'resolve', looped('investigate', 1)],
  ['investigate', open, 'H11', 'review', looped('investigate', 2)],
  ['investigate', { ...open, is_exhausted: false }, 'H10', 'resolve'],
  ['investigate', { ...open, is_exhausted: true }, 'H11', 'review'],
  ['investigate', {}, 'H11', 'review'],
  ['correlate', { is_duplicate: true, confidence: 0.8 }, 'H15', '_done'],
  ['correlate', { is_duplicate: true, confidence: 0.7999 }, 'H15b', 'review'],
  ['correlate', { is_duplicate: false, confidence: 0.9 }, 'H15b', 'review'],
  ['review', { decision: 'approve', binding: true }, 'H12', 'report'],
  ['review', { decision: 'approve', binding: false }, 'H19', '_recommended'],
  ['review', { decision: 'approve' }, 'H19', '_recommended'],
  ['review', { decision: 'reassess' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: null }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: 'triage' }, 'H13', 'triage'],
  ['review', { decision: 'reassess', loop_target: 'resolve' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: 'investigate' }, 'H13', 'investigate'],
  ['review', { decision: 'reassess', loop_target: 'correlate' }, 'H13', 'correlate'],
  ['review', { decision: 'reassess', loop_target: 'report' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: 'recall' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: '_done' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: 7 }, 'H13', 'resolve'],
  ['review', { decision: 'reassess' }, 'H13', 'resolve', looped('review', 1)],
  ['review', { decision: 'reassess' }, 'H19', '_recommended', looped('review', 2)],
  ['review', { decision: 'overturn', binding: true }, 'H14', 'report'],
  ['review', { decision: 'overturn', binding: false }, 'H19', '_recommended'],
  ['review', { decision: 'reject', binding: true }, 'H19', '_recommended'],
  ['report', {}, 'H16', '_done'],
];

const brief = { plea_deal: false, motion_to_dismiss: false, challenges: [] };
const rounds = (count: number) => Array.from({ length: count }, (_, index) => ({ round: index + 1 }));

const courtRows: readonly Row[] = [
  ['indict', { confidence: 0.95 }, 'HD1', 'defend'],
  ['indict', { confidence: 0.9499 }, 'HD0', 'discover'],
  ['discover', {}, 'HD0b', 'defend'],
  ['defend', { ...brief, plea_deal: true }, 'HD2', 'verdict'],
  ['defend', { ...brief, motion_to_dismiss: true, alternative_hypothesis: 'x' }, 'HD3', 'hearing'],
  ['defend', { ...brief, challenges: [{}] }, 'HD3', 'hearing'],
  ['defend', { ...brief, challenges: [{}], alternative_hypothesis: 'x' }, 'HD4', 'hearing'],
  ['defend', { ...brief, challenges: [{}], alternative_hypothesis: null }, 'HD3', 'hearing'],
  ['defend', { ...brief, alternative_hypothesis: 'x' }, 'HD4', 'hearing'],
  ['defend', brief, 'HD4b', 'hearing'],
  ['hearing', { converged: true, rounds: rounds(1) }, 'HD5', 'verdict'],
  ['hearing', { converged: false, rounds: rounds(3) }, 'HD5', 'verdict'],
  ['hearing', { converged: false, rounds: rounds(2) }, 'HD5b', 'hearing'],
  ['hearing', { converged: false, rounds: rounds(2) }, 'HD5b', 'hearing', looped('hearing', 2)],
  ['hearing', { converged: false, rounds: rounds(2) }, 'none', '_exhausted', looped('hearing', 3)],
  ['hearing', { converged: true, rounds: rounds(2) }, 'HD5', 'verdict', looped('hearing', 3)],
  ['hearing', { converged: false, rounds: rounds(3) }, 'HD5b', 'hearing', { config: { max_rounds: 4 } }],
  ['verdict', { decision: 'affirm' }, 'HD6', '_done'],
  ['verdict', { decision: 'amend' }, 'HD7', '_done'],
  ['verdict', { decision: 'remand' }, 'HD8', '_remand'],
  ['verdict', { decision: 'remand' }, 'HD8', '_remand', { counters: { remands: 1 } }],
  ['verdict', { decision: 'remand' }, 'HD8b', '_mistrial', { counters: { remands: 2 } }],
  ['verdict', { decision: 'remand' }, 'HD8', '_remand', looped('verdict', 1)],
  ['verdict', { decision: 'remand' }, 'HD8b', '_mistrial', looped('verdict', 2)],
  ['verdict', { decision: 'acquit' }, 'HD9', '_gap_brief'],
  ['verdict', { decision: 'mistrial' }, 'HD12', '_mistrial'],
  ['verdict', { decision: 'affirm' }, 'HD6', '_done', { counters: { court_ms: 600_000, handoffs: 6 } }],
  ['verdict', { decision: 'affirm' }, 'HD10', '_mistrial', { counters: { court_ms: 600_001 } }],
  ['indict', { confidence: 0.99 }, 'HD11', '_mistrial', { counters: { handoffs: 7 } }],
  ['hearing', { converged: true, rounds: [] }, 'HD13', '_mistrial', { counters: { role_failed: true } }],
];

describe.each([
  { name: 'rca-investigation', rows: lightRows },
  { name: 'court', rows: courtRows },
])('$name', ({ name, rows }) => {
  const graph = loadPipeline(resolveShipped(name) ?? '');

  test.each(rows)('%s with %j takes %s to %s', (...row) => {
    expect(route(graph, row)).toBe(`${row[2]} ${row[3]}`);
  });

  test('has every edge taken, or noted where it is advisory', () => {
    const went = rows.map((row) => step(graph, row).next);
    const taken = went.flatMap(({ history }) => history.map(({ edge }) => edge));
    const noted = went.flatMap(({ advisories }) => advisories.map(({ edge }) => edge));
    const ids = (isAdvisory: boolean) =>
      graph.edges.filter(({ advisory }) => advisory === isAdvisory).map(({ id }) => id);
    expect(new Set(taken.filter((edge) => edge !== null))).toEqual(new Set(ids(false)));
    expect(new Set(noted)).toEqual(new Set(ids(true)));
  });
});

describe('what holds at every node comes before what holds at one', () => {
  const court = loadPipeline(resolveShipped('court') ?? '');
  const late = { court_ms: 600_001 };
  const often = { handoffs: 7 };
  const failed = { role_failed: true };
  const own = courtRows.filter(([, , edge]) => !['HD10', 'HD11', 'HD13'].includes(edge));

  test.each([
    ['HD10', { ...late, ...often, ...failed }],
    ['HD11', { ...often, ...failed }],
    ['HD13', failed],
  ])('%s, whatever the step produced', (edge, counters) => {
    const went = own.map(([node, data, , , extra]) => {
      const both = { ...extra, counters: { ...extra?.counters, ...counters } };
      return route(court, [node, data, edge, '_mistrial', both]);
    });
    expect(new Set(went)).toEqual(new Set([`${edge} _mistrial`]));
    expect(new Set(own.map(([node]) => node))).toEqual(new Set(court.nodes.map(({ name }) => name)));
  });

  test('also where the step produced nothing', () => {
    const state = startWalk(court, { start: 'discover' });
    const { next } = advance(court, state, { failure: { reason: 'gone' } });
    expect(next.history).toEqual([{ node: 'discover', edge: 'HD13' }]);
  });
});

test('seven tenths and one tenth are eight tenths', () => {
  const graph = loadPipeline(`pipeline: p
vars: { enough: 0.80 }
nodes: [{ name: a }]
edges:
  - { id: less, from: a, to: _remand, when: output.one + output.other < config.enough }
  - { id: equal, from: a, to: _done, when: output.one + output.other == config.enough }
  - { id: more, from: a, to: _mistrial }
start: a`);
  const sum = (one: number, other: number) => route(graph, ['a', { one, other }, '', '']);
  expect(sum(0.7, 0.1)).toBe('equal _done');
  expect(sum(0.7, 0.0999)).toBe('less _remand');
  expect(sum(0.7, 0.1001)).toBe('more _mistrial');
});

describe('what an edge sets is in the context', () => {
  const graph = loadPipeline(resolveShipped('rca-investigation') ?? '');
  const matched = { match: true, confidence: 0.5 };

  test.each<[string, Row, Data]>([
    [
      'a candidate',
      ['recall', { ...matched, prior_rca_id: 'rca-7' }, 'H3', 'triage'],
      { candidate: 'rca-7' },
    ],
    ['nothing where the field is absent', ['recall', matched, 'H3', 'triage'], {}],
    ['nothing by another edge', ['recall', { match: false, prior_rca_id: 'rca-7' }, 'H2', 'triage'], {}],
    [
      'a component',
      ['triage', { ...triage, candidate_repos: ['core'] }, 'H7', 'investigate'],
      { component: 'core' },
    ],
  ])('%s', (_what, row, expected) => {
    const { additions, next } = step(graph, row);
    expect(next.history.at(-1)?.edge).toBe(row[2]);
    expect(additions).toEqual(expected);
    expect(next.context).toEqual(expected);
  });

  test('beside what was there', () => {
    const state = startWalk(graph, { start: 'recall', context: { kept: 1, candidate: 'old' } });
    const output = { type: 'recall', data: { ...matched, prior_rca_id: 'new' } };
    expect(advance(graph, state, { output }).next.context).toEqual({ kept: 1, candidate: 'new' });
  });

  test('and advice is noted on the way', () => {
    const skewed = { ...triage, candidate_repos: ['core'], clock_skew_suspected: true };
    const { next, explanation } = step(graph, ['triage', skewed, 'H7', 'investigate']);
    expect(next.advisories).toEqual([{ node: 'triage', edge: 'H17' }]);
    expect(explanation.considered.map(({ edge, outcome }) => `${edge} ${outcome}`)).toEqual([
      'H4 not-true',
      'H5 not-true',
      'H18 not-true',
      'H17 advised',
      'H7 taken',
    ]);
  });
});
