// Events of older versions, as today's reader takes them.

import { expect, test } from 'vitest';
import { asVersion1, sampleEvents, sampleKinds, storedAs } from '../../test/pipeline/events/sample-events.ts';
import { eventUpgrades, readEvent, upgradeEvent } from './read-event.ts';
import { RUN_EVENT_VERSION } from './run-event.ts';

test('there is one upgrade for every version but the newest', () => {
  expect(eventUpgrades).toHaveLength(RUN_EVENT_VERSION - 1);
});

test.each(sampleEvents)('$kind of version 1 is read with what it did not know as empty', (event) => {
  const today = event.kind === 'walk-ended' ? { ...event, reason: null } : event;
  expect(readEvent(asVersion1(event))).toEqual({ event: today });
});

test('version 1 knew no nesting and no reason for an end, whatever is stored in their place', () => {
  const stored = storedAs(1, { kind: 'step-entered', case: 'c1', step: 1, node: 'recall', within: 7 });
  expect(readEvent(stored)).toMatchObject({ event: { within: [] } });
  const [event] = sampleEvents.filter(({ kind }) => kind === 'walk-ended');
  expect(readEvent(storedAs(1, { ...event, reason: {} }))).toMatchObject({ event: { reason: null } });
});

test.each([
  ['an unknown kind', { kind: 'case-split', step: 1 }],
  ['a missing field', { kind: 'edge-taken', case: 'c1', step: 1, node: 'recall', edge: 'H1' }],
  ['a further field', { kind: 'run-ended', run: 'r1', status: 'done', more: 1 }],
  ['a field of version 2', { kind: 'case-opened', case: 'c1', frame: 'frame:1', within: [] }],
])('version 1 with %s is refused', (_what, stored) => {
  expect(readEvent(storedAs(1, stored))).toMatchObject({ problem: 'malformed' });
});

test('upgrading changes nothing that it was given', () => {
  for (const event of sampleEvents) {
    const stored = Object.freeze(asVersion1(event));
    const copy = structuredClone(stored);
    upgradeEvent(stored, 1);
    expect(stored).toEqual(copy);
    expect(upgradeEvent(event, RUN_EVENT_VERSION)).toBe(event);
  }
  expect(sampleKinds).toHaveLength(19);
});
