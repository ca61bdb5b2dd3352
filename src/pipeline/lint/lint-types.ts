/** Lint of what expressions read: fields that exist, of fitting types, and a confidence that is there. */
import { type ASTNode, type Environment, serialize } from '@marcbachmann/cel-js';
import { didYouMean } from '../../kernel/index.ts';
import { expressionsOf, typeFaultOf } from '../definition/check-expressions.ts';
import type { PipelineFinding } from '../definition/finding.ts';
import type { Edge, Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { finding } from '../definition/read-definition.ts';
import { routesOf } from '../definition/routes.ts';
import { childrenOf } from '../expressions/check-expression.ts';
import {
  type ArtifactFields,
  type ArtifactSchemas,
  createTypeEnvironment,
  describeField,
  traitVariables,
} from '../expressions/type-environment.ts';

/** Returns every expression that reads what is not there. */
export function lintTypes(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  // Environments are costly to make, and edges of one artifact share theirs.
  const environments = new Map<ArtifactFields | null, Environment>();
  return graph.edges.flatMap((edge) => {
    const fields = fieldsOf(graph, edge, schemas);
    const known = fields && { confidence: 'decimal' as const, ...fields };
    const environment = environments.get(fields) ?? createTypeEnvironment(known, graph.vars);
    environments.set(fields, environment);
    const names = [...Object.keys(known ?? {}), ...Object.keys({ ...graph.vars, ...traitVariables })];
    return [...lintFields(edge, locate, environment, names), ...lintConfidence(graph, edge, locate, fields)];
  });
}

function lintFields(
  edge: Edge,
  locate: Locator,
  environment: Environment,
  names: readonly string[],
): PipelineFinding[] {
  return expressionsOf(edge).flatMap((expression) => {
    const fault = typeFaultOf(expression, environment);
    if (fault === null) return [];
    const [, missing] = /^no such key: (\w+)/.exec(fault) ?? [];
    const near = missing === undefined ? '' : didYouMean(missing, names);
    const message = `\`${expression.field}\` of \`${edge.id}\` does not type-check: ${fault}${near}`;
    const remedy = 'read fields the artifact has, and variables that `vars` sets';
    return [finding(locate.edge(edge.id, expression.field), 'type-check', message, remedy)];
  });
}

/** An artifact need not have a confidence; whoever compares it has to know that this one does. */
function lintConfidence(
  graph: Graph,
  edge: Edge,
  locate: Locator,
  fields: ArtifactFields | null,
): PipelineFinding[] {
  const route = routesOf(graph)
    .from.get(edge.from)
    ?.find((one) => one.edge.id === edge.id);
  const tree = route?.when?.tree;
  if (!tree || !reads(tree, 'output.confidence') || asksFor(tree, 'output.confidence')) return [];
  const artifact = graph.nodes.find(({ name }) => name === edge.from)?.artifact ?? null;
  const type = fields && Object.hasOwn(fields, 'confidence') ? fields.confidence : undefined;
  const isPromised =
    fields === null ? artifact !== null : type !== undefined && !describeField(type).optional;
  if (isPromised) return [];
  const message = `\`${edge.id}\` compares a confidence that may be absent`;
  const remedy = 'name the artifact of the node, or ask `has(output.confidence)` first';
  return [finding(locate.edge(edge.id, 'when'), 'absent-confidence', message, remedy)];
}

function fieldsOf(graph: Graph, edge: Edge, schemas: ArtifactSchemas): ArtifactFields | null {
  const artifact = graph.nodes.find(({ name }) => name === edge.from)?.artifact;
  return artifact && Object.hasOwn(schemas, artifact) ? (schemas[artifact] ?? null) : null;
}

function reads(tree: ASTNode, field: string): boolean {
  if (tree.op === 'call' && tree.args[0] === 'has') return false;
  if (tree.op === '.' && serialize(tree) === field) return true;
  return childrenOf(tree).some(([child]) => reads(child, field));
}

function asksFor(tree: ASTNode, field: string): boolean {
  if (tree.op === 'call' && tree.args[0] === 'has')
    return tree.args[1].some((one) => serialize(one) === field);
  return childrenOf(tree).some(([child]) => asksFor(child, field));
}
