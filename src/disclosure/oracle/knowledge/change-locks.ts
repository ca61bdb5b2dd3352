/** Unlocks and locks as events, and the locks that compilation derived. */
import { canonicalText, digestOf, isId, PenumbraError } from '../../../kernel/index.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import { placeOf, type UnlockDraft, type UnlockEvent, withoutPlace } from '../facts/unlock.ts';
import { type DerivedLock, type OracleEvent, unlockFields, unlockOptions } from '../log/oracle-event.ts';
import type { OracleStore } from '../log/oracle-store.ts';
import type { OracleView } from '../log/oracle-view.ts';
import { notFound } from './keep-contents.ts';
import { takeDraft } from './take-draft.ts';

const RULE = /^rule_ref:./s;

/** Returns the event of an unlock; `has` tells whether the ledger holds an object. */
export async function openHandle(
  { state }: OracleView,
  draft: UnlockDraft,
  has: OracleStore['has'],
): Promise<UnlockEvent> {
  const taken = takeDraft(draft, { what: 'an unlock', required: unlockFields, optional: unlockOptions });
  // A rule is known by its name alone; a frame of the context is the ledger's as much as a fact.
  const isKnown = isId(taken.handle, 'frame') ? await has(digestOf(taken.handle)) : RULE.test(taken.handle);
  if (!isKnown) throw notFound(taken.handle);
  return { type: 'unlock', ...(state.cursor && { place: placeOf(state.cursor) }), ...taken };
}

/** Says of the unlocks at a cursor that have no place that this is the one; from then on they hold nowhere else. */
export function placeUnlocks({ state }: OracleView, cursor: StoryCursor): readonly OracleEvent[] {
  const unlocks = state.unlocks.filter(({ type }) => type === 'unlock');
  const places = withoutPlace(unlocks, cursor).map(({ handle, scope, scopeId }): OracleEvent => {
    return { type: 'unlock-place', handle, scope, scopeId, place: placeOf(cursor) };
  });
  return [...new Map(places.map((event) => [canonicalText(event), event])).values()];
}

/** Returns the event of a lock, or throws where the handle was never opened. */
export function closeHandle({ state }: OracleView, draft: UnlockDraft): UnlockEvent {
  const taken = takeDraft(draft, { what: 'a lock', required: unlockFields, optional: unlockOptions });
  const isOpened = state.unlocks.some(({ type, handle }) => type === 'unlock' && handle === taken.handle);
  if (isOpened) return { type: 'relock', ...taken };
  // Whoever locks believes that something is closed from then on, so silence would mislead.
  throw new PenumbraError('usage', 'what was never unlocked cannot be locked again', {
    data: { handle: taken.handle },
    hint: 'name the handle of an unlock; a fact that says `unlocked` itself stays open',
  });
}

/** Returns the derived locks that are not on record. */
export function deriveLocks({ state }: OracleView, locks: readonly DerivedLock[]): readonly OracleEvent[] {
  return locks
    .filter(({ handle, by }) => !state.derivedLocks.get(handle)?.has(by))
    .map(({ handle, by }) => ({ type: 'derived-lock', handle, by }));
}
