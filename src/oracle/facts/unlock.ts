/** Unlocks: what was locked may be told while a scene, session or campaign lasts, until it is locked again. */
import type { StoryCursor } from './story-cursor.ts';

/** The scopes of an unlock from the narrowest to the broadest. */
export const unlockScopes = ['scene', 'session', 'campaign'] as const;

/** How long an unlock lasts. */
export type UnlockScope = (typeof unlockScopes)[number];

/** What opens or closes a handle, and on whose word. */
export type UnlockDraft = {
  readonly handle: string;
  readonly scope: UnlockScope;
  readonly scopeId: string;
  readonly source: string;
  readonly event: string;
};

/** An unlock or a lock in the order of events. */
export type UnlockEvent = UnlockDraft & { readonly type: 'unlock' | 'relock' };

/** Returns the handles that are open at a cursor. */
export function openHandles(events: readonly UnlockEvent[], cursor: StoryCursor): ReadonlySet<string> {
  const scopesOf = new Map<string, Set<UnlockScope>>();
  for (const { type, handle, scope, scopeId } of events) {
    if (cursor[scope] !== scopeId) continue;
    const open = scopesOf.get(handle) ?? new Set();
    scopesOf.set(handle, open);
    if (type === 'unlock') open.add(scope);
    else for (const closed of scopesUpTo(scope)) open.delete(closed);
  }
  return new Set([...scopesOf].filter(([, open]) => open.size > 0).map(([handle]) => handle));
}

/** The broader scope wins: locking it closes the narrower ones, and locking a narrower one leaves it open. */
function scopesUpTo(scope: UnlockScope): readonly UnlockScope[] {
  return unlockScopes.slice(0, unlockScopes.indexOf(scope) + 1);
}
