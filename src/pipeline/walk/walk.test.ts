/** Walks: how they begin and end, what bounds them, and definitions in definitions. */
import { describe, expect, test } from 'vitest';
import {
  court,
  ends,
  fullCase,
  light,
  looping,
  make,
  numbered,
  straight,
} from '../../../test/pipeline/sample-walks.ts';
import { countingAgent, winding } from '../../../test/pipeline/walks/recorded-walks.ts';
import { createScriptedAgent } from '../../testing/index.ts';
import { defineAgent } from '../agents/index.ts';
import { type Ask, loadPipeline, resolveShipped, stopsWithin, walk } from '../index.ts';

describe('a walk ends', () => {
  test('where its edges lead, with its loops counted', async () => {
    expect(await ends(light, { ask: createScriptedAgent(fullCase) })).toEqual({
      status: 'done',
      terminal: '_done',
      path: 'H2 H6 H8 H10 H8 H10 H8 H11 H13 H8 H11 H12 H16',
      loops: { investigate: 2, review: 1 },
    });
  });

  test('at the court in a full trial of three rounds, within its handoffs', async () => {
    const rounds = [1, 2, 3].map((count) => ({ converged: false, rounds: Array(count).fill({}) }));
    const script = {
      indict: { confidence: 0.7 },
      defend: { challenges: [{}] },
      hearing: rounds,
      verdict: { decision: 'affirm' },
    };
    const result = await walk(court, { ask: createScriptedAgent(script) });
    expect(result.history.map(({ edge }) => edge).join(' ')).toBe('HD0 HD0b HD3 HD5b HD5b HD5 HD6');
    expect(result.state.counters.handoffs).toBe(6);
    expect(
      await ends(court, { ask: createScriptedAgent(script), config: { max_handoffs: 5 } }),
    ).toMatchObject({
      terminal: '_mistrial',
      path: 'HD0 HD0b HD3 HD5b HD5b HD5 HD11',
    });
  });

  test("in the definition's end where no edge leaves a node", async () => {
    const one = loadPipeline('pipeline: one\nnodes: [{name: a}]\nstart: a\ndone: _recommended');
    expect(await ends(one, { ask: createScriptedAgent({}) })).toEqual({
      status: 'done',
      terminal: '_recommended',
      path: '',
      loops: {},
    });
    expect((await walk(one, { ask: createScriptedAgent({}) })).history).toEqual([{ node: 'a', edge: null }]);
  });

  test('exhausted where only a spent loop would lead on', async () => {
    expect(await ends(looping, { ask: numbered() })).toEqual({
      status: 'exhausted',
      terminal: '_exhausted',
      path: 'e1 e2 e1 e2 e1 e2 e1',
      loops: { b: 3 },
    });
  });

  test('exhausted where a loop brings the same artifact again', async () => {
    const result = await walk(looping, { ask: createScriptedAgent({}) });
    expect(result).toMatchObject({ status: 'exhausted', loops: { b: 1 } });
    expect(result.reason).toContain('the artifact equals the one before the last loop');
  });

  test('failed where no edge matches, naming node and artifact', async () => {
    const graph = make(['id: e1, from: a, to: b, when: output.x', 'id: e2, from: b, to: _done']);
    const result = await walk(graph, { ask: createScriptedAgent({}) });
    expect(result).toMatchObject({ status: 'failed', terminal: null, visited: ['a'] });
    expect(result.error).toMatchObject({
      code: 'invalid-pipeline',
      message: 'no edge of `a` matches its artifact `a`',
    });
  });

  test('failed where an edge cannot be decided, and takes none behind it', async () => {
    const graph = make([
      'id: e1, from: a, to: b, when: output.x > 1',
      'id: e0, from: a, to: _done',
      'id: e2, from: b, to: _done',
    ]);
    const result = await walk(graph, { ask: createScriptedAgent({ a: { x: 'high' } }) });
    expect(result.error?.message).toBe(
      '`e1` cannot be decided at `a` with `a`: no such overload: dyn<string> > int',
    );
  });

  test.each<[string, Ask, string]>([
    [
      'throws',
      () => {
        throw new Error('down');
      },
      'down',
    ],
    ['rejects', () => Promise.reject('gone'), 'gone'],
    ['hangs', () => new Promise(() => {}), 'no answer within 5 milliseconds'],
    ['returns nothing', () => undefined as never, 'it is no record'],
    ['returns no type', () => ({ data: {} }) as never, 'it has no type'],
    ['returns no data', () => ({ type: 'x' }) as never, 'its data is no record'],
    ['returns a function', () => ({ type: 'x', data: { f: () => 1 } }) as never, 'a value of type function'],
    ['returns no number', () => ({ type: 'x', data: { n: Number.NaN } }), 'NaN is no number'],
    ['is too sure', () => ({ type: 'x', confidence: 1.5, data: {} }), '`1.5` is not a decimal from 0 to 1'],
    [
      'returns a circle',
      () => {
        const data: Record<string, never> = {};
        data.self = data as never;
        return { type: 'x', data };
      },
      'nested deeper than 64',
    ],
  ])('failed, never by a crash, where an ask %s', async (_name, ask, reason) => {
    const result = await walk(straight, { ask, limits: { nodeTimeoutMs: 5 } });
    expect(result.status).toBe('failed');
    expect(result.error?.code).toBe('agent-failed');
    expect(result.error?.message).toContain(reason);
    expect(await ends(court, { ask, limits: { nodeTimeoutMs: 5 } })).toMatchObject({
      status: 'done',
      terminal: '_mistrial',
      path: 'HD13',
    });
  });
});

