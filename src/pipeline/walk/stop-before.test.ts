/** That a walk stops only at nodes it has. */
import { expect, test } from 'vitest';
import { countingAgent, winding } from '../../../test/pipeline/walks/recorded-walks.ts';
import { stopsWithin, walk } from '../index.ts';

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
