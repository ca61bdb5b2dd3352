// A walk with a checkpoint in memory after every step, against the same graph, answers and checkpoints in two libraries.

import { type WalkerState, walk } from '../../src/pipeline/index.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { sampleGraph, sampleWalk } from '../sample-pipeline.ts';
import { openLangGraph, openXState, type PeerWalk } from '../walk-peers.ts';

const shared = {
  work: 'a walk of seven steps along the light path, with a checkpoint in memory after each',
  sizeUnit: 'steps',
  sizes: [3, 7, 19],
} as const;

export const langGraphWalkRow: Row = {
  ...shared,
  name: 'walk-langgraph',
  comparedWith: 'LangGraph.js with its MemorySaver on an equivalent graph; it takes the same edges',
  budget: 0.033,
  mostTimes: 128,
  note: 'edges are CEL on our side and plain functions on theirs; a checkpoint of ours is the state itself, theirs is serialised; in a round we walk 16 times as often.',
  // A walk of the peer takes so long that a round has few, and the first ones after a collection of garbage, which the
  // compiler has to look at anew, would weigh too much on our side.
  subject: (size) => contest(size, walkWithCheckpoints(), { warmSteps: 14_000, walksForOne: 16 }),
  peer: async (size) => contest(size, await openLangGraph(), { warmSteps: 700, walksForOne: 1 }),
};

export const xstateWalkRow: Row = {
  ...shared,
  name: 'walk-xstate',
  comparedWith:
    'XState, one invoked promise for each state, with its persisted snapshots; it takes the same edges',
  budget: 1,
  // The first walks after a collection of garbage, which the compiler has to look at anew, must not weigh.
  leastTimes: 2_048,
  note: 'edges are CEL on our side and plain functions on theirs; the checkpoints of both are objects, nothing is serialised.',
  rounds: 7,
  subject: (size) => contest(size, walkWithCheckpoints(), { warmSteps: 7_000, walksForOne: 1 }),
  peer: async (size) => contest(size, await openXState(), { warmSteps: 7_000, walksForOne: 1 }),
};

/** Whoever takes other edges compares nothing, and who is not warm compares compilers. */
async function contest(
  size: number,
  take: PeerWalk,
  { warmSteps, walksForOne }: { readonly warmSteps: number; readonly walksForOne: number },
): Promise<Contestant> {
  const { edges, answers } = sampleWalk(size);
  const taken = (await take(answers)).join(' ');
  if (taken !== edges.join(' ')) throw new Error(`the walk took ${taken} instead of ${edges.join(' ')}`);
  for (let steps = 0; steps < warmSteps; steps += edges.length) await take(answers);
  return {
    run: async (times) => {
      const cost = await cpuOf(async () => {
        for (let turn = 0; turn < times * walksForOne; turn++) await take(answers);
      });
      return cost / walksForOne;
    },
  };
}

function walkWithCheckpoints(): PeerWalk {
  const graph = sampleGraph();
  return async (answers) => {
    const checkpoints: WalkerState[] = [];
    let position = 0;
    const { history } = await walk(graph, {
      ask: async () => answers[position++] as (typeof answers)[number],
      onStep: ({ next }) => void checkpoints.push(next),
    });
    return history.map(({ edge }) => edge ?? '');
  };
}
