// Many cases at once on a small graph with a loop and a barrier: agents that answer after delays drawn from a seed, a
// count of how many are at work, and one hash over what all cases came to.

import { type CanonicalValue, canonicalHash, canonicalText } from '../../../src/kernel/index.ts';
import { defineAgent } from '../../../src/pipeline/agents/index.ts';
import {
  type CaseStart,
  loadPipeline,
  type WalkManyOptions,
  type WalkResult,
  walkMany,
} from '../../../src/pipeline/index.ts';
import { memoryLedger } from './recorded-walks.ts';

const graph = loadPipeline(`pipeline: many
nodes: [{name: look}, {name: think}, {name: compare}, {name: say}]
edges:
  - {id: m0, from: look, to: _recommended, when: output.isEasy}
  - {id: m1, from: look, to: think}
  - {id: m2, from: think, to: look, loop: true, max: 2, when: output.again}
  - {id: m3, from: think, to: compare}
  - {id: m4, from: compare, to: say}
  - {id: m5, from: say, to: _done}
start: look
`);

const agents = ['quick', 'slow'].map((name) =>
  defineAgent({
    name,
    stepAffinity: name === 'quick' ? { look: 0.9, compare: 0.9 } : { think: 0.9, say: 0.9 },
  }),
);

/** How many cases, in which order, by how many at once, and how the agents dawdle. */
export type ManyWalks = {
  readonly count: number;
  readonly pool: number;
  readonly perAgent?: { readonly [agent: string]: number };
  /** From what delays are drawn; without it every answer comes at once. */
  readonly seed?: number;
  readonly order?: (cases: readonly CaseStart[]) => readonly CaseStart[];
};

/** What many walks came to. */
export type ManyEnds = {
  /** One hash over all results, in the order of the cases. */
  readonly hash: string;
  /** What each case came to; what the barrier told it is left out. */
  readonly cases: ReadonlyMap<string, string>;
  /** How many cases were asked for at once at most, and how often each agent was. */
  readonly mostCases: number;
  readonly mostAsks: Readonly<Record<string, number>>;
};

/** Walks many cases. */
export async function walkThem({
  count,
  pool,
  perAgent,
  seed,
  order = (all) => all,
}: ManyWalks): Promise<ManyEnds> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const cases = order(numbers.map((number) => ({ id: `case-${number}`, context: { number } })));
  const meter = createMeter();
  const dawdle = seed === undefined ? async () => {} : createDawdle(seed);
  const ask: WalkManyOptions['ask'] = async ({ name, agent }, { state, meta }, { case: id, earlier }) => {
    const leave = meter.enter(agent?.name ?? '', id);
    await dawdle();
    leave();
    return answer(name, { number: Number(meta.number), visit: state.visits[name] ?? 0, id, earlier });
  };
  const results = await walkMany(graph, {
    run: 'many',
    cases,
    ask,
    pool,
    ...(perAgent && { perAgent }),
    team: agents,
    barriers: ['compare'],
    ledger: memoryLedger(),
  });
  return { hash: hashOf(results), cases: new Map(results.map(apart)), ...meter.most() };
}

type Asked = {
  readonly number: number;
  readonly visit: number;
  readonly id: string;
  readonly earlier: Parameters<WalkManyOptions['ask']>[2]['earlier'];
};

/** Every third case is easy and never comes to the barrier; the others loop up to twice. */
function answer(name: string, { number, visit, earlier }: Asked) {
  if (name === 'look') return { type: name, data: { isEasy: number % 3 === 0, visit } };
  if (name === 'think')
    return { type: name, confidence: (number % 10) / 10, data: { again: visit <= number % 4 } };
  // What cases are compared by: the last one before this that thought the same.
  const alike = earlier.findLast(({ outputs }) => outputs.think?.confidence === (number % 10) / 10);
  return {
    type: name,
    data: name === 'compare' ? { alike: alike?.case ?? null, before: earlier.length } : {},
  };
}

function hashOf(results: readonly WalkResult[]): string {
  return canonicalHash(results.map(({ state }) => canonicalHash(state as unknown as CanonicalValue)));
}

/** A result without what depends on which cases come before: the artifact of the comparison. */
function apart({ state }: WalkResult): [string, string] {
  const { compare: _, ...outputs } = state.outputs;
  return [state.id, canonicalText({ ...state, outputs, prior: null } as unknown as CanonicalValue)];
}

function createMeter() {
  const now = new Map<string, number>();
  const most: Record<string, number> = {};
  const walking = new Map<string, number>();
  let mostCases = 0;
  return {
    enter(agent: string, id: string) {
      now.set(agent, (now.get(agent) ?? 0) + 1);
      walking.set(id, (walking.get(id) ?? 0) + 1);
      most[agent] = Math.max(most[agent] ?? 0, now.get(agent) ?? 0);
      mostCases = Math.max(mostCases, walking.size);
      return () => {
        now.set(agent, (now.get(agent) ?? 0) - 1);
        walking.delete(id);
      };
    },
    most: () => ({ mostCases, mostAsks: most }),
  };
}

/** Waits for none, some or many turns of the event loop, drawn from a seed. */
function createDawdle(seed: number): () => Promise<void> {
  let state = seed >>> 0;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const draw = state >>> 24;
    if (draw < 128) for (let turn = draw & 7; turn > 0; turn--) await null;
    else if (draw < 250) await new Promise((resolve) => setImmediate(resolve));
    else await new Promise((resolve) => setTimeout(resolve, 1));
  };
}
