// The pure step: choosing the next node and making the next state, against an async call that does nothing.

import {
  advance,
  readArtifact,
  recordArtifact,
  type StepReport,
  startWalk,
} from '../../src/pipeline/index.ts';
import { cpuOf, repeated } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { sampleGraph, sampleWalk } from '../sample-pipeline.ts';

export const stepRow: Row = {
  name: 'step',
  work: 'seven pure steps of the light path: advance() from each node with its artifact',
  comparedWith: 'as many bare async calls',
  budget: 25,
  sizeUnit: 'steps',
  sizes: [3, 7, 19],
  // A bare call is so much quicker that rounds as long as it asks for would take minutes.
  mostTimes: 32_768,
  rounds: 9,
  note: 'artifacts are in their recorded form, which they get where they are made; the walk of 19 steps takes every loop.',
  subject: takeSteps,
  peer: callBare,
};

function takeSteps(size: number): Contestant {
  const graph = sampleGraph();
  const { edges, answers } = sampleWalk(size);
  let state = startWalk(graph);
  const steps = answers.map((answer) => {
    const worn = graph.nodes.find(({ name }) => name === state.node)?.masks ?? [];
    const isBinding = worn.includes('mask-of-judgment');
    const made = isBinding ? { ...answer, data: { ...answer.data, binding: true } } : answer;
    const recorded = recordArtifact(made);
    const output = readArtifact(recorded);
    const step = { state, report: { output, recorded, worn } satisfies StepReport };
    state = advance(graph, state, step.report).next;
    return step;
  });
  const taken = state.history.map(({ edge }) => edge).join(' ');
  if (taken !== edges.join(' ')) throw new Error(`the steps took ${taken} instead of ${edges.join(' ')}`);
  return {
    run: repeated(() => {
      for (const step of steps) advance(graph, step.state, step.report);
    }),
  };
}

function callBare(size: number): Contestant {
  const { answers } = sampleWalk(size);
  const answer = async (position: number) => answers[position];
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++)
          for (let position = 0; position < answers.length; position++) await answer(position);
      }),
  };
}
