/**
 * Unlocks: a locked item may be disclosed during a scene, session or campaign, until it is locked again.
 * Scenes of different sessions may have the same name, and so may sessions and campaigns, so an unlock
 * applies in one place only.
 */
import { hasFields, isText } from '../../index.ts';
import type { StoryCursor } from './story-cursor.ts';

/** The scopes of an unlock, from narrowest to broadest. */
export const unlockScopes = ['scene', 'session', 'campaign'] as const;

/** How long an unlock lasts. */
export type UnlockScope = (typeof unlockScopes)[number];

/** What contains a scope. Only the parts that are broader than the scope itself count. */
export type UnlockPlace = Pick<StoryCursor, 'world' | 'campaign' | 'session'>;

/** Opens or closes a handle, with the source of the decision. */
export type UnlockDraft = {
  readonly handle: string;
  readonly scope: UnlockScope;
  readonly scopeId: string;
  readonly source: string;
  readonly event: string;
  /** Where the scope is; defaults to the oracle's cursor. */
  readonly place?: UnlockPlace;
};

/** An unlock or a lock as an event. */
export type UnlockEvent = UnlockDraft & { readonly type: 'unlock' | 'relock' };

/** The parts of a place that contain each scope. */
const broader = {
  scene: ['session', 'campaign', 'world'],
  session: ['campaign', 'world'],
  campaign: ['world'],
} as const satisfies Record<UnlockScope, readonly (keyof UnlockPlace)[]>;

export function isUnlockPlace(value: unknown): value is UnlockPlace {
  return hasFields(value, { world: isText, campaign: isText, session: isText });
}

export function placeOf({ world, campaign, session }: StoryCursor): UnlockPlace {
  return { world, campaign, session };
}

/** Returns the unlocks that apply at a cursor and have no place yet. */
export function withoutPlace<Event extends UnlockDraft>(
  events: readonly Event[],
  cursor: StoryCursor,
): readonly Event[] {
  return events.filter(({ scope, scopeId, place }) => place === undefined && cursor[scope] === scopeId);
}

export function openHandles(events: readonly UnlockEvent[], cursor: StoryCursor): ReadonlySet<string> {
  const scopesOf = new Map<string, Set<UnlockScope>>();
  for (const event of events) {
    if (!isAt(event, cursor)) continue;
    const { type, handle, scope } = event;
    const open = scopesOf.get(handle) ?? new Set();
    scopesOf.set(handle, open);
    if (type === 'unlock') open.add(scope);
    else for (const closed of scopesUpTo(scope)) open.delete(closed);
  }
  return new Set([...scopesOf].filter(([, open]) => open.size > 0).map(([handle]) => handle));
}

/**
 * A lock without a place applies everywhere. An unlock without one does so until a cursor first enters its
 * scope.
 */
function isAt({ scope, scopeId, place }: UnlockDraft, cursor: StoryCursor): boolean {
  if (cursor[scope] !== scopeId) return false;
  return place === undefined || broader[scope].every((part) => cursor[part] === place[part]);
}

/**
 * The broader scope wins: locking it closes the narrower ones, while locking a narrower one leaves it open.
 */
function scopesUpTo(scope: UnlockScope): readonly UnlockScope[] {
  return unlockScopes.slice(0, unlockScopes.indexOf(scope) + 1);
}
