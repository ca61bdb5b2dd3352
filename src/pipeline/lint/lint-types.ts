/**
 * Lints what expressions read: existing fields of fitting types, existing nodes, and a confidence that is
 * present.
 */
import type { Environment } from '@marcbachmann/cel-js';
import {
  type EdgeExpression,
  expressionsOf,
  pathOf as placeOf,
  typeFaultOf,
} from '../definition/check-expressions.ts';
import { finding, type PipelineFinding, type SuggestName, suggestNames } from '../definition/finding.ts';
import { type Edge, type Graph, type Route, routesOf } from '../definition/graph.ts';
import type { Locator } from '../definition/read-definition.ts';
import {
  type ArtifactFields,
  type ArtifactSchemas,
  createTypeEnvironment,
  describeField,
  traitVariables,
} from '../expressions/cel-environment.ts';
import { isExpression, parseExpression } from '../expressions/expression.ts';
import { askedIn, fieldsIn } from './term.ts';

/** What the edges of one artifact are checked with. */
type Known = {
  readonly environment: Environment;
  /** The artifact's fields, if known. */
  readonly fields: readonly string[] | null;
  readonly variables: readonly string[];
  readonly nodes: ReadonlySet<string>;
  readonly suggest: SuggestName;
};

/** Returns every expression that reads something that does not exist. */
export function lintTypes(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  const routes = routesOf(graph);
  const suggest = suggestNames();
  const nodes = new Set(routes.nodes.keys());
  // Environments are expensive, and edges of one artifact share theirs.
  const known = new Map<ArtifactFields | null, Known>();
  return [...routes.from.values()].flat().flatMap((route) => {
    const artifact = routes.nodes.get(route.edge.from)?.artifact ?? null;
    const fields = artifact !== null && Object.hasOwn(schemas, artifact) ? (schemas[artifact] ?? null) : null;
    const types = known.get(fields) ?? { ...namesOf(fields, graph), nodes, suggest };
    known.set(fields, types);
    return [
      ...lintExpressions(route.edge, locate, types),
      ...lintConfidence(route, locate, fields === null ? artifact !== null : hasConfidence(fields)),
    ];
  });
}

function namesOf(fields: ArtifactFields | null, { vars }: Graph): Omit<Known, 'nodes' | 'suggest'> {
  const readable = fields && { confidence: 'decimal' as const, ...fields };
  return {
    environment: createTypeEnvironment(readable, vars),
    fields: readable && Object.keys(readable),
    variables: Object.keys({ ...vars, ...traitVariables }),
  };
}

function lintExpressions(edge: Edge, locate: Locator, known: Known): PipelineFinding[] {
  return expressionsOf(edge).flatMap((expression) => {
    const path = placeOf(expression);
    const fault = typeFault(expression, known) ?? strangerIn(expression, known);
    if (fault === null) return [];
    const message = `\`${path.join('.')}\` of \`${edge.id}\` does not type-check: ${fault}`;
    const remedy = 'read fields the artifact has, and variables that `vars` sets';
    return [finding(locate.edge(edge.id, ...path), 'type-check', message, remedy)];
  });
}

function typeFault(
  expression: EdgeExpression,
  { environment, fields, variables, suggest }: Known,
): string | null {
  const fault = typeFaultOf(expression, environment);
  const [, missing] = /^no such key: (\w+)/.exec(fault ?? '') ?? [];
  return fault === null || missing === undefined
    ? fault
    : `${fault}${suggest(missing, [...(fields ?? []), ...variables])}`;
}

/** Finds reads of unknown nodes in counters and unknown fields in artifacts, which are never present. */
function strangerIn({ text }: EdgeExpression, { nodes, fields, suggest }: Known): string | null {
  const parsed = parseExpression(text);
  if (!isExpression(parsed)) return null;
  for (const field of fieldsIn(parsed.tree)) {
    const [, bare, quoted] = /^state\.(?:loops|visits)(?:\.(\w+)|\["([\w-]+)"\])$/.exec(field) ?? [];
    const name = bare ?? quoted;
    if (name !== undefined && !nodes.has(name)) return `\`${name}\` is no node${suggest(name, nodes)}`;
  }
  for (const field of fields === null ? [] : askedIn(parsed.tree)) {
    const [, name] = /^output\.(\w+)$/.exec(field) ?? [];
    if (name !== undefined && !fields?.includes(name))
      return `no such key: ${name}${suggest(name, fields ?? [])}`;
  }
  return null;
}

/** Confidence is optional in an artifact, so comparing it requires knowing that it is present. */
function lintConfidence({ edge, when }: Route, locate: Locator, isPromised: boolean): PipelineFinding[] {
  const confidence = 'output.confidence';
  if (isPromised || when === null) return [];
  if (!fieldsIn(when.tree).includes(confidence) || askedIn(when.tree).includes(confidence)) return [];
  const message = `\`${edge.id}\` compares a confidence that may be absent`;
  const remedy = 'name the artifact of the node, or ask `has(output.confidence)` first';
  return [finding(locate.edge(edge.id, 'when'), 'absent-confidence', message, remedy)];
}

function hasConfidence(fields: ArtifactFields): boolean {
  const type = Object.hasOwn(fields, 'confidence') ? fields.confidence : undefined;
  return type !== undefined && !describeField(type).optional;
}
