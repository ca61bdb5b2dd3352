/** That a walk goes on from any stored step, after a pause, and only with its own definition. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ends, fullCase, light, looping, straight } from '../../../test/pipeline/sample-walks.ts';
import { canonicalText, parseCanonical } from '../../kernel/index.ts';
import { type AgentScript, createScriptedAgent } from '../../testing/index.ts';
import { type Ask, advance, startWalk, type WalkerState, WalkPause, walk } from '../index.ts';

describe('a walk goes on', () => {
  test('from any stored step, to the same end', async () => {
    const states: WalkerState[] = [];
    const whole = await walk(light, {
      ask: createScriptedAgent(fullCase),
      onStep: ({ next }) => void states.push(next),
    });
    for (const [index, state] of states.slice(0, -1).entries()) {
      const stored = parseCanonical(canonicalText(state)) as unknown as WalkerState;
      expect(stored).toEqual(state);
      const turns = states.slice(0, index + 1).map(({ history }) => history.at(-1)?.node ?? '');
      const rest = Object.fromEntries(
        Object.entries(fullCase).map(([node, entry]) => [
          node,
          Array.isArray(entry)
            ? entry.slice(Math.min(turns.filter((turn) => turn === node).length, entry.length - 1))
            : entry,
        ]),
      ) as AgentScript;
      const resumed = await walk(light, { ask: createScriptedAgent(rest), state: stored });
      expect(resumed.state).toEqual(whole.state);
    }
  });

  test('after a pause, at the node it stopped at', async () => {
    let budget = 1;
    const ask: Ask = ({ name }) => {
      if (budget-- <= 0) throw new WalkPause('the budget is spent');
      return { type: name, data: {} };
    };
    const paused = await walk(straight, { ask });
    expect(paused).toMatchObject({ status: 'paused', reason: 'the budget is spent', visited: ['a', 'b'] });
    budget = 9;
    expect(await ends(straight, { ask, state: paused.state })).toMatchObject({
      status: 'done',
      path: 'e1 e2',
    });
    await expect(walk(straight, { ask, state: { ...paused.state, status: 'done' } })).rejects.toThrow(
      'is done and cannot go on',
    );
  });

  test('not with another definition', () => {
    const state = startWalk(straight);
    expect(() => advance(looping, state, { output: { type: 'a', data: {} } })).toThrow(
      'belongs to another definition',
    );
  });

  test('equally, however often it is advanced from one state', () => {
    const artifact = fc.record({
      type: fc.constant('x'),
      data: fc.dictionary(
        fc.string(),
        fc.oneof(fc.double({ noNaN: true, min: -9, max: 9 }), fc.string(), fc.boolean()),
      ),
    });
    fc.assert(
      fc.property(artifact, (output) => {
        const state = startWalk(light, { start: 'investigate' });
        const step = () => canonicalText(advance(light, state, { output }).next);
        expect(step()).toBe(step());
      }),
    );
  });
});
