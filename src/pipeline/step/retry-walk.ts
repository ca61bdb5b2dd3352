/** Takes up a walk that came to no good end, to be asked again at the node where it ended. */
import type { Graph } from '../definition/graph.ts';
import { enterNested, nestedGraph } from './start-walk.ts';
import type { WalkerState } from './walker-state.ts';

/** Returns a walk that failed or was exhausted as one that goes on, and any other as it is. */
export function retryWalk(graph: Graph, state: WalkerState): WalkerState {
  if (state.status !== 'failed' && state.status !== 'exhausted') return state;
  const counters = { ...state.counters, role_failed: false };
  const { inner } = state;
  const nested = nestedGraph(graph, state.node);
  return enterNested(graph, {
    ...state,
    status: 'walking',
    terminal: null,
    fault: null,
    reason: null,
    counters,
    inner: inner && nested && retryWalk(nested, inner),
  });
}
