// The edges of the light path as plain functions: how somebody writes that graph for LangGraph or XState.

import type { Artifact } from '../src/pipeline/index.ts';

/** The fields of artifacts that edges look at. */
type PlainOutput = {
  readonly match: boolean;
  readonly confidence: number;
  readonly symptom_category: string;
  readonly skip_investigation: boolean;
  readonly candidate_repos: readonly string[];
  readonly convergence_score: number;
  readonly evidence_refs: readonly string[];
  readonly is_duplicate: boolean;
  readonly decision: string;
  readonly binding: boolean;
};

/** What an edge looks at: the artifact's data with its confidence, and how often each node was left by a loop. */
type PlainScope = {
  readonly output: PlainOutput;
  readonly loops: { readonly [node: string]: number };
};

/** An edge as plain code. */
export type PlainEdge = {
  readonly id: string;
  readonly to: string;
  readonly isLoop?: boolean;
  readonly when?: (scope: PlainScope) => boolean;
};

const again = (node: string, { loops }: PlainScope) => (loops[node] ?? 0) < 2;

/** The edges by the node they leave, in the order in which they are tried; the advisory one is left out. */
export const plainRoutes: { readonly [node: string]: readonly PlainEdge[] } = {
  recall: [
    { id: 'H1', to: 'review', when: ({ output }) => output.match && output.confidence >= 0.8 },
    { id: 'H3', to: 'triage', when: ({ output }) => output.match && output.confidence >= 0.4 },
    { id: 'H2', to: 'triage' },
  ],
  triage: [
    { id: 'H4', to: 'review', when: ({ output }) => output.symptom_category === 'infra' },
    { id: 'H5', to: 'review', when: ({ output }) => output.symptom_category === 'flake' },
    { id: 'H18', to: 'review', when: ({ output }) => output.skip_investigation },
    { id: 'H7', to: 'investigate', when: ({ output }) => output.candidate_repos.length === 1 },
    { id: 'H6', to: 'resolve' },
  ],
  resolve: [{ id: 'H8', to: 'investigate' }],
  investigate: [
    { id: 'H9', to: 'correlate', when: ({ output }) => output.convergence_score >= 0.7 },
    { id: 'H10a', to: 'correlate', when: ({ output }) => output.evidence_refs.length === 0 },
    { id: 'H10', to: 'resolve', isLoop: true, when: (scope) => again('investigate', scope) },
    { id: 'H11', to: 'review' },
  ],
  correlate: [
    { id: 'H15', to: '_done', when: ({ output }) => output.is_duplicate && output.confidence >= 0.8 },
    { id: 'H15b', to: 'review' },
  ],
  review: [
    { id: 'H12', to: 'report', when: ({ output }) => output.decision === 'approve' && output.binding },
    {
      id: 'H13',
      to: 'resolve',
      isLoop: true,
      when: (scope) => scope.output.decision === 'reassess' && again('review', scope),
    },
    { id: 'H14', to: 'report', when: ({ output }) => output.decision === 'overturn' && output.binding },
    { id: 'H19', to: '_recommended' },
  ],
  report: [{ id: 'H16', to: '_done' }],
};

/** Where a walk ends. */
export const plainTerminals = ['_done', '_recommended'] as const;

/** Returns the first edge of a node that matches. */
export function choosePlainEdge(node: string, scope: PlainScope): PlainEdge {
  const edge = plainRoutes[node]?.find(({ when }) => when?.(scope) ?? true);
  if (edge === undefined) throw new Error(`no edge of \`${node}\` matches`);
  return edge;
}

/** Returns what edges look at in an artifact; a review is binding, as the mask worn there makes it. */
export function plainOutput(node: string, { confidence, data }: Artifact): PlainOutput {
  const whole: unknown = { ...data, confidence, ...(node === 'review' && { binding: true }) };
  return whole as PlainOutput;
}
