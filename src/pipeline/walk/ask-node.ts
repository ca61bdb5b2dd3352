/**
 * The port through which a walk asks for an artifact, and one ask through it: the context as data, the masks around it, and
 * a bound on its time.
 */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { AgentIdentity, Element } from '../agents/index.ts';
import type { GraphNode } from '../definition/graph.ts';
import { equipMasks } from '../masks/equip-mask.ts';
import type { Mask } from '../masks/mask.ts';
import { type Artifact, readArtifact, type TakenArtifact, takeArtifact } from '../nodes/artifact.ts';
import { decodeDecimals } from '../nodes/decimal-form.ts';
import type { NodeContext } from '../nodes/node.ts';
import type { StepReport } from '../step/transition.ts';
import type { WalkerState } from '../step/walker-state.ts';
import type { WalkTime } from './run-bounded.ts';
import { type BoundedRun, runBounded } from './run-bounded.ts';

/**
 * The node a walk asks at, and the agent that was chosen for it. Behind it the engine opens sources, composes,
 * compiles the pack, asks the agent and checks the reply; the walker knows none of that.
 */
export type AskedNode = {
  readonly name: string;
  readonly element: Element | null;
  readonly family: string | null;
  readonly artifact: string | null;
  readonly role: string | null;
  /** Null where the walk has neither team nor seats. */
  readonly agent: AgentIdentity | null;
};

/**
 * Answers for one node. It rejects where no agent can; the walk records that and goes on by its rules. A fault of the
 * ledger is no answer: it ends the walk where it is.
 */
export type Ask = (
  node: AskedNode,
  context: NodeContext,
  signal: AbortSignal,
) => Artifact | Promise<Artifact>;

/** Who is asked, wearing what, within what time. */
export type Asking = {
  readonly ask: Ask;
  readonly agent: AgentIdentity | null;
  readonly worn: readonly Mask[];
  readonly nodeTimeoutMs: number;
  readonly time: WalkTime;
  readonly signal?: AbortSignal | undefined;
};

/** What came of an ask, and how it was worked. */
export type Asked = {
  readonly run: BoundedRun<Artifact>;
  readonly how: Omit<StepReport, 'output' | 'recorded' | 'failure'> & { readonly elapsedMs: number };
  /** What the node itself answered, before any mask changed it; null where it was not asked or gave no artifact. */
  readonly answer: TakenArtifact | null;
  /** Whether a mask answered in place of the node. */
  readonly isAnsweredByMask: boolean;
};

/** Asks at a node. */
export async function askNode(node: GraphNode, state: WalkerState, asking: Asking): Promise<Asked> {
  const { ask, agent, worn, nodeTimeoutMs, time, signal } = asking;
  const { name, element, family, artifact, role } = node;
  let wasAsked = false;
  let answer: TakenArtifact | null = null;
  const startedAt = time.now();
  const run = await runBounded<Artifact>(
    (stepSignal) => {
      const process = async (given: NodeContext) => {
        // A mask that comes back too late asks nobody any more.
        stepSignal.throwIfAborted();
        wasAsked = true;
        const asked = { name, element, family, artifact, role, agent };
        // Recorded before any mask adds to it: what is no artifact does not become one by being worn over.
        answer = withoutBinding(takeArtifact(await ask(asked, given, stepSignal)));
        return answer.output;
      };
      return equipMasks({ name, element, process }, ...worn).process(contextOf(state, worn));
    },
    { timeoutMs: nodeTimeoutMs, deadline: time.deadline, signal },
  );
  const how = {
    worn: worn.map((mask) => mask.name),
    element: agent?.element ?? element,
    elapsedMs: Math.max(0, time.now() - startedAt),
    agent: agent && { name: agent.name, element: agent.element },
  };
  return { run, how, answer, isAnsweredByMask: run.outcome === 'finished' && !wasAsked };
}

function contextOf(state: WalkerState, worn: readonly Mask[]): NodeContext {
  const { counters } = state;
  const [loops, visits] = [{ ...counters.loops }, { ...counters.visits }];
  return {
    node: state.node,
    // Of its own, so that whoever is asked changes no count of the engine.
    state: { ...counters, loops, visits, worn: worn.map(({ name }) => name) },
    prior: state.prior && readArtifact(state.prior),
    meta: decodeDecimals(state.context) as { readonly [key: string]: CanonicalValue },
    openSources: [],
    mode: null,
  };
}

/** Takes back what a node says of its own authority: only a mask makes a decision binding. */
function withoutBinding(taken: TakenArtifact): TakenArtifact {
  const { output } = taken;
  if (!Object.hasOwn(output.data, 'binding')) return taken;
  return takeArtifact({ ...output, data: { ...output.data, binding: false } });
}
