/** That a fork goes on by itself from any step and leaves the run it came from as it was. */
import { describe, expect, test } from 'vitest';
import {
  countingAgent,
  everyLog,
  goOn,
  memoryLedger,
  winding,
} from '../../../test/pipeline/walks/recorded-walks.ts';
import { makeId, sha256 } from '../../kernel/index.ts';
import { type Ledger, type Store, validateLedger } from '../../ledger/index.ts';
import { askOnce, forkRun, readRun, type WalkManyOptions, walkMany } from '../index.ts';

const graph = winding();
const path = ['a', 'b', 'a', 'b', 'c', 'd', 'e'];
const cases = [{ id: 'one' }, { id: 'two' }];
const idOf = (name: string) => makeId('run', sha256(name));

/** Walks two cases to their end, or for some steps. */
async function walked(maxSteps = 100) {
  const ledger = memoryLedger();
  const run = idOf('original');
  await walkMany(graph, { run, cases, ask: countingAgent().ask, ledger, limits: { maxSteps } });
  return { ledger, run };
}

/** Forks at a step of the first case; the second keeps all it has. */
async function fork(ledger: Ledger, from: string, into: string, steps: Readonly<Record<string, number>>) {
  const inputs = { forked: into };
  await forkRun(ledger, { run: idOf(from), into: idOf(into), steps: new Map(Object.entries(steps)), inputs });
}

async function finish(ledger: Ledger, name: string) {
  const { ask, asked } = countingAgent();
  const results = await walkMany(graph, { run: idOf(name), cases, ask, ledger });
  return { asked: asked.join(' '), results };
}

/** All that a ledger says of a run, wherever it is said. */
async function standing(ledger: Ledger, name: string) {
  const run = idOf(name);
  const logs = await everyLog(ledger, run.slice(run.indexOf(':') + 1).slice(0, 40));
  return { logs, model: await readRun(ledger.store, run) };
}

describe('a fork', () => {
  test.each(path.map((_, steps) => steps).concat(path.length))(
    'that keeps %i steps goes on to the end of the original and leaves it as it was',
    async (steps) => {
      const { ledger } = await walked();
      const before = await everyLog(ledger);
      await fork(ledger, 'original', 'fork', { one: steps });
      const { asked, results } = await finish(ledger, 'fork');
      expect(asked).toBe(path.slice(steps).join(' '));
      const original = await finish(ledger, 'original');
      expect(original.asked).toBe('');
      expect(results.map(({ state }) => state)).toEqual(original.results.map(({ state }) => state));
      expect(await everyLog(ledger)).toMatchObject(before);
      const [forked, model] = [idOf('fork'), idOf('original')].map((run) => readRun(ledger.store, run));
      const way = (one: Awaited<typeof model>) =>
        one?.cases.map(({ steps }) => steps.map(({ node }) => node));
      expect(way(await forked)).toEqual(way(await model));
      expect((await validateLedger(ledger.store)).faults).toEqual([]);
    },
  );

  test('may go another way than the original', async () => {
    const { ledger } = await walked();
    const before = await standing(ledger, 'original');
    await fork(ledger, 'original', 'fork', { one: 3, two: 0 });
    const ask = countingAgent().ask;
    const results = await walkMany(graph, {
      run: idOf('fork'),
      cases,
      ledger,
      ask: (node, context) => (node.name === 'e' ? Promise.reject(new Error('down')) : ask(node, context)),
    });
    expect(results.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await standing(ledger, 'original')).toEqual(before);
  });

  test('of a fork keeps what that kept, at any of its steps', async () => {
    const { ledger } = await walked();
    await fork(ledger, 'original', 'fork', { one: 5 });
    await finish(ledger, 'fork');
    for (const steps of [0, 2, 5, 6, 7]) {
      const before = await everyLog(ledger);
      await fork(ledger, 'fork', `fork of ${steps}`, { one: steps });
      expect((await finish(ledger, `fork of ${steps}`)).asked).toBe(path.slice(steps).join(' '));
      expect(await everyLog(ledger)).toMatchObject(before);
    }
  });

  test('of a run that is under way keeps what its step was answered', async () => {
    const ledger = memoryLedger();
    const asked: string[] = [];
    const walk = async (name: string, stopAt = 'nowhere') => {
      const stop = new AbortController();
      const ask: WalkManyOptions['ask'] = async ({ name: node }, { state }, { journal }) => {
        await askOnce(journal, 'first', async () => asked.push(node));
        if (node === stopAt) stop.abort('enough');
        return { type: node, data: { visit: state.visits[node] ?? 0 } };
      };
      await walkMany(graph, { run: idOf(name), cases: [{ id: 'one' }], ledger, signal: stop.signal, ask });
      return asked.splice(0).join(' ');
    };
    expect(await walk('original', 'b')).toBe('a b');
    await fork(ledger, 'original', 'fork', {});
    await fork(ledger, 'original', 'back', { one: 0 });
    expect(await walk('fork')).toBe('a b c d e');
    expect(await walk('back')).toBe(path.join(' '));
  });

  test.each([
    ['past the end', { one: 8 }, 'has 7 steps of `one` and not 8'],
    ['before the beginning', { one: -1 }, 'has 7 steps of `one` and not -1'],
    ['between steps', { one: 1.5 }, 'has 7 steps of `one` and not 1.5'],
    ['of a case that is not there', { one: 1, three: 1 }, 'has no case `three`'],
  ])('%s is refused, and nothing is written', async (_where, steps, message) => {
    const { ledger } = await walked();
    const before = await everyLog(ledger);
    await expect(fork(ledger, 'original', 'fork', steps)).rejects.toThrow(message);
    expect(await everyLog(ledger)).toEqual(before);
  });

  test('of a run that the ledger has not is refused, and nothing is written', async () => {
    const { ledger } = await walked();
    const before = await everyLog(ledger);
    const forking = fork(ledger, 'nowhere', 'fork', {});
    await expect(forking).rejects.toMatchObject({ code: 'usage' });
    await expect(forking).rejects.toThrow('is no run of this ledger');
    expect(await everyLog(ledger)).toEqual(before);
  });

  test('that keeps no step of a case has that case opened once', async () => {
    const { ledger } = await walked();
    await fork(ledger, 'original', 'fork', { one: 0 });
    await goOn(ledger, graph, { run: idOf('fork'), case: 'one', ask: countingAgent().ask });
    const events = JSON.stringify((await standing(ledger, 'fork')).logs);
    expect(events.match(/case-opened/g)).toHaveLength(2);
    expect((await finish(ledger, 'fork')).asked).toBe('');
  });

  test('is made once: again it is the same, and with other steps it is refused', async () => {
    const { ledger } = await walked();
    await fork(ledger, 'original', 'fork', { one: 3 });
    const before = await everyLog(ledger);
    await fork(ledger, 'original', 'fork', { one: 3 });
    expect(await everyLog(ledger)).toEqual(before);
    await expect(fork(ledger, 'original', 'fork', { one: 4 })).rejects.toThrow(
      'was begun with something else',
    );
    await finish(ledger, 'fork');
    await fork(ledger, 'original', 'fork', { one: 3 });
    expect((await finish(ledger, 'fork')).asked).toBe('');
  });

  test('that is killed at any of its commits is completed', async () => {
    const whole = await walked();
    await fork(whole.ledger, 'original', 'fork', { one: 3 });
    const expected = await everyLog(whole.ledger);
    for (let commits = 0; ; commits++) {
      const { ledger } = await walked();
      const dying = { ...ledger, store: failingAfter(ledger.store, commits) };
      const isKilled = await fork(dying, 'original', 'fork', { one: 3 }).then(
        () => false,
        () => true,
      );
      await fork(ledger, 'original', 'fork', { one: 3 });
      expect(await everyLog(ledger)).toEqual(expected);
      if (!isKilled) {
        expect(commits).toBeGreaterThan(2);
        return;
      }
    }
  });
});

