/**
 * The pure step function: from a graph, a state and a node's output to the next state and its effects. It
 * never waits, asks or reads a clock, so a walk can be stored after any step and replayed.
 */

import { canonicalHash, PenumbraError } from '../../kernel/index.ts';
import { type Element, elementTraits } from '../agents/index.ts';
import { type Graph, type Route, routesOf } from '../definition/graph.ts';
import { stateFields, traitVariables } from '../expressions/cel-environment.ts';
import { toDecimal } from '../expressions/decimal.ts';
import { createScope, type Scope, type ScopeSource, sourceOf } from '../expressions/scope.ts';
import {
  type Artifact,
  type RecordedArtifact,
  readArtifact,
  type TakenArtifact,
  takeArtifact,
} from '../nodes/artifact.ts';
import { decodeDecimals } from '../nodes/decimal-form.ts';
import { chooseEdge, type EdgeChoice } from './choose-edge.ts';
import { nestedGraph } from './start-walk.ts';
import { endWalk, endWithoutEdge, noteAdvice, takeEdge } from './take-edge.ts';
import type { StepReport, Transition } from './transition.ts';
import { exhaustWalk, failWalk, reasonText, WALKER_STATE_VERSION, type WalkerState } from './walker-state.ts';

/** Takes one step. */
export function advance(graph: Graph, state: WalkerState, report: StepReport): Transition {
  requireWalking(graph, state);
  const nested = nestedGraph(graph, state.node);
  const timed = noteWork(state, report);
  if (nested === null || state.inner === null) return step(graph, timed, report);
  const inner = advance(nested, state.inner, report);
  const effects = inner.effects.map((effect) => ({ ...effect, within: [state.node, ...effect.within] }));
  if (inner.next.status === 'walking') return { ...inner, next: { ...timed, inner: inner.next }, effects };
  const outer = step(graph, { ...timed, inner: null }, innerOutput(inner.next));
  // If the inner walk stops, the outer one keeps it, so that both can be resumed where they stopped.
  const isStopped = inner.next.status === 'failed' && outer.next.status === 'failed';
  const next = isStopped ? { ...outer.next, inner: inner.next } : outer.next;
  return { ...outer, next, effects: [...effects, ...outer.effects] };
}

function step(graph: Graph, state: WalkerState, report: StepReport): Transition {
  const made = recordOutput(report);
  if (typeof made === 'string') return failStep(graph, state, report, made);
  const { recorded, output } = made;
  const { node } = state;
  const held: WalkerState = {
    ...state,
    outputs: { ...state.outputs, [node]: recorded },
    prior: recorded,
    confidences:
      recorded.confidence === null
        ? state.confidences
        : [...state.confidences, { node, confidence: recorded.confidence }],
  };
  const routes = routesOf(graph);
  const scope = scopeOf(graph, held, report, output);
  const { route, considered } = choose(routes.tried.get(node) ?? [], held, scope, recorded);
  const effects = [{ kind: 'artifact-recorded', within: [], node, artifact: recorded }] as const;
  const departure = { state: noteAnswer(held), considered, effects, recorded };
  if (route !== null) return takeEdge(graph, route, scope, departure);
  const hasWayOut = (routes.from.get(node) ?? []).some(({ edge }) => !edge.advisory);
  return endWithoutEdge(graph, hasWayOut, departure);
}

/** Edges see a failure until the next artifact. */
function noteAnswer(state: WalkerState): WalkerState {
  const { counters } = state;
  return counters.role_failed ? { ...state, counters: { ...counters, role_failed: false } } : state;
}

/** Without output, only the edges that apply to every node are tried. */
function failStep(graph: Graph, state: WalkerState, report: StepReport, reason: string): Transition {
  const { node } = state;
  const isTimeUp = report.failure?.isTimeUp ?? false;
  const held = isTimeUp ? state : { ...state, counters: { ...state.counters, role_failed: true } };
  const scope = scopeOf(graph, held, report, null);
  const { route, considered } = choose(routesOf(graph).any, held, scope, null);
  const effects = [{ kind: 'step-failed', within: [], node, reason }] as const;
  const departure = { state: held, considered, effects, recorded: null };
  if (route !== null) return takeEdge(graph, route, scope, departure);
  const noted = noteAdvice(departure);
  if (isTimeUp) return endWalk(exhaustWalk(noted, reason), departure);
  const message = `no artifact at \`${node}\`: ${reason}`;
  return endWalk(failWalk(noted, { code: 'agent-failed', message, node }), departure);
}

