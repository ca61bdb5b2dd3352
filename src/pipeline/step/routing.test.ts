/** The routing tables of both shipped pipelines: every edge taken, every boundary on both its sides. */
import { describe, expect, test } from 'vitest';
import type { Artifact, Graph, StepReport, WalkerState } from '../index.ts';
import { advance, loadPipeline, resolveShipped, startWalk } from '../index.ts';

type Data = Artifact['data'];
type Row = [node: string, data: Data & { confidence?: number }, edge: string, to: string, more?: Extra];
type Extra = Pick<StepReport, 'worn'> & { counters?: Partial<WalkerState['counters']> };

/** Takes one step at a node and returns the edge and where it led. */
function route(graph: Graph, [node, data, , , extra = {}]: Row): string {
  const state = startWalk(graph, { start: node });
  const counters = { ...state.counters, ...extra.counters };
  const output = { type: node, data };
  const { next, explanation } = advance(graph, { ...state, counters }, { output, worn: extra.worn ?? [] });
  const last = next.history.at(-1);
  return last ? `${last.edge} ${next.terminal ?? next.node}` : explanation.summary;
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
  ['investigate', { convergence_score: 0.6999, evidence_refs: [] }, 'H10a', 'correlate'],
  ['investigate', open, 'H10', 'resolve'],
  ['investigate', open, 'H10', 'resolve', looped('investigate', 1)],
  ['investigate', open, 'H11', 'review', looped('investigate', 2)],
  ['investigate', {}, 'H11', 'review'],
  ['correlate', { is_duplicate: true, confidence: 0.8 }, 'H15', '_done'],
  ['correlate', { is_duplicate: true, confidence: 0.7999 }, 'H15b', 'review'],
  ['correlate', { is_duplicate: false, confidence: 0.9 }, 'H15b', 'review'],
  ['review', { decision: 'approve', binding: true }, 'H12', 'report'],
  ['review', { decision: 'approve', binding: false }, 'H19', '_recommended'],
  ['review', { decision: 'approve' }, 'H19', '_recommended'],
  ['review', { decision: 'reassess' }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: null }, 'H13', 'resolve'],
  ['review', { decision: 'reassess', loop_target: 'investigate' }, 'H13', 'investigate'],
  ['review', { decision: 'reassess', loop_target: 'report' }, 'H13', 'resolve'],
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
  ['verdict', { decision: 'affirm' }, 'HD6', '_done'],
  ['verdict', { decision: 'amend' }, 'HD7', '_done'],
  ['verdict', { decision: 'remand' }, 'HD8', '_remand'],
  ['verdict', { decision: 'remand' }, 'HD8', '_remand', { counters: { remands: 1 } }],
  ['verdict', { decision: 'remand' }, 'HD8b', '_mistrial', { counters: { remands: 2 } }],
  ['verdict', { decision: 'acquit' }, 'HD9', '_gap_brief'],
  ['verdict', { decision: 'mistrial' }, 'HD12', '_mistrial'],
  ['verdict', { decision: 'affirm' }, 'HD6', '_done', { counters: { court_ms: 600_000, handoffs: 6 } }],
  ['verdict', { decision: 'affirm' }, 'HD10', '_mistrial', { counters: { court_ms: 600_001 } }],
  ['indict', { confidence: 0.99 }, 'HD11', '_mistrial', { counters: { handoffs: 7 } }],
  ['hearing', { converged: true, rounds: [] }, 'HD13', '_mistrial', { counters: { role_failed: true } }],
];

describe.each([
  { name: 'rca-investigation', rows: lightRows, neverTaken: ['H17'] },
  { name: 'court', rows: courtRows, neverTaken: [] },
])('$name', ({ name, rows, neverTaken }) => {
  const graph = loadPipeline(resolveShipped(name) ?? '');

  test.each(rows)('%s with %j takes %s to %s', (...row) => {
    expect(route(graph, row)).toBe(`${row[2]} ${row[3]}`);
  });

  test('has a row for every edge', () => {
    const taken = new Set(rows.map(([, , edge]) => edge));
    expect(graph.edges.map(({ id }) => id).filter((id) => !taken.has(id))).toEqual(neverTaken);
  });
});

test('what an edge sets is in the context, and advice is noted', () => {
  const graph = loadPipeline(resolveShipped('rca-investigation') ?? '');
  const step = (node: string, data: Data) =>
    advance(graph, startWalk(graph, { start: node }), { output: { type: node, data } });
  expect(step('recall', { match: true, confidence: 0.5, prior_rca_id: 'rca-7' }).additions).toEqual({
    candidate: 'rca-7',
  });
  const skewed = step('triage', { ...triage, candidate_repos: ['core'], clock_skew_suspected: true });
  expect(skewed.next.context).toEqual({ component: 'core' });
  expect(skewed.next.advisories).toEqual([{ node: 'triage', edge: 'H17' }]);
  expect(skewed.explanation.considered.map(({ edge, outcome }) => `${edge} ${outcome}`)).toEqual([
    'H4 not-true',
    'H5 not-true',
    'H18 not-true',
    'H17 advised',
    'H7 taken',
  ]);
});
