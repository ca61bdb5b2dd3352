// A node inside masks, against the node called bare.

import { defineMask, equipMasks, type Mask, type Node, type NodeContext } from '../../src/pipeline/index.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { sampleWalk } from '../sample-pipeline.ts';

export const maskChainRow: Row = {
  name: 'mask-chain',
  work: 'a node inside four masks, each opening a source and setting a flag',
  comparedWith: 'the bare node, called with the same context',
  budget: 300,
  sizeUnit: 'masks',
  sizes: [1, 4, 16],
  // The bare call is so much quicker that rounds as long as it asks for would take minutes.
  mostTimes: 32_768,
  rounds: 9,
  note: 'each layer has its own copy of context and artifact; the budget is there to notice a change.',
  subject: (masks) => callNode(equipMasks(sampleNode(), ...sampleMasks(masks)), masks),
  peer: () => callNode(sampleNode(), 0),
};

/** A chain that does not do its work costs nothing. */
async function callNode({ process }: Pick<Node, 'process'>, masks: number): Promise<Contestant> {
  const context = sampleContext();
  const { data } = await process(context);
  if (data.opened !== masks) throw new Error(`${data.opened} sources are open instead of ${masks}`);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) await process(context);
      }),
  };
}

function sampleNode(): Node {
  return {
    name: 'investigate',
    process: async ({ openSources }) => ({ type: 'investigate', data: { opened: openSources.length } }),
  };
}

function sampleMasks(count: number): readonly Mask[] {
  return Array.from({ length: count }, (_, position) =>
    defineMask({
      name: `mask-${position}`,
      description: 'Opens a source',
      validNodes: ['investigate'],
      before: (context) => ({
        ...context,
        openSources: [...context.openSources, `source-${position}`],
        meta: { ...context.meta, [`flag_${position}`]: true },
      }),
    }),
  );
}

/** What investigate is given: the artifact of resolve. */
function sampleContext(): NodeContext {
  const { edges, answers } = sampleWalk(7);
  return {
    node: 'investigate',
    state: {
      loops: {},
      visits: { recall: 1, triage: 1, resolve: 1, investigate: 1 },
      worn: [],
      remands: 0,
      handoffs: 3,
      court_ms: 0,
      role_failed: false,
    },
    prior: answers[edges.indexOf('H8')] ?? null,
    meta: {},
    openSources: [],
    mode: null,
  };
}