function choose(
  routes: readonly Route[],
  state: WalkerState,
  scope: Scope,
  recorded: RecordedArtifact | null,
): EdgeChoice {
  const last = state.loopArtifacts[state.node];
  return chooseEdge(routes, scope, {
    taken: state.counters.loops[state.node] ?? 0,
    isRepeated: () => last !== undefined && recorded !== null && last === canonicalHash(recorded),
  });
}

/** Returns a step's artifact in recorded and readable form, or why there is none. */
function recordOutput({ output, recorded, failure }: StepReport): TakenArtifact | string {
  if (failure) return reasonText(failure.reason);
  if (recorded && output) return { recorded, output };
  try {
    return takeArtifact(output);
  } catch (error) {
    return reasonText(error);
  }
}

function scopeOf(
  graph: Graph,
  state: WalkerState,
  { worn = [], element }: StepReport,
  output: Artifact | null,
): Scope {
  const nodeElement = routesOf(graph).nodes.get(state.node)?.element ?? null;
  return makeScope(graph, state, { output, worn, element: element ?? nodeElement });
}

/** Records the step, its time and its agent; an invalid time is truncated to a valid one. */
function noteWork(state: WalkerState, { elapsedMs = 0, agent = null }: StepReport): WalkerState {
  const { counters, steps, lastAgent } = state;
  const spentMs = wholeMs(elapsedMs);
  return {
    ...state,
    steps: steps + 1,
    lastAgent: agent ?? lastAgent,
    counters: spentMs === 0 ? counters : { ...counters, court_ms: wholeMs(counters.court_ms + spentMs) },
  };
}

function wholeMs(timeMs: number): number {
  if (!(timeMs > 0)) return 0;
  return Math.min(Math.trunc(timeMs), Number.MAX_SAFE_INTEGER);
}

function requireWalking(graph: Graph, state: WalkerState): void {
  requireDefinition(graph, state);
  if (state.status === 'walking') return;
  throw new PenumbraError('usage', `the walk \`${state.id}\` is ${state.status} and takes no step`, {
    hint: 'resume a paused walk before it is advanced',
  });
}

/** Throws unless a walk was begun with this graph. */
export function requireDefinition(graph: Graph, state: WalkerState): void {
  if (state.version !== WALKER_STATE_VERSION || state.definition !== graph.hash)
    throw new PenumbraError('invalid-pipeline', `the walk \`${state.id}\` belongs to another definition`, {
      data: { walk: state.definition, graph: graph.hash },
      hint: 'go on with the definition the walk was started with',
    });
}

/** Returns the report of a node whose inner walk has ended. */
function innerOutput(inner: WalkerState): StepReport {
  const { status, terminal, prior, fault, reason, lastAgent: agent } = inner;
  if (status === 'failed') return { failure: { reason: fault?.message ?? 'the inner walk failed' } };
  if (prior === null) return { failure: { reason: reason ?? 'the inner walk left no artifact' } };
  const artifact = readArtifact(prior);
  return { agent, output: { ...artifact, data: { ...artifact.data, walk: { status, terminal } } } };
}

/** What a step adds to graph and state. */
type ScopeStep = {
  readonly output: Artifact | null;
  readonly worn: readonly string[];
  readonly element: Element | null;
};

const noOutput = sourceOf({});

/** Makes the scope of a step. */
function makeScope(graph: Graph, state: WalkerState, { output, worn, element }: ScopeStep): Scope {
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
    // Always a decimal, even if it is exactly 0 or 1.
    read: (field) => (field === 'confidence' ? toDecimal(confidence) : read(field)),
    names: () => [...names(), 'confidence'],
  };
}

function counterSource({ nodes }: Graph, { counters }: WalkerState, worn: readonly string[]): ScopeSource {
  // A node that no loop has left has the count 0, not an absent one.
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
 * Reads the configuration of a step. INVARIANT (precedence): values set by the definition or the run take
 * precedence; the agent's element fills in the rest.
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
