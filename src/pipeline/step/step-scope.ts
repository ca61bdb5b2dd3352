/** What the expressions of one step read: the output, the engine's counters, and the configuration with its defaults. */
import { type Element, elementTraits } from '../../agents/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type CelValue, toCelMap } from '../expressions/cel-values.ts';
import { toDecimal } from '../expressions/decimal.ts';
import type { Scope } from '../expressions/expression.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { decodeDecimals } from '../nodes/recorded-artifact.ts';
import type { WalkerState } from './walker-state.ts';

/** Makes the scope of a step. */
export function makeScope(
  graph: Graph,
  state: WalkerState,
  step: {
    readonly output: Artifact | null;
    readonly worn: readonly string[];
    readonly element: Element | null;
  },
): Scope {
  const { output, worn, element } = step;
  return {
    output: output === null ? new Map() : outputScope(output),
    state: toCelMap({
      ...state.counters,
      // A node that was never left by a loop has the count 0, not none.
      loops: { ...zeroes(graph), ...state.counters.loops },
      visits: { ...zeroes(graph), ...state.counters.visits },
      worn,
    }),
    config: toCelMap(configOf(graph, state, element)),
  };
}

/**
 * Returns the configuration of a step as plain values.
 * INVARIANT (precedence): what the definition or the run sets stands; the walking agent's element fills the rest.
 */
function configOf(graph: Graph, state: WalkerState, element: Element | null): object {
  const set = { ...graph.vars, ...(decodeDecimals(state.config) as object) };
  if (element === null) return set;
  const { maxLoops, convergenceThreshold, evidenceDepth } = elementTraits(element);
  return {
    max_loops: maxLoops,
    convergence_threshold: convergenceThreshold,
    evidence_depth: evidenceDepth,
    ...set,
  };
}

function outputScope({ confidence, data }: Artifact): Map<string, CelValue> {
  const scope = toCelMap(data);
  // Always a decimal, also where it is exactly 0 or 1.
  if (confidence !== undefined) scope.set('confidence', toDecimal(confidence));
  return scope;
}

function zeroes(graph: Graph): { readonly [node: string]: number } {
  return Object.fromEntries(graph.nodes.map(({ name }) => [name, 0]));
}
