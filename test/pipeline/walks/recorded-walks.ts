// What the tests of recorded walks share: a ledger in memory, a graph with a loop and a definition within a node, an
// agent that counts, and all that a ledger holds.

import {
  createMemoryStore,
  defineFrameTypes,
  everyHead,
  type Ledger,
  readWholeLog,
} from '../../../src/ledger/index.ts';
import {
  type Artifact,
  type AskedNode,
  type Graph,
  loadPipeline,
  type NodeContext,
  openJournal,
  type RecordedWalkOptions,
  type WalkResult,
  walkWithJournal,
} from '../../../src/pipeline/index.ts';

/** An empty ledger in memory, at a time that stands still. */
export function memoryLedger(): Ledger {
  return { store: createMemoryStore(), types: defineFrameTypes(), clock: { now: () => 0 } };
}

const inner =
  'pipeline: inner\nnodes: [{name: c}, {name: d}]\nedges:\n  - {id: i1, from: c, to: d}\n  - {id: i2, from: d, to: _done}\nstart: c';

/** Loads a definition of nodes a, b, walks (c, d within it) and e, with some of its text replaced. */
export function winding(replace: (text: string) => string = (text) => text): Graph {
  const text = `pipeline: winding
nodes: [{name: a}, {name: b}, {name: walks, pipeline: inner}, {name: e}]
edges:
  - {id: w1, from: a, to: b}
  - {id: w2, from: b, to: a, loop: true, max: 1, when: output.visit < 2}
  - {id: w3, from: b, to: walks}
  - {id: w4, from: walks, to: e}
  - {id: w5, from: e, to: _done}
start: a
`;
  return loadPipeline(replace(text), { resolve: () => replace(inner) });
}

/** An agent that answers with what it was asked at and how often; `asked` lists it. */
export function countingAgent() {
  const asked: string[] = [];
  const ask = ({ name }: AskedNode, { state }: NodeContext): Artifact => {
    asked.push(name);
    return { type: name, data: { visit: state.visits[name] ?? 0 } };
  };
  return { ask, asked };
}

/** Walks a case from wherever its journal says it stands, as a process that has just been started would. */
export async function goOn(
  ledger: Ledger,
  graph: Graph,
  { run = 'run', case: caseId = 'case', ...options }: RecordedWalkOptions & { run?: string; case?: string },
): Promise<WalkResult> {
  return walkWithJournal(await openJournal(ledger, { run, case: caseId }), graph, options);
}

/** Every log of a ledger with its entries, or of those whose name holds a text. */
export async function everyLog({ store }: Ledger, part = ''): Promise<Readonly<Record<string, unknown>>> {
  const logs: Record<string, unknown> = {};
  for await (const { log } of everyHead(store))
    if (log.includes(part))
      logs[log] = (await readWholeLog(store, log)).map(({ sequence, value }) => ({ sequence, value }));
  return logs;
}
