// The shipped pipelines against the real schemas of their artifacts: they lint clean, and every edge that closes a
// node is needed: without it lint says in which case nothing matches.

import { describe, expect, test } from 'vitest';
import { artifactSchemas } from '../../../src/commands/pipelines.ts';
import {
  dumpPipeline,
  type Graph,
  lintPipeline,
  loadPipeline,
  resolveShipped,
} from '../../../src/pipeline/index.ts';

const schemas = artifactSchemas();

function shipped(name: string): Graph {
  return loadPipeline(resolveShipped(name) ?? '');
}

/** Lints a pipeline, written as one definition, without one of its edges. */
function lintWithout(graph: Graph, id: string): readonly string[] {
  const edges = graph.edges.filter((edge) => edge.id !== id);
  expect(edges).toHaveLength(graph.edges.length - 1);
  return lintPipeline(dumpPipeline({ ...graph, edges }), { schemas }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}

function lastEdges({ nodes, edges }: Graph): readonly string[] {
  return nodes.flatMap(({ name }) => edges.findLast(({ from }) => from === name)?.id ?? []);
}

/** What lint says once the last edge of a node is gone. */
const withoutLast: { readonly [pipeline: string]: { readonly [edge: string]: readonly string[] } } = {
  'rca-investigation': {
    H2: ['not-total: no edge of `recall` matches when'],
    H6: ['not-total: no edge of `triage` matches when'],
    // A node without edges leads to the end, which is a way out.
    H8: [],
    H11: ['not-total: no edge of `investigate` matches when'],
    H15b: ['not-total: no edge of `correlate` matches when'],
    H19: ['not-total: no edge of `review` matches when'],
    H16: [],
  },
  court: {
    HD0: [
      'not-total: no edge of `indict` matches when',
      'orphan-node: no way leads from `indict` to `discover`',
    ],
    HD0b: [],
    HD4b: ['not-total: no edge of `defend` matches when'],
    HD5b: ['not-total: no edge of `hearing` matches when'],
    HD8b: ['not-total: no edge of `verdict` matches when'],
  },
};

describe.each(Object.entries(withoutLast))('%s', (name, expected) => {
  const graph = shipped(name);

  test('has a schema for every artifact, and lints clean against them', () => {
    expect(graph.nodes.map(({ artifact }) => Object.hasOwn(schemas, artifact ?? ''))).not.toContain(false);
    expect(lintPipeline(resolveShipped(name) ?? '', { schemas })).toEqual([]);
    expect(lintPipeline(dumpPipeline({ ...graph }), { schemas })).toEqual([]);
  });

  test.each(Object.entries(expected))('without %s: %j', (id, findings) => {
    const found = lintWithout(graph, id);
    expect(found).toHaveLength(findings.length);
    for (const [index, finding] of findings.entries()) expect(found[index]).toContain(finding);
  });

  test('is asked about the last edge of each of its nodes', () => {
    expect(Object.keys(expected).toSorted()).toEqual(lastEdges(graph).toSorted());
  });
});

test.each([
  [
    'rca-investigation',
    'output.symptom_category == "infra"',
    'output.symptom_category == "infrastructure"',
    'dead-edge',
  ],
  ['rca-investigation', 'output.is_duplicate', 'output.duplicate', 'type-check'],
  ['rca-investigation', 'when: output.skip_investigation', 'when: output.candidate_repos', 'type-check'],
  ['rca-investigation', 'config.recall_hit &&', 'config.recal_hit &&', 'type-check'],
  ['rca-investigation', 'size(output.evidence_refs) == 0', 'size(output.evidence_refs) < 0', 'dead-edge'],
  ['court', 'output.decision == "amend"', 'output.decision == "affirm"', 'shadowed-edge'],
  ['court', 'output.confidence >= config.fast_track', 'output.confidence > 1', 'dead-edge'],
  ['court', 'when: has(output.alternative_hypothesis)', 'when: has(output.alternative)', 'type-check'],
])('in %s, `%s` written as `%s` is a %s', (name, from, to, rule) => {
  const text = resolveShipped(name) ?? '';
  expect(text).toContain(from);
  expect(lintPipeline(text.replace(from, to), { schemas }).map((one) => one.rule)).toContain(rule);
});
