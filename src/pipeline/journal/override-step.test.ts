/** That a person's answer is a step like any other: checked, masked, on record with a name, and given once. */
import { describe, expect, test } from 'vitest';
import { make } from '../../../test/pipeline/sample-walks.ts';
import {
  countingAgent,
  everyLog,
  goOn,
  memoryLedger,
  winding,
} from '../../../test/pipeline/walks/recorded-walks.ts';
import { type Ledger, readFrames } from '../../ledger/index.ts';
import {
  type Artifact,
  beginRun,
  type Graph,
  loadPipeline,
  type Mask,
  type Override,
  openJournal,
  overrideStep,
  readRun,
} from '../index.ts';

const graph = winding();
const where = { run: 'run', case: 'case' };

/** A case that waits before a node of a definition. */
async function waiting(at: string, definition: Graph = graph): Promise<Ledger> {
  const ledger = memoryLedger();
  const { run } = await openJournal(ledger, where);
  await beginRun(ledger, run, [{ id: 'case' }]);
  await goOn(ledger, definition, { ask: countingAgent().ask, pauseAt: [at] });
  return ledger;
}

async function answer(ledger: Ledger, override: Partial<Override>, definition: Graph = graph) {
  const artifact: Artifact = { type: override.node ?? 'b', data: { visit: 9 } };
  return overrideStep(await openJournal(ledger, where), definition, {
    node: 'b',
    by: 'ann',
    artifact,
    ...override,
  });
}

describe('an answer of a person', () => {
  test('takes the step of the node, and the case goes on behind it', async () => {
    const ledger = await waiting('b');
    const { next } = await answer(ledger, {});
    expect(next).toMatchObject({ status: 'walking', node: 'walks', steps: 2 });
    const { ask, asked } = countingAgent();
    expect((await goOn(ledger, graph, { ask })).status).toBe('done');
    expect(asked.join(' ')).toBe('c d e');
    const { run } = await openJournal(ledger, where);
    const [one] = (await readRun(ledger.store, run)).cases;
    expect(one).toMatchObject({ status: 'done', paused: null, overrides: [{ by: 'ann' }] });
    const [frame] = await readFrames(ledger.store, [one?.overrides[0]?.frame as never]);
    expect(frame?.frame).toMatchObject({ agent: 'ann', type: 'artifact' });
  });

  test('is given once: the second is told who gave the first, and changes nothing', async () => {
    const ledger = await waiting('b');
    await answer(ledger, {});
    const before = await everyLog(ledger);
    const second = answer(ledger, { by: 'bob' });
    await expect(second).rejects.toMatchObject({ code: 'usage', data: { by: 'ann', step: 2 } });
    await expect(second).rejects.toThrow(
      '`case` stands at `c` and takes no answer for `b`: `ann` answered there in step 2',
    );
    expect(await everyLog(ledger)).toEqual(before);
  });

  test('is given once, also within a definition, and after the end', async () => {
    const ledger = await waiting('walks');
    await answer(ledger, { node: 'c' });
    await expect(answer(ledger, { node: 'c', by: 'bob' })).rejects.toMatchObject({ data: { by: 'ann' } });
    await answer(ledger, { node: 'd', by: 'cid' });
    await goOn(ledger, graph, { ask: countingAgent().ask });
    await expect(answer(ledger, { node: 'd', by: 'bob' })).rejects.toThrow('`cid` answered there in step 6');
    await expect(answer(ledger, { node: 'e', by: 'bob' })).rejects.toThrow(
      'has ended and takes no answer for `e`',
    );
  });

  test('is given once where two are given at once: one stands, the other is told whose', async () => {
    const ledger = await waiting('b');
    const given = await Promise.allSettled(['ann', 'bob'].map((by) => answer(ledger, { by })));
    const taken = given.findIndex(({ status }) => status === 'fulfilled');
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(given[1 - taken]).toMatchObject({
      reason: { code: 'usage', data: { by: ['ann', 'bob'][taken], step: 2 } },
    });
  });

  test('is given again where a loop comes back to the node', async () => {
    const ledger = await waiting('b');
    await answer(ledger, { artifact: { type: 'b', data: { visit: 1 } } });
    await goOn(ledger, graph, { ask: countingAgent().ask, pauseAt: ['b'] });
    expect((await answer(ledger, { by: 'bob' })).next).toMatchObject({ node: 'walks' });
  });

  test.each<[string, Partial<Override>, string, string]>([
    ['for another node', { node: 'e' }, 'usage', '`case` stands at `b` and takes no answer for `e`'],
    ['that is no artifact', { artifact: { type: 'b' } as never }, 'invalid-frame', 'its data is no record'],
    ['that does not fit', { check: () => 'it has no decision' }, 'invalid-frame', 'it has no decision'],
    ['by nobody', { by: '' }, 'invalid-name', "is not an agent's name"],
    ['that holds no data', { artifact: { type: 'b', data: { n: Number.NaN } } }, 'invalid-frame', 'NaN'],
  ])('%s is refused, and can be given anew', async (_what, override, code, message) => {
    const ledger = await waiting('b');
    const before = await everyLog(ledger);
    const refused = answer(ledger, override);
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(message);
    expect(await everyLog(ledger)).toEqual(before);
    expect((await answer(ledger, {})).next.node).toBe('walks');
  });

  test('may be the first of a case', async () => {
    await expect(answer(memoryLedger(), {})).rejects.toThrow(
      '`case` stands at `a` and takes no answer for `b`',
    );
    expect((await answer(memoryLedger(), { node: 'a' })).next).toMatchObject({ node: 'b', steps: 1 });
  });

  test('with another definition is refused', async () => {
    const other = make(['id: e1, from: a, to: z', 'id: e2, from: z, to: _done'], {
      nodes: '{name: a}, {name: z}',
    });
    await expect(answer(await waiting('b'), {}, other)).rejects.toMatchObject({ code: 'invalid-pipeline' });
  });
});

describe("an answer of a person wears the node's masks", () => {
  const review = (mask: string) =>
    loadPipeline(`pipeline: p
nodes: [{name: a}, {name: review, masks: [${mask}]}]
edges:
  - {id: e1, from: a, to: review}
  - {id: e2, from: review, to: _done, when: output.binding}
  - {id: e3, from: review, to: _recommended}
start: a
`);
  const artifact: Artifact = { type: 'review', data: { binding: true } };

  test('so it is binding by the mask and not by saying so', async () => {
    const masked = review('mask-of-judgment');
    const bare = review('');
    const given = async (definition: Graph) =>
      (await answer(await waiting('review', definition), { node: 'review', artifact }, definition)).next
        .terminal;
    expect(await given(masked)).toBe('_done');
    expect(await given(bare)).toBe('_recommended');
  });

  test('also those of the caller', async () => {
    const own = review('mask-of-my-own');
    const mask: Mask = {
      name: 'mask-of-my-own',
      description: 'makes an answer binding',
      validNodes: ['review'],
      wrap: (next) => async (context) => {
        const made = await next(context);
        return { ...made, data: { ...made.data, binding: true } };
      },
    };
    const ledger = await waiting('review', own);
    const { next } = await answer(ledger, { node: 'review', artifact, masks: [mask] }, own);
    expect(next.terminal).toBe('_done');
  });
});
