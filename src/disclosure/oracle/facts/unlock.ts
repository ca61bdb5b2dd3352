/**
 * Unlocks: what was locked may be told while a scene, session or campaign lasts, until it is locked again. Scenes of
 * different sessions may have one name, and so may sessions and campaigns: an unlock holds in one place.
 */
import { hasFields, isText } from '../../index.ts';
import type { StoryCursor } from './story-cursor.ts';

/** The scopes of an unlock from the narrowest to the broadest. */
export const unlockScopes = ['scene', 'session', 'campaign'] as const;

/** How long an unlock lasts. */
export type UnlockScope = (typeof unlockScopes)[number];

/** What contains a scope; of each scope the parts count that are broader than itself. */
export type UnlockPlace = Pick<StoryCursor, 'world' | 'campaign' | 'session'>;

/** What opens or closes a handle, and on whose word. */
export type UnlockDraft = {
  readonly handle: string;
  readonly scope: UnlockScope;
  readonly scopeId: string;
  readonly source: string;
  readonly event: string;
  /** Where the scope is: at the oracle's cursor, unless it says otherwise. */
  readonly place?: UnlockPlace;
};

/** An unlock or a lock in the order of events. */
export type UnlockEvent = UnlockDraft & { readonly type: 'unlock' | 'relock' };

/** What contains each scope. */
const broader = {
  scene: ['session', 'campaign', 'world'],
  session: ['campaign', 'world'],
  campaign: ['world'],
} as const satisfies Record<UnlockScope, readonly (keyof UnlockPlace)[]>;

/** Tells whether a value is a place. */
export function isUnlockPlace(value: unknown): value is UnlockPlace {
  return hasFields(value, { world: isText, campaign: isText, session: isText });
}

/** Returns the place of a cursor. */
export function placeOf({ world, campaign, session }: StoryCursor): UnlockPlace {
  return { world, campaign, session };
}

/** Returns the unlocks whose scope is that of a cursor and of which nobody has said where it is. */
export function withoutPlace<Event extends UnlockDraft>(
  events: readonly Event[],
  cursor: StoryCursor,
): readonly Event[] {
  return events.filter(({ scope, scopeId, place }) => place === undefined && cursor[scope] === scopeId);
}

/** Returns the handles that are open at a cursor. */
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

/** A lock that does not say where holds everywhere; an unlock does so until its scope is met for the first time. */
function isAt({ scope, scopeId, place }: UnlockDraft, cursor: StoryCursor): boolean {
  if (cursor[scope] !== scopeId) return false;
  return place === undefined || broader[scope].every((part) => cursor[part] === place[part]);
}

/** The broader scope wins: locking it closes the narrower ones, and locking a narrower one leaves it open. */
function scopesUpTo(scope: UnlockScope): readonly UnlockScope[] {
  return unlockScopes.slice(0, unlockScopes.indexOf(scope) + 1);
}
