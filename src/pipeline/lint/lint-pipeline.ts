/** Lint: reports every error and doubtful construct in a definition, with location and remedy. */
import { cite } from '../../kernel/index.ts';
import { ANY_NODE } from '../definition/definition.ts';
import { finding, type PipelineFinding, suggestNames } from '../definition/finding.ts';
import type { Edge, Graph } from '../definition/graph.ts';
import { type ResolvePipeline, readPipeline, resolveShipped } from '../definition/load-pipeline.ts';
import { type Locator, locateAt, readDefinition } from '../definition/read-definition.ts';
import type { ArtifactSchemas, ConfigValue } from '../expressions/cel-environment.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import { lintLoops, lintRoutes } from './lint-routes.ts';
import { lintTypes } from './lint-types.ts';

/** Options for lint. */
export type LintOptions = {
  /** Resolves definitions that are extended or walked; defaults to the built-in ones. */
  readonly resolve?: ResolvePipeline;
  /** The fields of artifacts, to check expressions against. */
  readonly schemas?: ArtifactSchemas;
  /** Available masks; defaults to the built-in ones. */
  readonly masks?: Iterable<Mask> | MaskRegistry;
};

/** What every graph is checked with. */
type LintContext = {
  readonly schemas: ArtifactSchemas;
  readonly registry: MaskRegistry;
  readonly seen: Set<Graph>;
};

/** Returns all findings in text order; if there are none, the definition can be walked. */
export function lintPipeline(text: string, options: LintOptions = {}): readonly PipelineFinding[] {
  const read = readPipeline(text, options.resolve);
  if ('findings' in read) return inOrder(read.findings);
  const { schemas = {}, masks } = options;
  const context = { schemas, registry: toMaskRegistry(masks), seen: new Set<Graph>() };
  return inOrder([
    ...lintOverrides(text, read.locate, options.resolve),
    ...lintGraph(read.graph, read.locate, context),
  ]);
}

