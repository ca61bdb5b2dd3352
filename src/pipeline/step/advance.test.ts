/** What a step counts: whether a role failed, and the time, whatever the clock says. */
import { expect, test } from 'vitest';
import { make, straight } from '../../../test/pipeline/sample-walks.ts';
import { canonicalText } from '../../kernel/index.ts';
import { advance, type StepReport, startWalk, type WalkerState } from '../index.ts';

const failure = { failure: { reason: 'down' } };
const answer = { output: { type: 'x', data: {} } };

test('a role that failed has failed until there is an artifact again', () => {
  const graph = make(
    [
      'id: help, from: _any, to: b, when: state.role_failed && state.visits.b == 0',
      'id: e1, from: a, to: b',
      'id: e2, from: b, to: c',
      'id: lost, from: c, to: _recommended, when: state.role_failed',
      'id: e3, from: c, to: _done',
    ],
    { nodes: '{name: a}, {name: b}, {name: c}' },
  );
  const states: WalkerState[] = [startWalk(graph)];
  for (const report of [failure, answer, answer])
    states.push(advance(graph, states.at(-1) as WalkerState, report).next);
  expect(states.map(({ counters }) => counters.role_failed)).toEqual([false, true, false, false]);
  expect(states.at(-1)?.history.map(({ edge }) => edge)).toEqual(['help', 'e2', 'e3']);
});

test.each([
  [0, 0],
  [7, 7],
  [0.9, 0],
  [1.5, 1],
  [-3, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
  [1e300, Number.MAX_SAFE_INTEGER],
])('a step that took %d milliseconds is counted as %i', (elapsedMs, expected) => {
  const report: StepReport = { ...answer, elapsedMs };
  const once = advance(straight, startWalk(straight), report).next;
  expect(once.counters.court_ms).toBe(expected);
  const twice = advance(straight, once, report).next;
  expect(twice.counters.court_ms).toBe(Math.min(2 * expected, Number.MAX_SAFE_INTEGER));
  expect(() => canonicalText(twice)).not.toThrow();
});
