/** Lint of the graph's shape: is every node reached, is the end, and does every circle count its rounds? */
import { ANY_NODE } from '../definition/definition.ts';
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Edge, Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';

/** Returns nodes and ends that are not reached, and circles that nothing counts. */
export function lintReach(graph: Graph, locate: Locator): PipelineFinding[] {
  const taken = graph.edges.filter(({ advisory }) => !advisory);
  const reached = reachedFrom(graph, taken);
  const orphans = graph.nodes.filter(({ name }) => !reached.has(name));
  return [
    ...orphans.map(({ name }) =>
      finding(
        locate.node(name),
        'orphan-node',
        `no way leads from \`${graph.start}\` to \`${name}\``,
        'add an edge to it, or remove it',
      ),
    ),
    ...(reached.has(graph.done) ? [] : [unreachedDone(graph, locate)]),
    ...unboundedCycles(graph, taken, locate),
  ];
}

function reachedFrom(graph: Graph, edges: readonly Edge[]): ReadonlySet<string> {
  const reached = new Set([graph.start]);
  for (const place of reached) {
    const own = edges.filter(({ from }) => from === place);
    if (own.length === 0 && !graph.terminals.includes(place)) reached.add(graph.done);
    for (const edge of [...own, ...edges.filter(({ from }) => from === ANY_NODE)])
      for (const to of destinations(edge)) reached.add(to);
  }
  return reached;
}

function unreachedDone({ start, done }: Graph, locate: Locator): PipelineFinding {
  const message = `no way leads from \`${start}\` to \`${done}\``;
  return finding(locate.at(['done']), 'unreachable-done', message, `add an edge to \`${done}\``);
}

/** Finds circles none of whose edges is a loop: nothing counts their rounds. */
function unboundedCycles(graph: Graph, edges: readonly Edge[], locate: Locator): PipelineFinding[] {
  const uncounted = edges.filter(({ loop }) => !loop);
  const from = Map.groupBy(uncounted, (edge) => edge.from);
  const state = new Map<string, 'open' | 'closed'>(graph.terminals.map((name) => [name, 'closed']));
  const closing = new Set<string>();
  const visit = (node: string): void => {
    state.set(node, 'open');
    for (const edge of [...(from.get(ANY_NODE) ?? []), ...(from.get(node) ?? [])])
      for (const to of destinations(edge)) {
        if (state.get(to) === 'open') closing.add(edge.id);
        else if (!state.has(to)) visit(to);
      }
    state.set(node, 'closed');
  };
  for (const { name } of graph.nodes) if (!state.has(name)) visit(name);
  return [...closing].map((id) => {
    const message = `\`${id}\` closes a circle in which no edge is a loop`;
    return finding(locate.edge(id), 'unbounded-cycle', message, 'mark it `loop: true` with a `max`');
  });
}

function destinations({ to, targets }: Edge): readonly string[] {
  return [to, ...targets];
}
