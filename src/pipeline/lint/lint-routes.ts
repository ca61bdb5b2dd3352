/** Lints the edges of each node together: is there always a way out, and can every edge be taken? */
import { ANY_NODE } from '../definition/definition.ts';
import { finding, type PipelineFinding } from '../definition/finding.ts';
import { type Graph, type Route, routesOf } from '../definition/graph.ts';
import type { Locator } from '../definition/read-definition.ts';
import type { ArtifactSchemas } from '../expressions/cel-environment.ts';
import type { Evaluation } from '../expressions/expression.ts';
import { createScope, sourceOf } from '../expressions/scope.ts';
import { MAX_CASES, proveRoutes, type RouteProof } from './prove-routes.ts';
import { type ConfigAt, configAt, fieldsIn } from './term.ts';
import { knowledgeAt, type TermKnowledge } from './term-knowledge.ts';

/** Returns problems with how nodes are left. */
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
  // An unbound edge has no condition yet, so nothing can be proved about the others.
  if (ways.length === 0 || ways.some(isUnbound)) return [];
  const proof = proveAfter(any, ways, knowledge) ?? proveOwn(ways, knowledge);
  // A loop at its limit ends the walk, so an unconditional loop is also a way out.
  const isOpen = !ways.some(isUnconditional);
  if (proof === null) return isOpen ? [cannotProve(name, locate)] : [];
  return [
    ...lintIdle(ways, proof, locate),
    ...(isOpen && proof.gap !== null ? [notTotal(name, proof.gap, locate)] : []),
  ];
}

/** Proves edges that come after those tried at every node; null if unknown or too many cases. */
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

/** Returns those of the given edges that are never taken. */
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

/** Returns loops without a limit, and loops whose limit prevents them from being taken. */
export function lintLoops(graph: Graph, locate: Locator): PipelineFinding[] {
  const { nodes, from } = routesOf(graph);
  return [...from.values()].flat().flatMap((route) => {
    const { loop, advisory } = route.edge;
    if (!loop || advisory) return [];
    const config = configAt(graph, nodes.get(route.edge.from) ?? null);
    return lintLoop(route, config, locate);
  });
}

function lintLoop(route: Route, config: ConfigAt, locate: Locator): PipelineFinding[] {
  const { edge, max } = route;
  const bound = boundOf(max, config);
  if (bound.kind === 'absent') return isReadable(max, config) ? [unbounded(edge.id, locate)] : [];
  // Types of variables are reported with the variables; here only computed values remain.
  if (!isOfWholeNumbers(max, config)) return [];
  const place = locate.edge(edge.id, ...(max === null ? [] : ['max']));
  if (bound.kind === 'fault' || !Number.isSafeInteger(bound.value)) {
    const what = bound.kind === 'fault' ? bound.reason : `it is ${bound.value}, a whole number is needed`;
    const message = `\`max\` of \`${edge.id}\` does not type-check: ${what}`;
    return [finding(place, 'type-check', message, 'compute a whole number of whole variables')];
  }
  // An unbound edge may still get its limit when it is bound.
  const isUnbound = edge.when === null && edge.condition !== null;
  if (Number(bound.value) > 0 || isUnbound) return [];
  const message = `\`${edge.id}\` can never be taken: its loop is bounded by ${bound.value}`;
  return [finding(place, 'dead-edge', message, 'give it a `max` of at least 1, or remove the edge')];
}

function boundOf(max: Route['max'], config: ConfigAt): Evaluation {
  if (typeof max === 'number') return { kind: 'value', value: max };
  if (max !== null) {
    const [nothing, given] = [sourceOf({}), sourceOf(config)];
    return max.evaluate(createScope({ output: nothing, state: nothing, config: given }));
  }
  const value = config.max_loops;
  return value === undefined ? { kind: 'absent', reason: 'nothing bounds it' } : { kind: 'value', value };
}

/** Checks whether a limit only reads variables that can be set. */
function isReadable(max: Route['max'], config: ConfigAt): boolean {
  return variablesOf(max).every((name) => Object.hasOwn(config, name));
}

function isOfWholeNumbers(max: Route['max'], config: ConfigAt): boolean {
  return variablesOf(max).every((name) => Number.isSafeInteger(config[name]));
}

function variablesOf(max: Route['max']): readonly string[] {
  if (typeof max === 'number') return [];
  return max === null ? ['max_loops'] : fieldsIn(max.tree).map((field) => field.replace(/^config\./, ''));
}

function unbounded(edge: string, locate: Locator): PipelineFinding {
  const message = `nothing bounds the loop \`${edge}\``;
  const remedy = 'give the edge a `max`, set `vars.max_loops`, or give its node an element';
  return finding(locate.edge(edge), 'unbounded-loop', message, remedy);
}