describe('a walk is bounded', () => {
  test('by steps', async () => {
    const result = await walk(looping, { ask: numbered(), limits: { maxSteps: 2 } });
    expect(result).toMatchObject({
      status: 'exhausted',
      terminal: '_exhausted',
      reason: '2 steps are taken',
      visited: ['a', 'b', 'a'],
    });
  });

  test('by time, also while an ask hangs', async () => {
    const hanging = await walk(straight, { ask: () => new Promise(() => {}), limits: { timeoutMs: 5 } });
    expect(hanging).toMatchObject({ status: 'exhausted', reason: 'the time of the walk is up' });
    let now = 0;
    const slow: Ask = ({ name }) => {
      now += 60;
      return { type: name, data: {} };
    };
    expect(
      await walk(straight, { ask: slow, clock: { now: () => now }, limits: { timeoutMs: 60 } }),
    ).toMatchObject({ status: 'exhausted', visited: ['a', 'b'] });
  });

  test('and the court ends in a mistrial when its time is over', async () => {
    let now = 0;
    const slow: Ask = ({ name }) => {
      now += 400;
      return { type: name, data: { confidence: 0.7 } };
    };
    const options = { ask: slow, clock: { now: () => now }, config: { ttl_ms: 600 } };
    expect(await ends(court, options)).toMatchObject({ terminal: '_mistrial', path: 'HD0 HD10' });
    const hang = {
      ask: (() => new Promise(() => {})) as Ask,
      config: { ttl_ms: 5 },
      limits: { timeoutMs: 5 },
      clock: { now: () => 0 },
    };
    expect((await walk(court, { ...hang, counters: { court_ms: 5 } })).terminal).toBe('_mistrial');
  });

  test('by whoever waits for it', async () => {
    const early = AbortSignal.abort('not needed');
    expect(await walk(straight, { ask: numbered(), signal: early })).toMatchObject({
      status: 'cancelled',
      reason: 'not needed',
    });
    const controller = new AbortController();
    let told: AbortSignal | undefined;
    const ask: Ask = (_node, _context, signal) => {
      told = signal;
      controller.abort('enough');
      return new Promise(() => {});
    };
    expect(await walk(straight, { ask, signal: controller.signal })).toMatchObject({
      status: 'cancelled',
      reason: 'enough',
    });
    expect(told?.aborted).toBe(true);
  });

  test('loosely: ten thousand steps are a matter of a second or two', async () => {
    const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: a, loop: true, max: 100000']);
    const began = process.cpuUsage();
    const result = await walk(graph, { ask: numbered(), limits: { maxSteps: 10_000 } });
    expect(result.history).toHaveLength(10_000);
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
  });
});

