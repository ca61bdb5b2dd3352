/** Lint: everything that is wrong or doubtful in a definition, each with its place and its remedy. */
import { cite } from '../../kernel/index.ts';
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import { type Locator, locateAt } from '../definition/locator.ts';
import { type ResolvePipeline, readPipeline } from '../definition/read-pipeline.ts';
import type { ArtifactSchemas } from '../expressions/type-environment.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import { lintArtifacts } from './lint-artifacts.ts';
import { lintLoops } from './lint-loops.ts';
import { lintMasks } from './lint-masks.ts';
import { lintReach } from './lint-reach.ts';
import { lintRoutes } from './lint-routes.ts';
import { lintTypes } from './lint-types.ts';
import { lintOverrides, lintVariables } from './lint-variables.ts';

/** What lint may be told. */
export type LintOptions = {
  /** Finds the text of a definition that is extended or walked; without it the shipped ones are found. */
  readonly resolve?: ResolvePipeline;
  /** The fields of artifacts, for expressions to be checked against. */
  readonly schemas?: ArtifactSchemas;
  /** The masks at hand; the shipped ones unless given. */
  readonly masks?: Iterable<Mask> | MaskRegistry;
};

/** What every graph is checked with. */
type Means = {
  readonly schemas: ArtifactSchemas;
  readonly registry: MaskRegistry;
  readonly seen: Set<Graph>;
};

/** Returns every finding in a definition, in the order of its text; none means that it can be walked. */
export function lintPipeline(text: string, options: LintOptions = {}): readonly PipelineFinding[] {
  const read = readPipeline(text, options.resolve);
  if ('findings' in read) return inOrder(read.findings);
  const { schemas = {}, masks } = options;
  const means = { schemas, registry: toMaskRegistry(masks), seen: new Set<Graph>() };
  return inOrder([
    ...lintOverrides(text, read.locate, options.resolve),
    ...lintGraph(read.graph, read.locate, means),
  ]);
}

function lintGraph(graph: Graph, locate: Locator, means: Means): readonly PipelineFinding[] {
  const { schemas, registry } = means;
  return [
    ...lintUnbound(graph, locate),
    ...lintReach(graph, locate),
    ...lintVariables(graph, locate),
    ...lintLoops(graph, locate),
    ...lintRoutes(graph, locate, schemas),
    ...lintTypes(graph, locate, schemas),
    ...lintArtifacts(graph, locate, schemas),
    ...lintMasks(graph, locate, registry),
    ...lintNested(graph, locate, means),
  ];
}

function lintUnbound(graph: Graph, locate: Locator): PipelineFinding[] {
  return graph.unbound.map(({ id, condition }) =>
    finding(
      locate.edge(id),
      'unbound-edge',
      `\`${id}\` has the label ${cite(condition ?? '')} and no \`when\``,
      'give it a `when`, here or in an extension',
    ),
  );
}

/** What is wrong with a definition that a node walks is shown at the node that names it first. */
function lintNested(graph: Graph, locate: Locator, means: Means): PipelineFinding[] {
  return graph.nodes.flatMap(({ name, pipeline }) => {
    const nested = pipeline === null ? undefined : graph.nested[pipeline];
    if (nested === undefined || means.seen.has(nested)) return [];
    means.seen.add(nested);
    const there = locateAt(locate.node(name, 'pipeline'));
    return lintGraph(nested, there, means).map((one) => ({
      ...one,
      message: `in \`${pipeline}\`: ${one.message}`,
    }));
  });
}

function inOrder(findings: readonly PipelineFinding[]): readonly PipelineFinding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