function lintGraph(graph: Graph, locate: Locator, context: LintContext): readonly PipelineFinding[] {
  const { schemas, registry } = context;
  return [
    ...lintUnbound(graph, locate),
    ...lintReach(graph, locate),
    ...lintVariables(graph, locate),
    ...lintLoops(graph, locate),
    ...lintRoutes(graph, locate, schemas),
    ...lintTypes(graph, locate, schemas),
    ...lintArtifacts(graph, locate, schemas),
    ...lintMasks(graph, locate, registry),
    ...lintNested(graph, locate, context),
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

/** Findings in a nested definition are reported at the first node that uses it. */
function lintNested(graph: Graph, locate: Locator, context: LintContext): PipelineFinding[] {
  return graph.nodes.flatMap(({ name, pipeline }) => {
    const nested = pipeline === null ? undefined : graph.nested[pipeline];
    if (nested === undefined || context.seen.has(nested)) return [];
    context.seen.add(nested);
    const there = locateAt(locate.node(name, 'pipeline'));
    return lintGraph(nested, there, context).map((one) => ({
      ...one,
      message: `in \`${pipeline}\`: ${one.message}`,
    }));
  });
}

function inOrder(findings: readonly PipelineFinding[]): readonly PipelineFinding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** Returns misspelt artifacts; others may be user-defined and have no schema. */
function lintArtifacts(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  const known = Object.keys(schemas);
  const suggest = suggestNames();
  return graph.nodes.flatMap(({ name, artifact }) => {
    if (artifact === null || Object.hasOwn(schemas, artifact)) return [];
    const near = suggest(artifact, known);
    if (near === '') return [];
    const message = `\`${artifact}\` is no known artifact${near}`;
    const remedy = `the artifacts are ${known.join(', ')}`;
    return [finding(locate.node(name, 'artifact'), 'unknown-name', message, remedy)];
  });
}

/** Returns masks that are unknown or not valid at their node. */
function lintMasks(graph: Graph, locate: Locator, registry: MaskRegistry): PipelineFinding[] {
  const suggest = suggestNames();
  return graph.nodes.flatMap((node) =>
    node.masks.flatMap((name, index) => {
      const mask = registry.get(name);
      if (mask?.validNodes.includes(node.name)) return [];
      const place = locate.node(node.name, 'masks', index);
      if (mask === undefined) {
        const message = `\`${name}\` is no known mask${suggest(name, registry.keys())}`;
        return [finding(place, 'unknown-name', message, `the masks are ${[...registry.keys()].join(', ')}`)];
      }
      const message = `\`${name}\` cannot be worn at \`${node.name}\``;
      return [finding(place, 'mask-not-valid', message, `it can be worn at ${mask.validNodes.join(', ')}`)];
    }),
  );
}

const needs: { readonly [name: string]: (value: ConfigValue) => string | null } = {
  max_loops: wholeNumber,
  evidence_depth: wholeNumber,
  convergence_threshold: (value) => (typeof value === 'number' ? null : 'a number'),
};

/** Returns engine variables with unusable values. */
function lintVariables({ vars }: Graph, locate: Locator): PipelineFinding[] {
  return Object.entries(needs).flatMap(([name, missing]) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    const needed = value === undefined ? null : missing(value);
    if (value === undefined || needed === null) return [];
    const message = `the variable \`${name}\` is ${cite(String(value))}, ${needed} is needed`;
    return [finding(locate.at(['vars', name]), 'type-check', message, `set it to ${needed}`)];
  });
}

/** Returns variables whose kind differs from that in the extended definition. */
function lintOverrides(
  text: string,
  locate: Locator,
  resolve: ResolvePipeline | undefined,
): PipelineFinding[] {
  const read = readDefinition(text);
  const { extends: name, vars = {} } = 'definition' in read ? read.definition : {};
  const base = name === undefined ? null : baseOf(name, resolve);
  return Object.entries(base?.vars ?? {}).flatMap(([variable, old]) => {
    const value = Object.hasOwn(vars, variable) ? vars[variable] : old;
    if (typeof value === typeof old) return [];
    const message = `the variable \`${variable}\` is ${kindOf(old)} in \`${name}\` and ${kindOf(value)} here`;
    return [finding(locate.at(['vars', variable]), 'type-check', message, `set it to ${kindOf(old)}`)];
  });
}

function baseOf(name: string, resolve: ResolvePipeline | undefined): Graph | null {
  const text = (resolve ?? resolveShipped)(name);
  const base = typeof text === 'string' ? readPipeline(text, resolve) : null;
  return base !== null && 'graph' in base ? base.graph : null;
}

function wholeNumber(value: ConfigValue): string | null {
  return Number.isSafeInteger(value) ? null : 'a whole number';
}

function kindOf(value: ConfigValue | undefined): string {
  if (typeof value === 'number') return 'a number';
  return typeof value === 'string' ? 'a text' : 'true or false';
}

/** Returns unreachable nodes and terminals, and unbounded cycles. */
function lintReach(graph: Graph, locate: Locator): PipelineFinding[] {
  const taken = graph.edges.filter(({ advisory }) => !advisory);
  const reached = reachedFrom(graph, taken);
  const orphans = graph.nodes.filter(({ name }) => !reached.has(name));
  return [
    ...orphans.map(({ name }) =>
      finding(
        locate.node(name),
        'orphan-node',
        `no way leads from \`${graph.start}\` to \`${name}\``,
        'add an edge to it, or remove it',
      ),
    ),
    ...(reached.has(graph.done) ? [] : [unreachedDone(graph, locate)]),
    ...unboundedCycles(graph, taken, locate),
  ];
}

function reachedFrom(graph: Graph, edges: readonly Edge[]): ReadonlySet<string> {
  const reached = new Set([graph.start]);
  for (const place of reached) {
    const own = edges.filter(({ from }) => from === place);
    if (own.length === 0 && !graph.terminals.includes(place)) reached.add(graph.done);
    for (const edge of [...own, ...edges.filter(({ from }) => from === ANY_NODE)])
      for (const to of destinations(edge)) reached.add(to);
  }
  return reached;
}

function unreachedDone({ start, done }: Graph, locate: Locator): PipelineFinding {
  const message = `no way leads from \`${start}\` to \`${done}\``;
  return finding(locate.at(['done']), 'unreachable-done', message, `add an edge to \`${done}\``);
}

/** Finds cycles without a loop edge, whose rounds nothing counts. */
function unboundedCycles(graph: Graph, edges: readonly Edge[], locate: Locator): PipelineFinding[] {
  const uncounted = edges.filter(({ loop }) => !loop);
  const from = Map.groupBy(uncounted, (edge) => edge.from);
  const state = new Map<string, 'open' | 'closed'>(graph.terminals.map((name) => [name, 'closed']));
  const closing = new Set<string>();
  const visit = (node: string): void => {
    state.set(node, 'open');
    for (const edge of [...(from.get(ANY_NODE) ?? []), ...(from.get(node) ?? [])])
      for (const to of destinations(edge)) {
        if (state.get(to) === 'open') closing.add(edge.id);
        else if (!state.has(to)) visit(to);
      }
    state.set(node, 'closed');
  };
  for (const { name } of graph.nodes) if (!state.has(name)) visit(name);
  return [...closing].map((id) => {
    const message = `\`${id}\` closes a circle in which no edge is a loop`;
    return finding(locate.edge(id), 'unbounded-cycle', message, 'mark it `loop: true` with a `max`');
  });
}

function destinations({ to, targets }: Edge): readonly string[] {
  return [to, ...targets];
}
