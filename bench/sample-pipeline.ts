// Walks of the light path with artifacts as it makes them: what the rows on steps and walks are measured with.

import { type Artifact, type Graph, loadPipeline, resolveShipped } from '../src/pipeline/index.ts';

/** One way through the graph: the edges it takes, and what is answered on the way. */
export type SampleWalk = { readonly edges: readonly string[]; readonly answers: readonly Artifact[] };

/** How many suspects an investigation names. */
const SUSPECTS = 8;

/** The shortest way, the plain one, and one that takes every loop as often as it may; by their steps. */
const walks: readonly (readonly [steps: number, edges: string])[] = [
  [3, 'H1 H12 H16'],
  [7, 'H2 H6 H8 H9 H15b H12 H16'],
  [19, 'H2 H6 H8 H10 H8 H10 H8 H9 H15b H13 H8 H9 H15b H13 H8 H9 H15b H12 H16'],
];

/** Loads the light path. */
export function sampleGraph(): Graph {
  return loadPipeline(resolveShipped('rca-investigation') ?? '');
}

/** Returns the shortest sample walk of at least so many steps. */
export function sampleWalk(steps: number): SampleWalk {
  const [, path = ''] = walks.find(([length]) => length >= steps) ?? [];
  const edges = path.split(' ');
  return { edges, answers: edges.map(answerFor) };
}

/** An answer that leaves its node by an edge; turns differ, or a loop would be taken for an oscillation. */
function answerFor(edge: string, turn: number): Artifact {
  switch (edge) {
    case 'H1':
      return recall({ match: true, prior_rca_id: 'rca-17' }, 0.92);
    case 'H2':
      return recall({ match: false }, 0.21);
    case 'H6':
      return triage();
    case 'H8':
      return resolve();
    case 'H9':
    case 'H10':
      return investigate(edge === 'H9' ? 0.8125 : 0.5, turn);
    case 'H15b':
      return {
        type: 'correlate',
        confidence: 0.35,
        data: { is_duplicate: false, reasoning: 'no case is alike' },
      };
    case 'H12':
    case 'H13':
      return review(edge === 'H12' ? 'approve' : 'reassess', turn);
    default:
      return report();
  }
}

function recall(data: Artifact['data'], confidence: number): Artifact {
  const reasoning = 'the message and the two uppermost frames were held against 40 earlier symptoms';
  return { type: 'recall', confidence, data: { ...data, reasoning } };
}

function triage(): Artifact {
  const data = {
    symptom_category: 'product',
    severity: 'high',
    defect_type_hypothesis: 'product_bug',
    candidate_repos: ['packages/ledger', 'packages/report'],
    skip_investigation: false,
  };
  return { type: 'triage', data };
}

function resolve(): Artifact {
  const reason = 'it holds the frames of the trace';
  const selected = ['ledger', 'report'].map((name) => ({ name, path: `packages/${name}`, reason }));
  return { type: 'resolve', data: { selected_repos: selected, cross_ref_strategy: 'by import' } };
}

function investigate(convergence: number, turn: number): Artifact {
  const suspects = suspectsOf(turn);
  const data = {
    rca_message: 'the batch is closed before its last entry is written, so the digest misses it',
    defect_type: 'product_bug',
    component: 'packages/ledger',
    suspects,
    commits: [{ id: '5f2c1e9', score: 41 }],
    convergence_score: convergence,
    evidence_refs: suspects.map(({ handle }) => handle),
  };
  return { type: 'investigate', data };
}

function review(decision: string, turn: number): Artifact {
  return { type: 'review', confidence: 0.9, data: { decision, loop_target: 'resolve', turn } };
}

function report(): Artifact {
  const data = {
    case_id: 'case-3',
    defect_type: 'product_bug',
    suspects: suspectsOf(0),
    summary: 'the digest of a batch misses its last entry',
    next_steps: ['close the batch after the last write', 'add a test with two entries'],
  };
  return { type: 'report', confidence: 0.8125, data };
}

function suspectsOf(turn: number) {
  return Array.from({ length: SUSPECTS }, (_, rank) => ({
    path: `packages/ledger/src/batch-${rank}.ts`,
    line: 10 + rank,
    score: 90 - 7 * rank - turn,
    confidence: (9_000 - 1_100 * rank) / 10_000,
    handle: `frame-${turn}-${rank}`,
  }));
}
