// Events as they were stored, by this program, an older one, a newer one, or somebody who means harm.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asVersion1,
  newerEvent,
  sample,
  sampleEvents,
  sampleKinds,
  samplePayloads,
  storedAs,
} from '../../test/pipeline/events/sample-events.ts';
import {
  type EventField,
  eventUpgrades,
  RUN_EVENT_VERSION,
  readEvent,
  runEvent,
  runEventForms,
  upgradeEvent,
} from './run-event.ts';

const fields = sampleKinds.flatMap((kind) =>
  Object.entries(runEventForms[kind].fields).map(([name, field]) => ({ kind, name, field })),
);

function check(stored: unknown, detail: string): void {
  expect(readEvent(stored)).toEqual({ problem: 'malformed', detail });
}

test('the kinds are these nineteen', () => {
  const kinds =
    'run-started case-opened agent-chosen step-entered mask-worn source-opened pack-compiled model-asked reply-checked tool-called decision-made artifact-recorded edge-taken step-failed case-paused case-overridden walk-ended memory-changed run-ended';
  expect(Object.keys(runEventForms)).toEqual(kinds.split(' '));
});

test('an event is written with the fields of its kind and no others', () => {
  const payload = { ...samplePayloads['mask-worn'], secret: 'x', kind: 'run-ended', version: 9 };
  expect(runEvent('mask-worn', payload)).toEqual(sample('mask-worn'));
});

describe('a stored event', () => {
  test.each(sampleEvents)('of kind $kind is taken as it was written', (event) => {
    expect(readEvent(JSON.parse(JSON.stringify(event)))).toEqual({ event });
  });

  test.each(fields)('of kind $kind has its $name', ({ kind, name }) => {
    const { [name]: _, ...without } = storedAs(RUN_EVENT_VERSION, sample(kind));
    check(without, `\`${name}\` is missing in ${kind}`);
    check({ ...without, [name]: undefined }, `\`${name}\` is missing in ${kind}`);
    // What only the prototype has was not stored.
    check(Object.setPrototypeOf(without, { [name]: 'x' }), `\`${name}\` is missing in ${kind}`);
  });

  const wrong: { readonly [Field in EventField]: readonly unknown[] } = {
    text: [null, 7, true, {}, [], ['x']],
    'text or null': [0, false, {}, []],
    'list of texts': [null, 'x', {}, [1], ['x', null], { length: 0 }],
    number: [null, '1', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1n, []],
    'true or false': [null, 0, 1, 'true', {}],
    frame: [
      null,
      '',
      'frame:',
      `frame:${'A'.repeat(64)}`,
      `frame:${'0'.repeat(63)}`,
      `pack:${'0'.repeat(64)}`,
    ],
    pack: [null, 1, `frame:${'0'.repeat(64)}`, `pack:${'0'.repeat(64)}\n`, `x pack:${'0'.repeat(64)}`],
    value: [() => 1, Symbol('x')],
  };

  test.each(fields)('of kind $kind has a $field as its $name', ({ kind, name, field }) => {
    for (const value of wrong[field])
      check({ ...sample(kind), [name]: value }, `\`${name}\` of ${kind} is no ${field}`);
  });

  test.each(sampleKinds)('of kind %s has no further fields', (kind) => {
    const stored = JSON.stringify(sample(kind)).slice(0, -1);
    for (const name of ['more', 'constructor', '__proto__', 'toString', 'sequence'])
      check(JSON.parse(`${stored},"${name}":{"ok":true}}`), `\`${name}\` is no field of ${kind}`);
  });

  test.each([
    [{ version: 1, kind: 'run-restarted' }, 'unknown kind `run-restarted`'],
    [{ version: 1, kind: 'constructor' }, 'unknown kind `constructor`'],
    [JSON.parse('{"version":1,"kind":"__proto__"}'), 'unknown kind `__proto__`'],
    [{ version: 1, kind: Object.create(null) }, 'unknown kind without a name'],
    [{ version: 1, kind: ['run-started'] }, 'unknown kind without a name'],
    [{ version: 1 }, 'unknown kind without a name'],
    [{ version: 1, kind: 'x'.repeat(60_000) }, `unknown kind \`${'x'.repeat(40)}\``],
    [{ version: 1, kind: 'a\u001b[2Jb\u202e\n' }, 'unknown kind `a?[2Jb??`'],
    [{ kind: 'run-started' }, 'it has no version'],
    [{ version: '1', kind: 'run-started' }, 'it has no version'],
    [{ version: 0, kind: 'run-started' }, 'it has no version'],
    [{ version: 1.5, kind: 'run-started' }, 'it has no version'],
    [{ version: 1e300, kind: 'run-started' }, 'it has no version'],
    [null, 'it is not a record'],
    [undefined, 'it is not a record'],
    ['run-started', 'it is not a record'],
    [[sample('run-started')], 'it is not a record'],
  ])('is refused with what is wrong: %#', check);

  test('with a text of any length is read', () => {
    const event = runEvent('step-failed', { ...samplePayloads['step-failed'], reason: 'x'.repeat(60_000) });
    expect(readEvent(event)).toEqual({ event });
  });

  test('of a newer program is told apart from a damaged one, whatever it holds', () => {
    const newer = { problem: 'newer', detail: `version ${RUN_EVENT_VERSION + 1}` };
    expect(readEvent(newerEvent)).toEqual(newer);
    for (const event of sampleEvents)
      expect(readEvent(storedAs(RUN_EVENT_VERSION + 1, event))).toEqual(newer);
  });

  test('is read or refused, and never more than what was stored comes out', () => {
    const spoiled = fc
      .tuple(fc.constantFrom(...sampleEvents), fc.dictionary(fc.string(), fc.anything()), fc.anything())
      .chain(([event, more, value]) =>
        fc.constantFrom<unknown>(
          value,
          { ...event, ...more },
          { ...event, [Object.keys(event).at(-1) ?? '']: value },
        ),
      );
    fc.assert(
      fc.property(spoiled, (stored) => {
        const read = readEvent(stored);
        if ('event' in read)
          expect(read.event).toEqual({ ...(stored as object), version: RUN_EVENT_VERSION });
        else expect(read.detail.length).toBeLessThan(100);
      }),
      { numRuns: 500 },
    );
  });
});

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