describe('the bound of a loop', () => {
  const loop = (max: string, nodes: string, vars: string) =>
    make(['id: e1, from: a, to: b', `id: e2, from: b, to: a, loop: true${max}`], { nodes, more: vars });

  test.each([
    [
      'the edge before the variables',
      ', max: 2',
      '{name: a}, {name: b, element: water}',
      'vars: {max_loops: 1}',
      2,
    ],
    ['an expression over config', ', max: config.rounds', '{name: a}, {name: b}', 'vars: {rounds: 2}', 2],
    [
      'the variables before the element',
      '',
      '{name: a}, {name: b, element: water}',
      'vars: {max_loops: 1}',
      1,
    ],
    ['the element where nothing else does', '', '{name: a}, {name: b, element: water}', '', 3],
    ['nothing, so there is none', '', '{name: a}, {name: b}', '', undefined],
  ])('is set by %s', async (_name, max, nodes, vars, expected) => {
    expect((await walk(loop(max, nodes, vars), { ask: numbered() })).loops.b).toBe(expected);
  });

  test('follows the run, and the agent before the node', async () => {
    const graph = loop('', '{name: a}, {name: b, element: water}', '');
    expect((await walk(graph, { ask: numbered(), config: { max_loops: 2 } })).loops.b).toBe(2);
    const earth = defineAgent({ name: 'E', element: 'earth' });
    expect((await walk(graph, { ask: numbered(), team: [earth] })).loops.b).toBe(1);
  });

  test('and a threshold of the element can be read', async () => {
    const graph = make(
      [
        'id: e1, from: a, to: b, when: output.n >= config.convergence_threshold',
        'id: e0, from: a, to: _recommended',
        'id: e2, from: b, to: _done',
      ],
      { nodes: '{name: a, element: water}, {name: b}' },
    );
    expect(await ends(graph, { ask: createScriptedAgent({ a: { n: 0.85 } }) })).toMatchObject({
      path: 'e1 e2',
    });
    expect(await ends(graph, { ask: createScriptedAgent({ a: { n: 0.8499 } }) })).toMatchObject({
      path: 'e0',
    });
    expect(
      await ends(graph, {
        ask: createScriptedAgent({ a: { n: 0.8 } }),
        config: { convergence_threshold: 0.8 },
      }),
    ).toMatchObject({ path: 'e1 e2' });
  });
});

describe('a walk begins', () => {
  test('not while an edge is unbound', async () => {
    const graph = loadPipeline(resolveShipped('defect-court') ?? '');
    await expect(walk(graph, { ask: numbered() })).rejects.toMatchObject({ code: 'invalid-pipeline' });
    await expect(walk(graph, { ask: numbered() })).rejects.toThrow('HD1, HD2');
  });

  test('where it is told to', async () => {
    expect(await ends(light, { ask: createScriptedAgent({}), start: 'report' })).toMatchObject({
      path: 'H16',
    });
    await expect(walk(light, { ask: createScriptedAgent({}), start: 'reprot' })).rejects.toThrow(
      'did you mean `report`?',
    );
  });

  test('with what came before it', async () => {
    const seen: unknown[] = [];
    const ask: Ask = ({ name }, given) => {
      seen.push(given.prior?.data, given.meta);
      return { type: name, data: {} };
    };
    await walk(light, {
      ask,
      start: 'report',
      prior: { type: 'x', confidence: 0.7, data: { share: 0.25 } },
      context: { question: 'why', weight: 0.5 },
    });
    expect(seen).toEqual([{ share: 0.25 }, { question: 'why', weight: 0.5 }]);
  });
});

