/** Lint of loops: each has a bound, the bound is a whole number, and it lets the loop be taken. */
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { type Route, routesOf } from '../definition/routes.ts';
import type { Evaluation } from '../expressions/expression.ts';
import { createScope, sourceOf } from '../expressions/scope.ts';
import { type ConfigAt, configAt, fieldsIn } from './term.ts';

/** Returns loops that nothing bounds, and loops whose bound keeps them from ever being taken. */
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
  // What the types of variables tell is said of the variables; here is left what only computing shows.
  if (!isOfWholeNumbers(max, config)) return [];
  const place = locate.edge(edge.id, ...(max === null ? [] : ['max']));
  if (bound.kind === 'fault' || !Number.isSafeInteger(bound.value)) {
    const what = bound.kind === 'fault' ? bound.reason : `it is ${bound.value}, a whole number is needed`;
    const message = `\`max\` of \`${edge.id}\` does not type-check: ${what}`;
    return [finding(place, 'type-check', message, 'compute a whole number of whole variables')];
  }
  // An edge that is not bound yet may get its bound where it is bound.
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

/** Tells whether all that a bound reads is a variable that something can set. */
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
