/** Lint of the edges of each node together: is there a way out in every case, and can every edge be taken? */

import { ANY_NODE } from '../definition/definition.ts';
import type { PipelineFinding } from '../definition/finding.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { finding } from '../definition/read-definition.ts';
import { type Route, routesOf } from '../definition/routes.ts';
import { stateFields } from '../expressions/cel-environment.ts';
import { type ArtifactSchemas, describeField } from '../expressions/type-environment.ts';
import { MAX_CASES, proveRoutes } from './prove-routes.ts';
import type { TermFacts } from './term-domains.ts';

/** Returns what is wrong with how nodes are left. */
export function lintRoutes(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  const { from, any } = routesOf(graph);
  const always = any.find(isAlways);
  return [
    ...lintSource(any, null, locate, schemas),
    ...graph.nodes.flatMap((node) => lintSource(from.get(node.name) ?? [], node, locate, schemas)),
    ...(always
      ? [...from]
          .filter(([source]) => source !== ANY_NODE)
          .flatMap(([, routes]) => routes.map(({ edge }) => shadowed(edge.id, locate, always.edge.id)))
      : []),
  ];
}

function lintSource(
  all: readonly Route[],
  node: GraphNode | null,
  locate: Locator,
  schemas: ArtifactSchemas,
): PipelineFinding[] {
  // What an unbound edge will say is not known, so nothing can be proved of its neighbours.
  if (all.some(({ edge }) => edge.when === null && edge.condition !== null)) return [];
  const routes = all.filter(({ edge }) => !edge.advisory);
  if (routes.length === 0) return [];
  const proof = proveRoutes(routes, (term) => factsOf(term, node, schemas));
  const isOpen = node !== null && !routes.some(isAlways);
  if (proof === null) return isOpen ? [cannotProve(node.name, locate)] : [];
  return [
    ...proof.dead.map((id) =>
      finding(
        locate.edge(id, 'when'),
        'dead-edge',
        `\`${id}\` can never match`,
        'correct its `when`, or remove the edge',
      ),
    ),
    ...proof.shadowed.map((id) => shadowed(id, locate, 'an earlier edge')),
    ...(isOpen && proof.gap !== null ? [notTotal(node.name, proof.gap, locate)] : []),
  ];
}

function isAlways({ edge }: Route): boolean {
  return edge.when === null && edge.condition === null && !edge.advisory;
}

function shadowed(id: string, locate: Locator, by: string): PipelineFinding {
  const message = `\`${id}\` is never taken: wherever it matches, ${by} does`;
  return finding(locate.edge(id, 'when'), 'shadowed-edge', message, 'move it before, or correct its `when`');
}

function notTotal(node: string, gap: string, locate: Locator): PipelineFinding {
  const message = `no edge of \`${node}\` matches when ${gap}`;
  return finding(locate.node(node), 'not-total', message, `add an unconditional last edge from \`${node}\``);
}

function cannotProve(node: string, locate: Locator): PipelineFinding {
  const message = `cannot prove that an edge of \`${node}\` always matches: more than ${MAX_CASES} cases`;
  return finding(locate.node(node), 'cannot-prove', message, 'add an unconditional last edge');
}

/** Returns what is known of a term: what the engine counts, what a size can be, what a schema says. */
function factsOf(term: string, node: GraphNode | null, schemas: ArtifactSchemas): TermFacts {
  if (/^size\(|\.size\(\)$/.test(term)) return { isWhole: true, least: 0 };
  const [, counter = ''] = /^state\.(\w+)/.exec(term) ?? [];
  if (Object.hasOwn(stateFields, counter)) return { isWhole: true, least: 0 };
  const [, name] = /^output\.(\w+)$/.exec(term) ?? [];
  if (name === undefined) return {};
  const fields = node?.artifact ? schemas[node.artifact] : undefined;
  const type = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  const { kind, values } = type === undefined ? { kind: null, values: undefined } : describeField(type);
  return {
    ...(values && { values }),
    ...(kind === 'int' && { isWhole: true }),
    ...((kind === 'decimal' || name === 'confidence') && { least: 0, most: 10_000 }),
  };
}
