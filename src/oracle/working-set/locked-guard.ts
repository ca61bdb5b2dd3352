/** The leak guard of what is locked. Most scenes lock what the last one did, so the newest guards are kept. */
import {
  compileGuard,
  type GuardEntry,
  type LeakGuard,
  lockedTokens,
  memberKeys,
  normalKey,
} from '../../disclosure/index.ts';
import { type CanonicalValue, canonicalHash } from '../../kernel/index.ts';
import type { Candidate } from './candidate.ts';

const KEPT = 2;
const newest = new Map<string, LeakGuard>();

/** Words that are no secret. */
export type KnownWords = {
  /** Registered words, normalised. */
  readonly vocabulary: ReadonlySet<string>;
  /** What the operator says around the items; its keys are names of fields. */
  readonly frame: CanonicalValue;
};

/** Returns the guard of the locked candidates, which names them by their handles. */
export function lockedGuard(candidates: readonly Candidate[], known: KnownWords): LeakGuard {
  const entries = lockedEntries(candidates, known);
  // INVARIANT (no guard of another secret): the key is all that a guard is made from.
  const key = canonicalHash(entries);
  const guard = newest.get(key) ?? compileGuard(entries);
  newest.delete(key);
  newest.set(key, guard);
  for (const oldest of newest.keys()) {
    if (newest.size <= KEPT) break;
    newest.delete(oldest);
  }
  return guard;
}

/** What gives a locked item away: its tokens, and the ids that whoever guesses it can compute. */
function lockedEntries(
  candidates: readonly Candidate[],
  { vocabulary, frame }: KnownWords,
): readonly GuardEntry[] {
  const locked = candidates.filter(({ isLocked }) => isLocked);
  if (locked.length === 0) return [];
  const openKeys = openKeysOf(candidates, frame);
  return locked.map(({ handle, shortIds = [], payload, precise }) => ({
    handle,
    tokens: lockedTokens({ payload, precise, vocabulary, openKeys }),
    ids: [handle, ...shortIds],
  }));
}

/**
 * The keys of all that is shown, gists included, and the kinds, which are shown beside every item: without them, no item
 * that has a field in common with a locked one could be told.
 */
function openKeysOf(candidates: readonly Candidate[], frame: CanonicalValue): ReadonlySet<string> {
  const names = new Set(memberKeys(frame));
  for (const { kind, isLocked, payload, gist = null } of candidates) {
    names.add(kind);
    for (const key of memberKeys(isLocked ? gist : [payload, gist])) names.add(key);
  }
  return new Set([...names].map(normalKey));
}
