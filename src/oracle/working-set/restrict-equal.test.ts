// Facts of one payload share what restricts any of them.
import { describe, expect, test } from 'vitest';
import type { Candidate } from './candidate.ts';
import { restrictEqual } from './restrict-equal.ts';

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
      Array(3).fill({ entity: 'wyrm', tiers: { hp: 4 } }),
    );
  });

  test('are opened by no tier of another entity', () => {
    check(
      [{ entity: 'wyrm', tiers: { hp: 2 } }, { entity: 'mill' }],
      [
        { entity: 'wyrm', tiers: { hp: 2 } },
        { entity: 'mill', tiers: { hp: Number.MAX_SAFE_INTEGER } },
      ],
    );
  });

  test('leave facts of another payload alone', () => {
    check([{ isLocked: true }, { shortIds: ['other'] }], [{ isLocked: true }, { isLocked: false }]);
  });
});
