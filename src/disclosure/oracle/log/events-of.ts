/**
 * A state as the fewest events that fold to it: what a snapshot holds. Equal states give equal events, in one order,
 * whatever order their own came in; only unlocks and policies keep theirs, for there the last one holds.
 */
import { compareCodePoints, makeId, sortByCodePoint } from '../../../kernel/index.ts';
import type { OracleEvent } from './oracle-event.ts';
import type { OracleState } from './oracle-state.ts';

/** Returns events that fold to a state. */
export function eventsOf(state: OracleState): readonly OracleEvent[] {
  const { kinds, unlocks, cursor, tiers, vocabulary, promoted, droppedCompactions, pins } = state;
  return [
    ...byName(kinds).map(([, kind]): OracleEvent => ({ type: 'kind', ...kind })),
    ...unlocks,
    ...(cursor === null ? [] : [{ type: 'cursor' as const, cursor }]),
    ...tierEvents(tiers),
    ...(vocabulary.size === 0
      ? []
      : [{ type: 'vocabulary' as const, words: sortByCodePoint([...vocabulary]) }]),
    ...byName(promoted).map(([, promotion]) => promotion),
    ...sortByCodePoint([...droppedCompactions]).map(
      (handle): OracleEvent => ({ type: 'compaction', handle, isDropped: true }),
    ),
    ...policyEvents(state),
    ...byName(pins).map(([name, value]): OracleEvent => ({ type: 'pin', name, value })),
    ...derivedLockEvents(state),
    ...packEvents(state),
  ];
}

function tierEvents(tiers: OracleState['tiers']): readonly OracleEvent[] {
  return byName(Object.entries(tiers)).flatMap(([consumer, entities]) =>
    byName(Object.entries(entities)).map(
      ([entity, tier]): OracleEvent => ({ type: 'tier', consumer, entity, tier }),
    ),
  );
}

function policyEvents({ policies }: OracleState): readonly OracleEvent[] {
  return byName(policies).flatMap(([name, adopted]) =>
    Array.from(adopted, (id): OracleEvent => ({ type: 'policy', name, id })),
  );
}

function derivedLockEvents({ derivedLocks }: OracleState): readonly OracleEvent[] {
  return byName(derivedLocks).flatMap(([handle, locks]) =>
    sortByCodePoint([...locks]).map((by): OracleEvent => ({ type: 'derived-lock', handle, by })),
  );
}

function packEvents({ packs }: OracleState): readonly OracleEvent[] {
  return byName(packs).map(([key, { hash, request }]): OracleEvent => {
    return { type: 'pack', key, pack: makeId('pack', hash), request: request && makeId('content', request) };
  });
}

function byName<Name extends string, Value>(
  entries: Iterable<readonly [Name, Value]>,
): readonly (readonly [Name, Value])[] {
  return [...entries].sort(([left], [right]) => compareCodePoints(left, right));
}
