/**
 * Walks a graph from its start to an end: work at the node, take the pure step, again. What a driver needs to store
 * and resume is handed to it after every step; a walk that was stored goes on from its state.
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

/** How far a walk may go. */
export type WalkLimits = {
  readonly maxSteps: number;
  /** The time of the whole walk. */
  readonly timeoutMs: number;
  /** The time of one step. */
  readonly nodeTimeoutMs: number;
};

/** Limits that hold where a walk sets none. */
export const defaultWalkLimits: WalkLimits = Object.freeze({
  maxSteps: 1_000,
  timeoutMs: Number.POSITIVE_INFINITY,
  nodeTimeoutMs: 600_000,
});

/** What a walk is given. */
export type WalkOptions = StartOptions &
  Stops & {
    readonly ask: Ask;
    /** The agents from whom one is chosen at each node. */
    readonly team?: readonly AgentIdentity[];
    /** The agents that hold the nodes of their role. */
    readonly seats?: Seats;
    /** The masks at hand; the shipped ones unless given. */
    readonly masks?: Iterable<Mask> | MaskRegistry;
    /** Tells whether an artifact fits its schema, whoever made it. */
    readonly check?: CheckArtifact;
    readonly limits?: Partial<WalkLimits>;
    readonly clock?: Clock;
    readonly signal?: AbortSignal | undefined;
    /** A stored walk to go on with, in place of a new one. */
    readonly state?: WalkerState;
    /** Is told of every step before the next one begins, for instance to store the state. */
    readonly onStep?: (transition: Transition, step: PerformedStep) => void | Promise<void>;
    readonly builders?: TerminalBuilders;
    /** Waits for an agent's turn, where many walks share few agents. */
    readonly enter?: EnterStep;
  };

/** Walks a graph; it rejects where it cannot begin or the ledger gives way, everything else is in the result. */
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

/** Throws where a graph cannot be walked with what is given, whatever the case; returns the masks at hand. */
export function requireServices(
  graph: Graph,
  options: Stops & Pick<WalkOptions, 'masks' | 'seats'>,
): MaskRegistry {
  const registry = toMaskRegistry(options.masks);
  requireStops(graph, options);
  requireWearable(graph, registry, options.seats ?? {});
  return registry;
}

/** What makes the artifact of a terminal from how the walk went. */
export type TerminalBuilders = { readonly [terminal: string]: (state: WalkerState) => Artifact };

/** How a walk went. */
export type WalkResult = {
  readonly status: Exclude<WalkStatus, 'walking'>;
  readonly terminal: string | null;
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly loops: { readonly [node: string]: number };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: Artifact };
  /** What the terminal's builder made. */
  readonly artifact?: Artifact;
  readonly error?: PenumbraError;
  /** Why the walk was exhausted, paused or cancelled. */
  readonly reason?: string;
  readonly state: WalkerState;
};

/** Returns how a walk went that ended in a state. */
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

/** Where a walk is to stop. */
export type Stops = {
  /** Nodes before which the walk pauses, for somebody to look; also those of nested definitions. */
  readonly pauseAt?: readonly string[] | undefined;
  /** Nodes of the definition itself before which the walk waits for others. */
  readonly waitAt?: readonly string[] | undefined;
};

/** Returns the node before which a walk is to stop, or null. */
function stopBefore(state: WalkerState, { pauseAt = [], waitAt = [] }: Stops): string | null {
  return isBefore(state) && waitAt.includes(state.node) ? state.node : pauseBefore(state, pauseAt);
}

/** Throws where a walk is to stop at a node that it has not. */
function requireStops(graph: Graph, { pauseAt = [], waitAt = [] }: Stops): void {
  requireNames(graph, pauseAt, namesWithin);
  requireNames(graph, waitAt, namesOf);
}

/** Returns the stops that a graph has, where the same ones are given for several. */
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

/** A walk that has taken a step of the definition within its node is no longer before it. */
function isBefore({ inner }: WalkerState): boolean {
  return inner === null || inner.steps === 0;
}
