// Events in the log are parsed as they were written, and nothing else is accepted.
import { describe, expect, test } from 'vitest';
import { canonicalText, makeId, PenumbraError, sha256 } from '../../../kernel/index.ts';
import { formatEvent, type OracleEvent, parseEvent } from './oracle-event.ts';

const lock = {
  handle: 'frame:a',
  scope: 'scene',
  scopeId: 'gate',
  source: 'dice',
  event: 'event-7',
} as const;
const samples: readonly OracleEvent[] = [
  { type: 'kind', kind: 'clue', recall: false, mechanical: true, slice: 'state' },
  { type: 'unlock', ...lock },
  { type: 'relock', ...lock },
  { type: 'cursor', cursor: { world: 'w', campaign: 'c', scene: 's', session: 'e', mode: 'PLAY' } },
  { type: 'tier', consumer: 'player', entity: '__proto__', tier: 3 },
  { type: 'vocabulary', words: ['dragonkeep'] },
  { type: 'promotion', handle: 'frame:a', operator: 'ada', event: 'event-9' },
  { type: 'compaction', handle: 'frame:a', isDropped: true },
  { type: 'policy', name: 'budget', id: makeId('policy', sha256('budget')) },
  { type: 'pin', name: 'stall', value: 3 },
  { type: 'pin-revision', name: 'stall', value: 'four', operator: 'ada', event: 'event-9' },
  { type: 'derived-lock', handle: 'frame:a', by: 'locked:1' },
  { type: 'pack', key: sha256('key'), pack: makeId('pack', sha256('pack')), request: null },
  {
    type: 'pack',
    key: sha256('key'),
    pack: makeId('pack', sha256('pack')),
    request: makeId('content', sha256('request')),
  },
];

function refused(value: string): void {
  const error = (() => {
    try {
      return parseEvent('oracle/x', 7, value);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(PenumbraError);
  expect(error).toMatchObject({ code: 'log-corrupt', data: { log: 'oracle/x', sequence: 7 } });
  expect((error as PenumbraError).hint).toBeTruthy();
  expect((error as PenumbraError).message).not.toContain('Vermithrax');
}

describe.each(samples.map((event) => [event.type, event] as const))('an event of type %s', (_type, event) => {
  test('is read back', () => {
    expect(parseEvent('oracle/x', 1, formatEvent(event))).toEqual(event);
  });

  test('is refused without any one of its fields, and with one too many', () => {
    for (const field of Object.keys(event)) {
      const { [field]: _, ...rest } = event as unknown as Record<string, unknown>;
      refused(canonicalText(rest));
    }
    refused(canonicalText({ ...event, Vermithrax: 1 }));
  });

  test('is refused with a field of another type', () => {
    for (const field of Object.keys(event).filter((name) => name !== 'request'))
      refused(canonicalText({ ...event, [field]: null }));
    for (const field of Object.keys(event)) refused(canonicalText({ ...event, [field]: { Vermithrax: 1 } }));
  });
});

test.each<[string, string]>([
  ['no JSON', 'Vermithrax'],
  ['not canonical', '{"type": "pin"}'],
  ['null', 'null'],
  ['a list', '["unlock"]'],
  ['a text', '"unlock"'],
  ['of an unknown type', '{"type":"Vermithrax"}'],
  ['of an inherited name', '{"type":"constructor"}'],
  ['an unlock without a handle', '{"type":"unlock"}'],
  ['a tier below none', '{"consumer":"player","entity":"wyrm","tier":-1,"type":"tier"}'],
  [
    'a tier too large to count',
    '{"consumer":"player","entity":"wyrm","tier":9007199254740993,"type":"tier"}',
  ],
  [
    'a tier that nobody reaches',
    '{"consumer":"player","entity":"wyrm","tier":9007199254740991,"type":"tier"}',
  ],
  ['an unlock of everything', canonicalText({ type: 'unlock', ...lock, scope: 'world' })],
  ['an unlock of nothing', canonicalText({ type: 'unlock', ...lock, handle: '' })],
])('an entry that is %s is refused', (_name, value) => {
  refused(value);
});