describe('a nested definition', () => {
  const outer = loadPipeline(
    `pipeline: outer
nodes: [{name: first}, {name: inner, pipeline: p}, {name: last}]
edges:
  - {id: o1, from: first, to: inner}
  - {id: o2, from: inner, to: last, when: output.walk.terminal == "_done" && output.n == 2}
  - {id: o3, from: inner, to: _recommended}
start: first
`,
    {
      resolve: () =>
        'pipeline: p\nnodes: [{name: a}, {name: b}]\nedges:\n  - {id: e1, from: a, to: b}\n  - {id: e2, from: b, to: _done}\nstart: a',
    },
  );

  test("is walked in place of its node, and its last artifact is the node's", async () => {
    const result = await walk(outer, { ask: numbered() });
    expect(result.history.map(({ edge }) => edge)).toEqual(['o1', 'o2', null]);
    expect(result.outputs.inner).toEqual({
      type: 'b',
      data: { n: 2, walk: { status: 'done', terminal: '_done' } },
    });
  });

  test('is configured by the run, too', async () => {
    const inner =
      'pipeline: p\nvars: {least: 9}\nnodes: [{name: a}]\nedges:\n  - {id: e1, from: a, to: _recommended, when: output.n >= config.least}\n  - {id: e2, from: a, to: _done}\nstart: a';
    const graph = loadPipeline('pipeline: o\nnodes: [{name: x, pipeline: p}]\nstart: x', {
      resolve: () => inner,
    });
    const terminalOf = async (config: object) =>
      (await walk(graph, { ask: numbered(), config: { ...config } })).outputs.x?.data.walk;
    expect(await terminalOf({})).toEqual({ status: 'done', terminal: '_done' });
    expect(await terminalOf({ least: 0 })).toEqual({ status: 'done', terminal: '_recommended' });
  });

  test('that fails fails its node', async () => {
    const ask: Ask = ({ name }) => {
      if (name === 'b') throw new Error('down');
      return { type: name, data: {} };
    };
    expect((await walk(outer, { ask })).error?.message).toBe(
      'no artifact at `inner`: no artifact at `b`: down',
    );
  });
});

test('a terminal may have a builder for its artifact', async () => {
  const result = await walk(straight, {
    ask: numbered(),
    builders: { _done: ({ visited }) => ({ type: 'end', data: { steps: visited.length } }) },
  });
  expect(result.artifact).toEqual({ type: 'end', data: { steps: 2 } });
});

const graph = winding();

test.each([
  ['a node', { pauseAt: ['b'] }, 'a'],
  ['a node within a node', { pauseAt: ['d'] }, 'a b a b c'],
  ['a node of the definition itself', { waitAt: ['walks'] }, 'a b a b'],
])('a walk stops before %s', async (_what, stops, expected) => {
  const { ask, asked } = countingAgent();
  expect((await walk(graph, { ask, ...stops })).status).toBe('paused');
  expect(asked.join(' ')).toBe(expected);
});

test.each([
  ['misspelt', { pauseAt: ['walk'] }, '`walk`: no node of `winding` (did you mean `walks`?)'],
  ['one of several', { pauseAt: ['a', 'nowhere'] }, '`nowhere`: no node of `winding`'],
  ['of every record', { pauseAt: ['toString'] }, '`toString`: no node of `winding`'],
  ['within a node, where others are waited for', { waitAt: ['d'] }, '`d`: no node of `winding`'],
  ['half a letter', { pauseAt: ['\ud800'] }, '`\\ud800`: no node of `winding`'],
])('a name that is %s is refused before anybody is asked', async (_what, stops, message) => {
  const { ask, asked } = countingAgent();
  const walking = walk(graph, { ask, ...stops });
  await expect(walking).rejects.toMatchObject({ code: 'usage' });
  await expect(walking).rejects.toThrow(message);
  expect(asked).toEqual([]);
});

test('of the stops of several graphs each has its own', () => {
  expect(stopsWithin(graph, { pauseAt: ['d', 'verdict'], waitAt: ['d', 'e'] })).toEqual({
    pauseAt: ['d'],
    waitAt: ['e'],
  });
  expect(stopsWithin(graph, {})).toEqual({ pauseAt: [], waitAt: [] });
});
