/** Lint of the edges of each node together: is there a way out in every case, and can every edge be taken? */
import { ANY_NODE } from '../definition/definition.ts';
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { type Route, routesOf } from '../definition/routes.ts';
import type { ArtifactSchemas } from '../expressions/type-environment.ts';
import { MAX_CASES, proveRoutes, type RouteProof } from './prove-routes.ts';
import { knowledgeAt, type TermKnowledge } from './term-knowledge.ts';

/** Returns what is wrong with how nodes are left. */
export function lintRoutes(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  const { from, any } = routesOf(graph);
  const always = any.find(isAlways);
  return [
    ...lintIdle(any, proveOwn(any, knowledgeAt(null, { graph, schemas })), locate),
    ...(always
      ? [...from]
          .filter(([source]) => source !== ANY_NODE)
          .flatMap(([, routes]) =>
            routes.map(({ edge }) => shadowed(edge.id, locate, `\`${always.edge.id}\``)),
          )
      : graph.nodes.flatMap((node) =>
          lintNode(
            node.name,
            { own: from.get(node.name) ?? [], any },
            locate,
            knowledgeAt(node, { graph, schemas }),
          ),
        )),
  ];
}

type Leaving = { readonly own: readonly Route[]; readonly any: readonly Route[] };

function lintNode(
  name: string,
  { own, any }: Leaving,
  locate: Locator,
  knowledge: TermKnowledge,
): PipelineFinding[] {
  const ways = own.filter(isWay);
  // What an unbound edge will say is not known, so nothing can be proved of its neighbours.
  if (ways.length === 0 || ways.some(isUnbound)) return [];
  const proof = proveAfter(any, ways, knowledge) ?? proveOwn(ways, knowledge);
  // A loop that is spent ends the walk, so an unconditional one is a way out, too.
  const isOpen = !ways.some(isUnconditional);
  if (proof === null) return isOpen ? [cannotProve(name, locate)] : [];
  return [
    ...lintIdle(ways, proof, locate),
    ...(isOpen && proof.gap !== null ? [notTotal(name, proof.gap, locate)] : []),
  ];
}

/** Proves of edges behind those that are tried at every node; null where that is not known or too much. */
function proveAfter(
  any: readonly Route[],
  ways: readonly Route[],
  knowledge: TermKnowledge,
): RouteProof | null {
  const before = any.filter(isWay);
  return before.some(isUnbound) ? null : proveRoutes([...before, ...ways], knowledge);
}

function proveOwn(routes: readonly Route[], knowledge: TermKnowledge): RouteProof | null {
  const ways = routes.filter(isWay);
  return ways.some(isUnbound) ? null : proveRoutes(ways, knowledge);
}

/** Returns the edges that are never taken, of those that are asked about. */
function lintIdle(
  routes: readonly Route[],
  proof: RouteProof | null,
  locate: Locator,
): readonly PipelineFinding[] {
  const ids = new Set(routes.map(({ edge }) => edge.id));
  const dead = proof?.dead.filter((id) => ids.has(id)) ?? [];
  const hidden = proof?.shadowed.filter((id) => ids.has(id)) ?? [];
  return [
    ...dead.map((id) =>
      finding(
        locate.edge(id, 'when'),
        'dead-edge',
        `\`${id}\` can never match`,
        'correct its `when`, or remove the edge',
      ),
    ),
    ...hidden.map((id) => shadowed(id, locate, 'an earlier edge')),
  ];
}

function isWay({ edge }: Route): boolean {
  return !edge.advisory;
}

function isUnbound({ edge }: Route): boolean {
  return edge.when === null && edge.condition !== null;
}

function isUnconditional({ edge }: Route): boolean {
  return edge.when === null && edge.condition === null;
}

function isAlways(route: Route): boolean {
  return isUnconditional(route) && isWay(route) && !route.edge.loop;
}

function shadowed(id: string, locate: Locator, by: string): PipelineFinding {
  const message = `\`${id}\` is never taken: wherever it matches, ${by} does`;
  return finding(locate.edge(id, 'when'), 'shadowed-edge', message, 'move it before, or correct its `when`');
}

function notTotal(node: string, gap: string, locate: Locator): PipelineFinding {
  const message =
    gap === '' ? `no edge of \`${node}\` ever matches` : `no edge of \`${node}\` matches when ${gap}`;
  return finding(locate.node(node), 'not-total', message, `add an unconditional last edge from \`${node}\``);
}

function cannotProve(node: string, locate: Locator): PipelineFinding {
  const message = `cannot prove that an edge of \`${node}\` always matches: more than ${MAX_CASES} cases`;
  return finding(locate.node(node), 'cannot-prove', message, 'add an unconditional last edge');
}