describe('a fork of cases that waited for each other', () => {
  const barriers = ['e'];
  const heard: string[] = [];
  const walk = (ledger: Ledger, name: string) =>
    walkMany(graph, {
      run: idOf(name),
      cases,
      ledger,
      barriers,
      ask: ({ name: node }, { state }, { case: id, earlier }) => {
        if (node === 'e')
          heard.push(
            [id, ...earlier.map((one) => `${one.case}:${Object.keys(one.outputs).join()}`)].join(' '),
          );
        return { type: node, data: { visit: state.visits[node] ?? 0 } };
      },
    });
  const start = async () => {
    const ledger = memoryLedger();
    await walk(ledger, 'original');
    heard.length = 0;
    return ledger;
  };

  test('that have all come to the barrier keeps it open', async () => {
    const ledger = await start();
    await fork(ledger, 'original', 'fork', { one: 7, two: 6 });
    await walk(ledger, 'fork');
    expect(heard).toEqual(['two one:a,b,walks']);
  });

  test('that all go back behind it lets them wait and be compared again', async () => {
    const ledger = await start();
    await fork(ledger, 'original', 'fork', { one: 2, two: 6 });
    await walk(ledger, 'fork');
    expect(heard).toEqual(['one', 'two one:a,b,walks']);
  });

  test('of which one goes back and one does not is refused, with what to do', async () => {
    const ledger = await start();
    await expect(fork(ledger, 'original', 'fork', { one: 2 })).rejects.toMatchObject({
      message: '`two` was compared at `e`, which is done again',
      hint: 'let `two` keep at most 6 steps, too',
    });
  });
});

/** A store that takes a number of commits and then no more. */
function failingAfter(store: Store, commits: number): Store {
  let left = commits;
  return new Proxy(store, {
    get: (target, name) => {
      if (name !== 'commit') return Reflect.get(target, name, target);
      return async (batch: Parameters<Store['commit']>[0]) => {
        if (left-- <= 0) throw new Error('killed');
        return target.commit(batch);
      };
    },
  });
}
