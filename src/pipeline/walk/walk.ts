/**
 * Walks a graph from start to end: work at the node, take the pure step, repeat. After every step the driver
 * receives what is needed to store and resume the walk.
 */
import { type Clock, cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { AgentIdentity } from '../agents/index.ts';
import type { Graph } from '../definition/graph.ts';
import { requireWearable, type Seats } from '../masks/equip-mask.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import { type Artifact, readArtifact } from '../nodes/artifact.ts';
import { advance, requireDefinition } from '../step/advance.ts';
import { type StartOptions, startWalk } from '../step/start-walk.ts';
import type { Transition } from '../step/transition.ts';
import {
  cancelWalk,
  exhaustWalk,
  pauseWalk,
  resumeWalk,
  type WalkerState,
  type WalkStatus,
  type WalkStep,
} from '../step/walker-state.ts';
import type { Ask, CheckArtifact } from './ask-node.ts';
import { type EnterStep, type PerformedStep, performStep } from './perform-step.ts';
import { startTime } from './run-bounded.ts';

/** The limits of a walk. */
export type WalkLimits = {
  readonly maxSteps: number;
  /** The time limit of the whole walk. */
  readonly timeoutMs: number;
  /** The time limit of one step. */
  readonly nodeTimeoutMs: number;
};

/** The default limits. */
export const defaultWalkLimits: WalkLimits = Object.freeze({
  maxSteps: 1_000,
  timeoutMs: Number.POSITIVE_INFINITY,
  nodeTimeoutMs: 600_000,
});

/** The options of a walk. */
export type WalkOptions = StartOptions &
  Stops & {
    readonly ask: Ask;
    /** The agents to choose from at each node. */
    readonly team?: readonly AgentIdentity[];
    /** The agents that hold the roles of nodes. */
    readonly seats?: Seats;
    /** Available masks; defaults to the built-in ones. */
    readonly masks?: Iterable<Mask> | MaskRegistry;
    /** Checks an artifact against its schema, whoever made it. */
    readonly check?: CheckArtifact;
    readonly limits?: Partial<WalkLimits>;
    readonly clock?: Clock;
    readonly signal?: AbortSignal | undefined;
    /** A stored walk to continue instead of a new one. */
    readonly state?: WalkerState;
    /** Called after every step, before the next begins, for instance to store the state. */
    readonly onStep?: (transition: Transition, step: PerformedStep) => void | Promise<void>;
    readonly builders?: TerminalBuilders;
    /** Waits for an agent's slot, if many walks share few agents. */
    readonly enter?: EnterStep;
  };

/** Walks a graph; rejects if it cannot begin or the ledger fails, everything else is in the result. */
export async function walk(graph: Graph, options: WalkOptions): Promise<WalkResult> {
  const { ask, seats = {}, team = [], check, clock, signal, onStep, enter } = options;
  const limits = { ...defaultWalkLimits, ...options.limits };
  const registry = requireServices(graph, options);
  let state = options.state ? resumeWalk(options.state) : startWalk(graph, options);
  requireDefinition(graph, state);
  const time = startTime(limits.timeoutMs, clock);
  try {
    while (state.status === 'walking') {
      const stop = stopBefore(state, options);
      if (signal?.aborted) state = cancelWalk(state, signal.reason);
      else if (stop !== null) state = pauseWalk(state, `it waits before \`${stop}\``);
      else if (state.steps >= limits.maxSteps)
        state = exhaustWalk(state, `${limits.maxSteps} steps are taken`);
      if (state.status !== 'walking') break;
      const { nodeTimeoutMs } = limits;
      const services = { ask, team, seats, registry, nodeTimeoutMs, time, check, signal, enter };
      const step = await performStep(graph, state, services);
      if ('stop' in step) {
        state = step.stop === 'paused' ? pauseWalk(state, step.reason) : cancelWalk(state, step.reason);
        break;
      }
      const transition = advance(graph, state, step.report);
      state = transition.next;
      await onStep?.(transition, step);
    }
  } finally {
    time.release();
  }
  return walkResult(state, options.builders);
}

/** Throws if a graph can never be walked with these services; returns the available masks. */
export function requireServices(
  graph: Graph,
  options: Stops & Pick<WalkOptions, 'masks' | 'seats'>,
): MaskRegistry {
  const registry = toMaskRegistry(options.masks);
  requireStops(graph, options);
  requireWearable(graph, registry, options.seats ?? {});
  return registry;
}

/** Builds a terminal's artifact from the final state. */
export type TerminalBuilders = { readonly [terminal: string]: (state: WalkerState) => Artifact };

/** The result of a walk. */
export type WalkResult = {
  readonly status: Exclude<WalkStatus, 'walking'>;
  readonly terminal: string | null;
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly loops: { readonly [node: string]: number };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: Artifact };
  /** The artifact built for the terminal. */
  readonly artifact?: Artifact;
  readonly error?: PenumbraError;
  /** Why the walk was exhausted, paused or cancelled. */
  readonly reason?: string;
  readonly state: WalkerState;
};

