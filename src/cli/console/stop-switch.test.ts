// What Ctrl-C does before, at and after the moment that work can be stopped in order.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createStopSwitch } from './stop-switch.ts';

test.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
])('%s sets the signal off, and then nothing stands in the way of a second interrupt', (first, second) => {
  const program = new EventEmitter();
  const { signal, arm } = createStopSwitch(program);
  arm();
  arm();
  expect([signal.aborted, program.listenerCount(first), program.listenerCount(second)]).toEqual([
    false,
    1,
    1,
  ]);
  program.emit(first);
  expect([signal.aborted, program.listenerCount(first), program.listenerCount(second)]).toEqual([true, 0, 0]);
  arm();
  expect(program.listenerCount(first)).toBe(0);
});

test('before it is armed it listens to nothing', () => {
  const program = new EventEmitter();
  createStopSwitch(program);
  expect(program.eventNames()).toEqual([]);
});
