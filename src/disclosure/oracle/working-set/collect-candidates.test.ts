// Facts of one payload share what restricts any of them.
import { describe, expect, test } from 'vitest';
import { NEVER_TOLD } from '../../index.ts';
import { type Candidate, restrictEqual } from './collect-candidates.ts';

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
