// The log of a run as it is read: whole and in order, or not at all.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asVersion1,
  newerEvent,
  sampleEvents,
  spoiledRun,
  wellFormedRun,
} from '../../test/pipeline/events/sample-events.ts';
import { foldLog, foldRun, readLog, type StoredEvent } from './fold-run.ts';
import { emptyRun, type RunModel } from './run-model.ts';

const numbered = (events: readonly unknown[]): readonly StoredEvent[] =>
  events.map((event, index) => ({ sequence: index + 1, event }));

function modelOf(folded: ReturnType<typeof foldLog>): RunModel {
  if ('problem' in folded) throw new Error(folded.detail);
  return folded.model;
}

const whole = numbered(sampleEvents);

test('a log that is whole is folded like its events', () => {
  fc.assert(
    fc.property(spoiledRun, (events) => {
      expect(modelOf(foldLog(numbered(events)))).toEqual(foldRun(events));
    }),
    { numRuns: 100 },
  );
  expect(foldLog([])).toEqual({ model: emptyRun });
});

test('a log of version 1 is folded like one of today that knew no more', () => {
  fc.assert(
    fc.property(wellFormedRun, (events) => {
      const known = events.map((event) => {
        if (event.kind === 'walk-ended') return { ...event, within: [], reason: null };
        return 'within' in event ? { ...event, within: [] } : event;
      });
      expect(modelOf(foldLog(numbered(events.map(asVersion1))))).toEqual(foldRun(known));
    }),
    { numRuns: 100 },
  );
});

test('the events of a log are read without folding them, and say how many more there are', () => {
  const entries = [...whole, { sequence: whole.length + 1, event: newerEvent }];
  expect(readLog(entries)).toEqual({ events: sampleEvents, unread: 1 });
  expect(readLog(entries.slice(7), 7)).toEqual({ events: sampleEvents.slice(7), unread: 1 });
  expect(readLog(entries.slice(7))).toMatchObject({ problem: 'gap', sequence: 1 });
});

describe('a log that is not whole', () => {
  const places = [...whole.keys()];

  test.each(places.slice(0, -1))('is refused where entry %d and no other is missing', (index) => {
    const expected = { problem: 'gap', sequence: index + 1, detail: `entry ${index + 2} follows ${index}` };
    expect(foldLog(whole.toSpliced(index, 1))).toEqual(expected);
  });

  test.each(places)('is refused where entry %d stands twice', (index) => {
    const entry = whole[index] as StoredEvent;
    expect(foldLog(whole.toSpliced(index, 0, entry))).toMatchObject({ problem: 'gap', sequence: index + 2 });
  });

  test.each([0, -1, 2, 1.5, Number.NaN, '1'])('is refused where it begins with %j', (sequence) => {
    const entry = { sequence: sequence as number, event: sampleEvents[0] };
    expect(foldLog([entry])).toMatchObject({ problem: 'gap', sequence: 1 });
  });

  test('is refused where it goes on from elsewhere than the model ended', () => {
    const first = modelOf(foldLog(whole.slice(0, 5)));
    expect(first.entries).toBe(5);
    expect(foldLog(whole.slice(6), first)).toMatchObject({ problem: 'gap', sequence: 6 });
    expect(foldLog(whole.slice(4), first)).toMatchObject({ problem: 'gap', sequence: 6 });
  });
});

test('an entry that is no event is named with what is wrong with it', () => {
  const damaged = whole.with(3, { sequence: 4, event: { version: 1, kind: 'case-split' } });
  expect(foldLog(damaged)).toEqual({
    problem: 'malformed',
    sequence: 4,
    detail: 'unknown kind `case-split`',
  });
});

describe('entries that a newer program wrote', () => {
  const some = fc.array(fc.oneof(fc.constantFrom<unknown>(...sampleEvents), fc.constant(newerEvent)), {
    maxLength: 30,
  });

  test('are counted, and the rest is told', () => {
    fc.assert(
      fc.property(some, (events) => {
        const known = events.filter(isKnown);
        const unread = events.length - known.length;
        const expected = { ...foldRun(known), entries: events.length, unread };
        expect(modelOf(foldLog(numbered(events)))).toEqual(expected);
      }),
    );
  });

  test('do not change that a prefix and the rest are the whole', () => {
    fc.assert(
      fc.property(some, fc.nat(30), (events, cut) => {
        const entries = numbered(events);
        const prefix = modelOf(foldLog(entries.slice(0, cut)));
        expect(foldLog(entries.slice(cut), prefix)).toEqual(foldLog(entries));
      }),
    );
  });
});

function isKnown(event: unknown): event is (typeof sampleEvents)[number] {
  return event !== newerEvent;
}
