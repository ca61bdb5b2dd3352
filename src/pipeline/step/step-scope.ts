/** What the expressions of one step read: the output, the engine's counters, and the configuration with its defaults. */
import { type Element, elementTraits } from '../../agents/index.ts';
import type { Graph } from '../definition/graph.ts';
import { stateFields } from '../expressions/cel-environment.ts';
import { toDecimal } from '../expressions/decimal.ts';
import { createScope, type Scope, type ScopeSource, sourceOf } from '../expressions/scope.ts';
import { traitVariables } from '../expressions/type-environment.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { decodeDecimals } from '../nodes/decimal-form.ts';
import type { WalkerState } from './walker-state.ts';

/** What a step adds to graph and state. */
type ScopeStep = {
  readonly output: Artifact | null;
  readonly worn: readonly string[];
  readonly element: Element | null;
};

const noOutput = sourceOf({});

/** Makes the scope of a step. */
export function makeScope(graph: Graph, state: WalkerState, { output, worn, element }: ScopeStep): Scope {
  return createScope({
    output: output === null ? noOutput : outputSource(output),
    state: counterSource(graph, state, worn),
    config: configSource(graph, state, element),
  });
}

function outputSource({ confidence, data }: Artifact): ScopeSource {
  const { read, names } = sourceOf(data);
  if (confidence === undefined) return { read, names };
  return {
    // Always a decimal, also where it is exactly 0 or 1.
    read: (field) => (field === 'confidence' ? toDecimal(confidence) : read(field)),
    names: () => [...names(), 'confidence'],
  };
}

function counterSource({ nodes }: Graph, { counters }: WalkerState, worn: readonly string[]): ScopeSource {
  // A node that was never left by a loop has the count 0, not none.
  const counted = (counts: { readonly [node: string]: number }) => ({
    ...Object.fromEntries(nodes.map(({ name }) => [name, 0])),
    ...counts,
  });
  const { read } = sourceOf(counters);
  return {
    read: (field) => {
      if (field === 'worn') return worn;
      return field === 'loops' || field === 'visits' ? counted(counters[field]) : read(field);
    },
    names: () => Object.keys(stateFields),
  };
}

/**
 * Reads the configuration of a step.
 * INVARIANT (precedence): what the definition or the run sets stands; the walking agent's element fills the rest.
 */
function configSource({ vars }: Graph, { config }: WalkerState, element: Element | null): ScopeSource {
  return {
    read: (name) => {
      if (Object.hasOwn(config, name)) return decodeDecimals(config[name]);
      return Object.hasOwn(vars, name) ? vars[name] : traitVariable(name, element);
    },
    names: () => new Set([...Object.keys(traitVariables), ...Object.keys(vars), ...Object.keys(config)]),
  };
}

function traitVariable(name: string, element: Element | null): number | undefined {
  if (element === null || !Object.hasOwn(traitVariables, name)) return undefined;
  const { maxLoops, convergenceThreshold, evidenceDepth } = elementTraits(element);
  const traits = {
    max_loops: maxLoops,
    convergence_threshold: convergenceThreshold,
    evidence_depth: evidenceDepth,
  };
  return traits[name as keyof typeof traitVariables];
}
