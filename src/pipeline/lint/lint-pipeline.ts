/** Lint: everything that is wrong or doubtful in a definition, each with its place and its remedy. */
import { didYouMean } from '../../kernel/index.ts';
import type { PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { finding } from '../definition/read-definition.ts';
import { type ResolvePipeline, readPipeline } from '../definition/read-pipeline.ts';
import type { ArtifactSchemas } from '../expressions/type-environment.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import { lintReach } from './lint-reach.ts';
import { lintRoutes } from './lint-routes.ts';
import { lintTypes } from './lint-types.ts';

/** What lint may be told. */
export type LintOptions = {
  /** Finds the text of a definition that is extended or walked; without it the shipped ones are found. */
  readonly resolve?: ResolvePipeline;
  /** The fields of artifacts, for expressions to be checked against. */
  readonly schemas?: ArtifactSchemas;
  /** The masks at hand; the shipped ones unless given. */
  readonly masks?: Iterable<Mask> | MaskRegistry;
};

/** Returns every finding in a definition, in the order of its text; none means that it can be walked. */
export function lintPipeline(text: string, options: LintOptions = {}): readonly PipelineFinding[] {
  const read = readPipeline(text, options.resolve);
  if ('findings' in read) return inOrder(read.findings);
  const { graph, locate } = read;
  const { schemas = {} } = options;
  const registry = toMaskRegistry(options.masks);
  return inOrder([
    ...lintUnbound(graph, locate),
    ...lintReach(graph, locate),
    ...lintRoutes(graph, locate, schemas),
    ...lintTypes(graph, locate, schemas),
    ...lintMasks(graph, locate, registry),
  ]);
}

function lintUnbound(graph: Graph, locate: Locator): PipelineFinding[] {
  return graph.unbound.map(({ id, condition }) =>
    finding(
      locate.edge(id),
      'unbound-edge',
      `\`${id}\` has the label \`${condition}\` and no \`when\``,
      'give it a `when`, here or in an extension',
    ),
  );
}

function lintMasks(graph: Graph, locate: Locator, registry: MaskRegistry): PipelineFinding[] {
  return graph.nodes.flatMap((node) =>
    node.masks.flatMap((name) => {
      const mask = registry.get(name);
      const place = locate.node(node.name, 'masks');
      if (mask === undefined) {
        const message = `\`${name}\` is no known mask${didYouMean(name, registry.keys())}`;
        return [finding(place, 'unknown-name', message, `the masks are ${[...registry.keys()].join(', ')}`)];
      }
      if (mask.validNodes.includes(node.name)) return [];
      const message = `\`${name}\` cannot be worn at \`${node.name}\``;
      return [finding(place, 'mask-not-valid', message, `it can be worn at ${mask.validNodes.join(', ')}`)];
    }),
  );
}

function inOrder(findings: readonly PipelineFinding[]): readonly PipelineFinding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