/** Returns the result for a final state. */
export function walkResult(state: WalkerState, builders: TerminalBuilders = {}): WalkResult {
  const { status, terminal, visited, history, advisories, counters, fault, reason } = state;
  const builder = terminal !== null && Object.hasOwn(builders, terminal) ? builders[terminal] : undefined;
  return Object.freeze({
    status: status as WalkResult['status'],
    terminal,
    visited,
    history,
    advisories,
    loops: counters.loops,
    outputs: Object.fromEntries(
      Object.entries(state.outputs).map(([node, recorded]) => [node, readArtifact(recorded)]),
    ),
    ...(builder && { artifact: builder(state) }),
    ...(fault && { error: new PenumbraError(fault.code, fault.message, { data: { node: fault.node } }) }),
    ...(reason !== null && { reason }),
    state,
  });
}

/** Where a walk should stop. */
export type Stops = {
  /** Nodes before which the walk pauses for inspection, including those of nested definitions. */
  readonly pauseAt?: readonly string[] | undefined;
  /** Nodes of the top definition before which the walk waits for others. */
  readonly waitAt?: readonly string[] | undefined;
};

/** Returns the node before which a walk should stop, or null. */
function stopBefore(state: WalkerState, { pauseAt = [], waitAt = [] }: Stops): string | null {
  return isBefore(state) && waitAt.includes(state.node) ? state.node : pauseBefore(state, pauseAt);
}

/** Throws if a stop is not a node of the graph. */
function requireStops(graph: Graph, { pauseAt = [], waitAt = [] }: Stops): void {
  requireNames(graph, pauseAt, namesWithin);
  requireNames(graph, waitAt, namesOf);
}

/** Returns the stops that exist in a graph, if the same ones are used for several. */
export function stopsWithin(graph: Graph, { pauseAt = [], waitAt = [] }: Stops): Stops {
  const [all, own] = [new Set(namesWithin(graph)), new Set(namesOf(graph))];
  return { pauseAt: pauseAt.filter((name) => all.has(name)), waitAt: waitAt.filter((name) => own.has(name)) };
}

function namesOf({ nodes }: Graph): readonly string[] {
  return nodes.map(({ name }) => name);
}

function namesWithin(graph: Graph): readonly string[] {
  return [...namesOf(graph), ...Object.values(graph.nested).flatMap(namesWithin)];
}

function requireNames(
  graph: Graph,
  given: readonly string[],
  namesIn: (graph: Graph) => readonly string[],
): void {
  if (given.length === 0) return;
  const names = namesIn(graph);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, names);
  throw new PenumbraError(
    'usage',
    `nobody can wait at ${cite(unknown)}: no node of ${cite(graph.name)}${near}`,
    {
      hint: `the nodes are ${[...new Set(names)].join(', ')}`,
    },
  );
}

function pauseBefore(state: WalkerState, names: readonly string[]): string | null {
  if (isBefore(state) && names.includes(state.node)) return state.node;
  return state.inner && pauseBefore(state.inner, names);
}

/** Once a step of the nested definition was taken, a walk is no longer before its node. */
function isBefore({ inner }: WalkerState): boolean {
  return inner === null || inner.steps === 0;
}
