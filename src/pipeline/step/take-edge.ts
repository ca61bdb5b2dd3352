/** Leaves a node by the chosen edge, or ends the walk if there is none. */
import { canonicalHash } from '../../kernel/index.ts';
import type { Graph, Route } from '../definition/graph.ts';
import type { Scope } from '../expressions/scope.ts';
import type { RecordedArtifact } from '../nodes/artifact.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { type Consideration, destinationOf } from './choose-edge.ts';
import { enterNode } from './start-walk.ts';
import type { Effect, Transition } from './transition.ts';
import { exhaustWalk, failWalk, finishWalk, type WalkerState } from './walker-state.ts';

/** A step that is about to leave its node. */
export type Departure = {
  readonly state: WalkerState;
  readonly considered: readonly Consideration[];
  readonly effects: readonly Effect[];
  /** The artifact of the step, or null if it failed. */
  readonly recorded: RecordedArtifact | null;
};

const noAdditions: Transition['additions'] = Object.freeze({});

/** Takes an edge. */
export function takeEdge(graph: Graph, route: Route, scope: Scope, departure: Departure): Transition {
  const { considered, effects } = departure;
  const { node } = departure.state;
  const { edge } = route;
  const { to, reason } = destinationOf(route, scope);
  const additions = additionsOf(route, scope);
  const advised = noteAdvice(departure);
  const counted = edge.loop ? countLoop(advised, departure.recorded) : advised;
  const isEnd = graph.terminals.includes(to);
  const { counters } = counted;
  const left: WalkerState = {
    ...counted,
    counters: isEnd ? counters : { ...counters, handoffs: counters.handoffs + 1 },
    context: additions === noAdditions ? counted.context : { ...counted.context, ...additions },
    history: [...counted.history, { node, edge: edge.id }],
  };
  const taken: Effect[] = [
    ...effects,
    ...adviceOf(departure),
    { kind: 'edge-taken', within: [], node, edge: edge.id, to },
  ];
  const summary = `\`${edge.id}\` leads from \`${node}\` to \`${to}\`${reason === null ? '' : ` (${reason})`}`;
  const explanation = { node, considered, summary };
  if (isEnd) {
    const next = finishWalk(left, to);
    return { next, additions, effects: [...taken, endOf(next)], explanation };
  }
  const next = enterNode(graph, left, to);
  return { next, additions, effects: [...taken, { kind: 'ask-needed', within: [], node: to }], explanation };
}

/** Ends the walk at a node without a matching edge. */
export function endWithoutEdge(graph: Graph, hasWayOut: boolean, departure: Departure): Transition {
  const { state, considered, recorded } = departure;
  const { node } = state;
  const advised = noteAdvice(departure);
  const fail = (message: string) => failWalk(advised, { code: 'invalid-pipeline', message, node });
  const artifact = recorded?.type ?? 'nothing';
  const undecidable = considered.find(({ outcome }) => outcome === 'undecidable');
  if (undecidable)
    return endWalk(
      fail(
        `\`${undecidable.edge}\` cannot be decided at \`${node}\` with \`${artifact}\`: ${undecidable.reason}`,
      ),
      departure,
    );
  if (!hasWayOut) {
    const left = { ...advised, history: [...advised.history, { node, edge: null }] };
    return endWalk(finishWalk(left, graph.done), departure);
  }
  const spent = considered.find(({ outcome }) => outcome === 'spent' || outcome === 'oscillating');
  if (spent)
    return endWalk(
      exhaustWalk(advised, `\`${spent.edge}\` at \`${node}\` is spent: ${spent.reason}`),
      departure,
    );
  return endWalk(fail(`no edge of \`${node}\` matches its artifact \`${artifact}\``), departure);
}

/** Makes the transition to a final state. */
export function endWalk(next: WalkerState, departure: Departure): Transition {
  const { node, reason, fault, terminal } = next;
  const summary = fault?.message ?? reason ?? `no edge leaves \`${node}\`, so it leads to \`${terminal}\``;
  return {
    next,
    additions: {},
    effects: [...departure.effects, ...adviceOf(departure), endOf(next)],
    explanation: { node, considered: departure.considered, summary },
  };
}

/** Returns the state with the advisory edges that matched. */
export function noteAdvice({ state, considered }: Departure): WalkerState {
  if (!considered.some(isAdvice)) return state;
  const steps = considered.filter(isAdvice).map(({ edge }) => ({ node: state.node, edge }));
  return { ...state, advisories: [...state.advisories, ...steps] };
}

function adviceOf({ state, considered }: Departure): Effect[] {
  return considered
    .filter(isAdvice)
    .map(({ edge }) => ({ kind: 'edge-advised', within: [], node: state.node, edge }));
}

function isAdvice({ outcome }: Consideration): boolean {
  return outcome === 'advised';
}

function countLoop(state: WalkerState, recorded: RecordedArtifact | null): WalkerState {
  const { node, counters, loopArtifacts } = state;
  return {
    ...state,
    counters: { ...counters, loops: { ...counters.loops, [node]: (counters.loops[node] ?? 0) + 1 } },
    loopArtifacts: recorded ? { ...loopArtifacts, [node]: canonicalHash(recorded) } : loopArtifacts,
  };
}

/** Evaluates an edge's `set`; absent fields set nothing. */
function additionsOf({ set }: Route, scope: Scope): Transition['additions'] {
  if (set.length === 0) return noAdditions;
  const entries = set.flatMap(([name, value]) => {
    if (typeof value !== 'object') return [[name, value] as const];
    const result = value.evaluate(scope);
    return result.kind === 'value' ? [[name, result.value] as const] : [];
  });
  return encodeDecimals(Object.fromEntries(entries)) as Transition['additions'];
}

function endOf({ status, terminal, reason, fault }: WalkerState): Effect {
  return { kind: 'walk-ended', within: [], status, terminal, reason: fault?.message ?? reason };
}
