// Facts with the same payload share the restrictions of any of them.
import { describe, expect, test } from 'vitest';
import { cursor, policy, sampleOracle } from '../../../../test/lens/sample-world.ts';
import {
  createMemoryStore,
  currentFrames,
  defineFrameTypes,
  noteType,
  putFrame,
} from '../../../ledger/index.ts';
import { createFakeClock } from '../../../testing/index.ts';
import { NEVER_TOLD, parseWorkingSet } from '../../index.ts';
import { compileWorkingSet } from '../index.ts';
import { type Candidate, composeFrame, restrictEqual } from './collect-candidates.ts';

/** What facts of one payload come to, each by the fields that differ. */
function check(
  facts: readonly Partial<Candidate>[],
  expected: readonly Partial<Record<keyof Candidate, unknown>>[],
): void {
  const candidates = facts.map((fact, index) => ({
    handle: `frame:${index}`,
    shortIds: ['same'],
    kind: 'clue',
    slice: 'facts' as const,
    payload: { hp: 31 },
    provenance: { source: '', event_ids: [], rule_refs: [] },
    visibility: 'public' as const,
    isLocked: false,
    precise: [],
    flags: {},
    ...fact,
  }));
  expect(restrictEqual(candidates)).toMatchObject(expected);
}

describe('facts of one payload', () => {
  test('are locked as soon as one is, by the leaves that any of them names', () => {
    check(
      [{ isLocked: true, precise: ['/hp'] }, {}],
      [
        { isLocked: true, precise: ['/hp'] },
        { isLocked: true, precise: ['/hp'] },
      ],
    );
  });

  test('are for those whom all of them admit', () => {
    const named = { visibility: { consumers: ['a', 'b'] } };
    check(
      [named, { visibility: { consumers: ['b', 'c'] } }, {}],
      Array(3).fill({ visibility: { consumers: ['b'] } }),
    );
    check([named, { visibility: 'owner', owner: 'a' }], Array(2).fill({ visibility: 'owner', owner: 'a' }));
  });

  test('need the highest tier that any of them asks for', () => {
    check(
      [{ entity: 'wyrm', tiers: { hp: 2 } }, { entity: 'wyrm', tiers: { hp: 4 } }, {}],
      Array(3).fill({ entity: 'wyrm', tiers: { '/hp': 4 } }),
    );
  });

  test('are told in what every table lists', () => {
    const told = (left: Candidate['tiers'], right: Candidate['tiers'], expected: Candidate['tiers']) =>
      check(
        [left, right].map((tiers) => ({ entity: 'wyrm', ...(tiers && { tiers }) })),
        Array(2).fill({ tiers: expected }),
      );
    told({ hp: 1, look: 0 }, { hp: 2 }, { '/hp': 2 });
    told({ hp: 1 }, { look: 1 }, {});
    told({ '/lair': 1 }, { '/lair/trap': 0, '/lair/door': 3 }, { '/lair/trap': 1, '/lair/door': 3 });
    told({ '': 1, hp: 2 }, { look: NEVER_TOLD, hp: 0 }, { '/look': NEVER_TOLD, '/hp': 2 });
  });

  test('are opened by no tier of another entity', () => {
    check(
      [{ entity: 'wyrm', tiers: { hp: 2 } }, { entity: 'mill' }],
      [
        { entity: 'wyrm', tiers: { '/hp': 2 } },
        { entity: 'mill', tiers: { '/hp': NEVER_TOLD } },
      ],
    );
  });

  test('without an entity are about the first by name of those that have tiers, whatever order they came in', () => {
    const told = (handle: string, entity: string) => ({ handle, entity, tiers: { hp: 1 } });
    const facts = [{ handle: 'frame:none' }, told('frame:wyrm', 'wyrm'), told('frame:mill', 'mill')] as const;
    const expected = {
      'frame:none': { entity: 'mill', tiers: { '/hp': NEVER_TOLD } },
      'frame:wyrm': { entity: 'wyrm', tiers: { '/hp': NEVER_TOLD } },
      'frame:mill': { entity: 'mill', tiers: { '/hp': NEVER_TOLD } },
    };
    for (const [a, b, c] of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [2, 1, 0],
    ] as const) {
      const order = [facts[a], facts[b], facts[c]];
      check(
        order,
        order.map(({ handle }) => expected[handle as keyof typeof expected]),
      );
    }
  });

  test('name nobody twice, whatever order they came in', () => {
    const twice = { visibility: { consumers: ['b', 'a', 'b'] } };
    const once = { visibility: { consumers: ['b', 'a'] } };
    const owned = { visibility: 'owner', owner: 'b' } as const;
    for (const pair of [
      [twice, once],
      [once, twice],
    ])
      check(pair, Array(2).fill({ visibility: { consumers: ['a', 'b'] } }));
    for (const pair of [
      [twice, owned],
      [owned, twice],
    ])
      check(pair, Array(2).fill(owned));
  });

  test('leave facts of another payload alone', () => {
    check([{ isLocked: true }, { shortIds: ['other'] }], [{ isLocked: true }, { isLocked: false }]);
  });
});

const outline = {
  name: 'outline',
  cardinality: 'single',
  mediaType: 'application/json',
  disclosure: { kind: 'outline', visibility: 'public', precision: 'unlocked', slice: 'facts' },
} as const;
const subject = { kind: 'node', id: 'src/a.ts' } as const;

test('a declared frame is told, an undeclared one is locked and guarded', async () => {
  const ledger = {
    store: createMemoryStore(),
    types: defineFrameTypes(noteType, outline, { ...noteType, name: 'copy', disclosure: outline.disclosure }),
    clock: createFakeClock(),
  };
  const put = (type: string, content: string) =>
    putFrame(ledger, { subject, type, agent: 'person', basis: { inputs: [] }, content });
  await put('outline', '["main"]');
  await put('note', 'the key lies under the mat');
  await put('copy', 'psst: The key lies under the mat!');
  const frames = (await currentFrames(ledger, subject)).flatMap(
    (frame) => composeFrame(frame, ledger.types.get(frame.type)) ?? [],
  );
  const set = parseWorkingSet(await compileWorkingSet(await sampleOracle(), cursor, policy, { frames }));
  expect(set.facts_slice).toMatchObject([{ kind: 'outline', payload: ['main'], owner: 'person' }]);
  expect(set.locked_precision_handles).toEqual(['locked:1', 'locked:2']);
});

test('a frame without content or text is no candidate', () => {
  const frame = { id: 'frame:x', frame: null, basis: null, content: null } as never;
  expect(composeFrame(frame, outline)).toBeNull();
});
