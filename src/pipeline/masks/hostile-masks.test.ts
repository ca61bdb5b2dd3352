/** Masks that break the rules of wearing: each is refused or contained, and the process goes on. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { make } from '../../../test/pipeline/sample-walks.ts';
import { createScriptedAgent } from '../../testing/index.ts';
import { type Artifact, equipMasks, type Mask, type NodeContext, type NodeProcess, walk } from '../index.ts';

const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done'], {
  nodes: '{name: a, masks: [outer, m]}, {name: b}',
});

const maskOf = (wrap: Mask['wrap'], name = 'm'): Mask => ({ name, description: '', validNodes: ['a'], wrap });
const outer = maskOf((next) => next, 'outer');

/** Walks with a mask and returns how that ended, and how often the node was asked. */
async function wear(wrap: unknown) {
  const asked: string[] = [];
  const agent = createScriptedAgent({});
  const result = await walk(graph, {
    masks: [outer, maskOf(wrap as Mask['wrap'])],
    limits: { nodeTimeoutMs: 20 },
    ask: (node, given, signal) => {
      asked.push(node.name);
      return agent(node, given, signal);
    },
  });
  const outcome = result.error?.message ?? result.status;
  return { outcome, asked: asked.filter((name) => name === 'a').length };
}

const strays: unknown[] = [];
const noteStray = (reason: unknown) => void strays.push(reason);
beforeEach(() => void process.on('unhandledRejection', noteStray));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', noteStray);
  expect(strays.splice(0)).toEqual([]);
});

const circle: Record<string, unknown> = {};
circle.self = circle;

describe('a walk survives a mask that', () => {
  test.each<[string, unknown, string, number]>([
    [
      'throws where it wraps',
      () => {
        throw new Error('torn');
      },
      'torn',
      0,
    ],
    ['wraps in nothing', () => undefined, '`m` wraps the node in what is no function', 0],
    [
      'throws before the node',
      () => () => {
        throw new Error('torn');
      },
      'torn',
      0,
    ],
    [
      'throws after the node',
      (next: NodeProcess) => async (given: NodeContext) => {
        await next(given);
        throw new Error('torn');
      },
      'torn',
      1,
    ],
    ['throws nothing at all', () => () => Promise.reject(undefined), 'no reason given', 0],
    ['hangs', () => () => new Promise(() => {}), 'no answer within 20 milliseconds', 0],
    ['returns nothing', () => async () => undefined, 'this is not an artifact: it is no record', 0],
    ['returns a text', () => async () => 'fine', 'this is not an artifact: it is no record', 0],
    ['returns no data', () => async () => ({ type: 't' }), 'its data is no record', 0],
    [
      'returns a function',
      () => async () => ({ type: 't', data: { f() {} } }),
      'a value of type function',
      0,
    ],
    ['returns a circle', () => async () => ({ type: 't', data: circle }), 'Maximum call stack', 0],
    [
      'calls the next layer twice',
      (next: NodeProcess) => async (given: NodeContext) => {
        await next(given);
        return next(given);
      },
      '`m` called the next layer twice',
      1,
    ],
    [
      'calls it twice at once',
      (next: NodeProcess) => async (given: NodeContext) => (await Promise.all([next(given), next(given)]))[0],
      '`m` called the next layer twice',
      1,
    ],
    [
      'hands on a text',
      (next: (given: unknown) => unknown) => () => next('all of it'),
      '`m` handed on what is no context',
      0,
    ],
    [
      'hands on null',
      (next: (given: unknown) => unknown) => () => next(null),
      '`m` handed on what is no context',
      0,
    ],
    [
      'hands on a circle',
      (next: (given: unknown) => unknown) => (given: NodeContext) => next({ ...given, meta: circle }),
      'Maximum call stack',
      0,
    ],
  ])('%s', async (_what, wrap, reason, asked) => {
    const worn = await wear(wrap);
    expect(worn.outcome).toContain(`no artifact at \`a\`: `);
    expect(worn.outcome).toContain(reason);
    expect(worn.asked).toBe(asked);
  });

  test('does not wait for the node, whose error then is nobody’s', async () => {
    const process = () => Promise.reject(new Error('lost'));
    const hasty = maskOf((next) => async (given) => {
      void next(given);
      return { type: 'own', data: {} };
    });
    expect(await equipMasks({ name: 'a', process }, hasty).process(context)).toEqual({
      type: 'own',
      data: {},
    });
  });

  test('keeps `next` and calls it when it has answered', async () => {
    let late: () => Promise<Artifact> = () => Promise.reject(new Error('never set'));
    const worn = await wear((next: NodeProcess) => async (given: NodeContext) => {
      late = () => next(given);
      return { type: 'own', data: {} };
    });
    expect(worn).toEqual({ outcome: 'done', asked: 0 });
    await expect(late()).rejects.toThrow('`m` called the next layer after it had answered');
  });
});

const context: NodeContext = {
  node: 'a',
  state: { loops: {}, visits: {}, worn: [], remands: 0, handoffs: 0, court_ms: 0, role_failed: false },
  prior: null,
  meta: { kept: { deep: true } },
  openSources: [],
  mode: null,
};

describe('a layer shares nothing', () => {
  test('what it started has ended when it has', async () => {
    const trace: string[] = [];
    const { promise, resolve } = Promise.withResolvers<Artifact>();
    const process = async (): Promise<Artifact> => {
      await promise;
      trace.push('node');
      return { type: 't', data: {} };
    };
    const hasty = maskOf((next) => async (given) => {
      void next(given);
      // The second is refused at once; the first goes on.
      void next(given);
      trace.push('answered');
      return { type: 'own', data: {} };
    });
    const running = equipMasks({ name: 'a', process }, hasty).process(context);
    const ended = Promise.resolve(running).then(() => trace.push('ended'));
    setImmediate(() => resolve({ type: 't', data: {} }));
    await ended;
    expect(trace).toEqual(['answered', 'node', 'ended']);
  });

  test('what it changes of its answer later is not seen', async () => {
    const data = { decision: 'approve' };
    const sly = maskOf(() => async () => ({ type: 't', data }));
    const answer = await equipMasks({ name: 'a', process: () => ({ type: 't', data: {} }) }, sly).process(
      context,
    );
    data.decision = 'overturn';
    expect(answer.data).toEqual({ decision: 'approve' });
  });

  test('what it changes of the context it handed on is not seen by the node', async () => {
    const hidden = Promise.withResolvers<void>();
    const sly = maskOf((next) => async (given) => {
      const answer = next(given);
      Object.assign(given.meta, { kept: 'changed' });
      hidden.resolve();
      return answer;
    });
    const process = async ({ meta }: NodeContext): Promise<Artifact> => {
      await hidden.promise;
      return { type: 't', data: meta };
    };
    const answer = await equipMasks({ name: 'a', process }, sly).process(context);
    expect(answer.data).toEqual({ kept: { deep: true } });
  });
});
