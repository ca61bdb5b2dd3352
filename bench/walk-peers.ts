// The two libraries that walks are compared with, each with the light path as its own graph, a state of the same parts,
// and a checkpoint in memory after every step. Their types are written down here as far as they are used.

import type { Artifact } from '../src/pipeline/index.ts';
import {
  choosePlainEdge,
  type PlainEdge,
  plainOutput,
  plainRoutes,
  plainTerminals,
} from './sample-routes.ts';

/** Walks the light path with answers in their order, and returns the edges it took. */
export type PeerWalk = (answers: readonly Artifact[]) => Promise<readonly string[]>;

/** The state both libraries keep. */
type PeerState = {
  readonly outputs: { readonly [node: string]: Artifact };
  readonly prior: Artifact | null;
  readonly visited: readonly string[];
  readonly edges: readonly string[];
  readonly loops: { readonly [node: string]: number };
};

type LangGraph = {
  readonly START: string;
  readonly END: string;
  Annotation: ((options: object) => unknown) & { Root(channels: object): unknown };
  MemorySaver: new () => { deleteThread(id: string): Promise<void> };
  StateGraph: new (state: unknown) => LangGraphBuilder;
};

type LangGraphBuilder = {
  addNode(name: string, work: (state: PeerState) => Promise<Partial<PeerState>>): LangGraphBuilder;
  addEdge(from: string, to: string): LangGraphBuilder;
  addConditionalEdges(from: string, choose: (state: PeerState) => string, targets: object): LangGraphBuilder;
  compile(options: object): { invoke(input: object, config: object): Promise<PeerState> };
};

type XState = {
  setup(options: object): { createMachine(machine: object): unknown };
  fromPromise(work: (given: { readonly input: { readonly node: string } }) => Promise<Artifact>): unknown;
  assign(change: (given: XStateGiven) => Partial<PeerState>): unknown;
  createActor(machine: unknown): XStateActor;
  toPromise(actor: XStateActor): Promise<unknown>;
};

type XStateGiven = { readonly context: PeerState; readonly event: { readonly output: Artifact } };

type XStateActor = {
  subscribe(observer: () => void): unknown;
  start(): unknown;
  getSnapshot(): { readonly context: PeerState };
  getPersistedSnapshot(): unknown;
};

const fresh: PeerState = { outputs: {}, prior: null, visited: [], edges: [], loops: {} };

/** Opens LangGraph.js with its saver in memory. */
export async function openLangGraph(): Promise<PeerWalk> {
  const library = (await import(unfollowed('@langchain/langgraph'))) as LangGraph;
  let answers: Iterator<Artifact> = [].values();
  const builder = new library.StateGraph(langGraphState(library));
  for (const [node, edges] of Object.entries(plainRoutes)) {
    const targets = edges.map(({ to }) => [to, isTerminal(to) ? library.END : to]);
    builder.addNode(node, async (state) => leaveByFirst(state, node, nextOf(answers)));
    builder.addConditionalEdges(node, (state) => targetOf(node, state), Object.fromEntries(targets));
  }
  const checkpointer = new library.MemorySaver();
  const graph = builder.addEdge(library.START, 'recall').compile({ checkpointer });
  return async (given) => {
    answers = given.values();
    const config = { configurable: { thread_id: 'sample' }, recursionLimit: 100 };
    const { edges } = await graph.invoke({}, config);
    await checkpointer.deleteThread('sample');
    return edges;
  };
}

/** Opens XState; what it would go on from is kept after every step. */
export async function openXState(): Promise<PeerWalk> {
  const library = (await import(unfollowed('xstate'))) as XState;
  let answers: Iterator<Artifact> = [].values();
  const ask = library.fromPromise(async () => nextOf(answers));
  const machine = library.setup({ actors: { ask } }).createMachine({
    context: fresh,
    initial: 'recall',
    states: {
      ...Object.fromEntries(Object.keys(plainRoutes).map((node) => [node, xstateNode(library, node)])),
      ...Object.fromEntries(plainTerminals.map((name) => [name, { type: 'final' }])),
    },
  });
  return async (given) => {
    answers = given.values();
    const actor = library.createActor(machine);
    const checkpoints: unknown[] = [];
    actor.subscribe(() => checkpoints.push(actor.getPersistedSnapshot()));
    actor.start();
    await library.toPromise(actor);
    return actor.getSnapshot().context.edges;
  };
}

function langGraphState({ Annotation }: LangGraph): unknown {
  return Annotation.Root(
    Object.fromEntries(
      Object.entries(fresh).map(([name, value]) => [
        name,
        Annotation({ reducer: (_old: unknown, given: unknown) => given, default: () => value }),
      ]),
    ),
  );
}

function xstateNode({ assign }: XState, node: string): object {
  const onDone = (plainRoutes[node] ?? []).map((edge) => ({
    target: edge.to,
    ...(edge.when && {
      guard: ({ context, event }: XStateGiven) =>
        edge.when?.({ output: plainOutput(node, event.output), loops: context.loops }),
    }),
    actions: assign(({ context, event }) => leave(context, node, event.output, edge)),
  }));
  return { invoke: { src: 'ask', input: { node }, onDone } };
}

function leaveByFirst(state: PeerState, node: string, artifact: Artifact): PeerState {
  const edge = choosePlainEdge(node, { output: plainOutput(node, artifact), loops: state.loops });
  return leave(state, node, artifact, edge);
}

/** Returns what leaving a node by an edge changes. */
function leave(state: PeerState, node: string, artifact: Artifact, { id, isLoop }: PlainEdge): PeerState {
  const { loops } = state;
  return {
    outputs: { ...state.outputs, [node]: artifact },
    prior: artifact,
    visited: [...state.visited, node],
    edges: [...state.edges, id],
    loops: isLoop ? { ...loops, [node]: (loops[node] ?? 0) + 1 } : loops,
  };
}

function targetOf(node: string, { edges }: PeerState): string {
  const last = edges.at(-1);
  return plainRoutes[node]?.find(({ id }) => id === last)?.to ?? '_done';
}

function isTerminal(name: string): boolean {
  return (plainTerminals as readonly string[]).includes(name);
}

function nextOf(answers: Iterator<Artifact>): Artifact {
  return answers.next().value as Artifact;
}

/** A name the compiler cannot follow, for the peers are not there when the types are checked. */
function unfollowed(name: string): string {
  return name;
}
