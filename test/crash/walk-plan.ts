// The walks of the crash matrix: three cases with loops, a definition within a node, a barrier, and asks within steps.

import {
  type Artifact,
  askOnce,
  type CaseAsk,
  loadPipeline,
  stepsTaken,
  type WalkManyOptions,
} from '../../src/pipeline/index.ts';

const digging = `pipeline: digging
nodes: [{name: probe}, {name: weigh}]
edges:
  - {id: d1, from: probe, to: weigh}
  - {id: d2, from: weigh, to: probe, loop: true, max: 1, when: output.again}
  - {id: d3, from: weigh, to: _done}
start: probe
`;

const searching = `pipeline: searching
nodes: [{name: gather}, {name: sift}, {name: dig, pipeline: digging}, {name: meet}, {name: close}]
edges:
  - {id: s1, from: gather, to: sift}
  - {id: s2, from: sift, to: gather, loop: true, max: 2, when: output.round < config.rounds}
  - {id: s3, from: sift, to: dig}
  - {id: s4, from: dig, to: meet}
  - {id: s5, from: meet, to: close}
  - {id: s6, from: close, to: _done}
start: gather
`;

/** The definition that is walked. */
export const crashGraph = loadPipeline(searching, { resolve: () => digging });

/** The run, its cases and where they wait for each other; the cases take ways of different lengths. */
export const crashRun = {
  run: 'crash',
  pool: 2,
  barriers: ['meet'],
  cases: [
    { id: 'one', config: { rounds: 2 }, context: { again: false } },
    { id: 'two', config: { rounds: 1 }, context: { again: true } },
    { id: 'three', config: { rounds: 3 }, context: { again: true } },
  ],
} as const;

/** Who is asked in a step of several asks, in this order. */
export const speakers = ['first', 'second', 'third'] as const;

/** What an agent is paid for, by name: the same in every process. */
export type Pay = (ask: string) => Promise<void>;

/** Returns the agent of the walks; it calls `pay` for each answer it thinks up. */
export function crashAgent(pay: Pay): WalkManyOptions['ask'] {
  return async ({ name }, { state, prior, meta }, about) => {
    const place = `${about.case}/${stepsTaken(about.journal.progress) + 1}`;
    const round = state.visits[name] ?? 0;
    const before = JSON.stringify(prior?.data ?? {}).length;
    if (name === 'weigh' || name === 'meet')
      return { type: name, data: await discuss(name, about, { place, pay, again: meta.again === true }) };
    await pay(`${place} answer`);
    return { type: name, confidence: round / 10, data: { round, before, share: before / 1_000 } };
  };
}

type Discussion = { readonly place: string; readonly pay: Pay; readonly again: boolean };

/** A step of several asks: each hears what was said before it, and behind the barrier what the cases before came to. */
async function discuss(
  node: string,
  { journal, earlier }: CaseAsk,
  { place, pay, again }: Discussion,
): Promise<Artifact['data']> {
  const heard = earlier.map(({ case: id, outputs }) => `${id} ${Object.keys(outputs).join(' ')}`);
  const said: string[] = [];
  for (const speaker of speakers) {
    const words = await askOnce(journal, speaker, async (notes) => {
      await pay(`${place} ${speaker}`);
      notes.add('model-asked', { model: speaker, request: `${node} ${said.length}` });
      return { text: `${speaker} after ${said.length}`, weight: 0.25 };
    });
    said.push(`${words.text} ${words.weight}`);
  }
  return { again, said, heard };
}
