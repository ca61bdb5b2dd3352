/**
 * Builds the leak guard of the locked items. Most scenes lock the same items as the previous one, so the
 * newest guards are cached.
 */

import { type CanonicalValue, canonicalHash, canonicalText } from '../../../kernel/index.ts';
import {
  compileGuard,
  fieldsAtTier,
  fieldsForSomeone,
  type GuardEntry,
  type LeakGuard,
  lockedTokens,
  lockedWords,
  memberKeys,
  normalKey,
} from '../../index.ts';
import type { Candidate } from './collect-candidates.ts';

const KEPT = 2;
const newest = new Map<string, LeakGuard>();

/** Words that are not secret. */
export type KnownWords = {
  /** Registered words, normalized. */
  readonly vocabulary: ReadonlySet<string>;
  /** What the operator writes around the items; its keys are ordinary field names. */
  readonly frame: CanonicalValue;
};

/** Returns the guard of the locked candidates, which reports them by handle. */
export function lockedGuard(candidates: readonly Candidate[], known: KnownWords): LeakGuard {
  const entries = lockedEntries(candidates, known);
  // INVARIANT (no guard of another secret): the cache key covers everything a guard is made from.
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

/** What reveals a locked item: its tokens, and the ids that anyone who guesses it can compute. */
function lockedEntries(
  candidates: readonly Candidate[],
  { vocabulary, frame }: KnownWords,
): readonly GuardEntry[] {
  const locked = candidates.filter(({ isLocked }) => isLocked);
  if (locked.length === 0) return [];
  const openKeys = openKeysOf(candidates, frame);
  const openIds = openIdsOf(candidates);
  return locked.map((candidate): GuardEntry => {
    const { handle, shortIds = [], payload, precise } = candidate;
    const content = { payload, precise, vocabulary, openKeys };
    const words = lockedWords(content);
    const isSaid = saidByGist(candidate);
    const tokens = lockedTokens(content).filter((token) => !openIds.isOne(token) && !isSaid(token));
    return {
      handle,
      tokens: tokens.filter((token) => !words.has(token)),
      words: tokens.filter((token) => words.has(token)),
      quoted: [...new Set(tokens.flatMap(openIds.within))],
      ids: [handle, ...shortIds],
    };
  });
}

const ID = /(?:[a-z]+:)?[0-9a-f]{12,64}/gi;

/** The ids of open items are in every pack, so a locked item that cites one reveals nothing by it. */
function openIdsOf(candidates: readonly Candidate[]): {
  isOne(text: string): boolean;
  within(text: string): readonly string[];
} {
  const beginnings = new Set<string>();
  for (const { isLocked, handle, shortIds = [] } of candidates) {
    if (isLocked) continue;
    for (const id of [handle, ...shortIds]) beginnings.add(beginningOf(id));
  }
  const isOne = (text: string): boolean => beginnings.has(beginningOf(text));
  return {
    isOne: (text) => text.trim().match(ID)?.[0] === text.trim() && isOne(text),
    within: (text) => (text.match(ID) ?? []).filter(isOne),
  };
}

/** The digits that identify an id. */
function beginningOf(id: string): string {
  return id.trim().replace(/^.*:/, '').slice(0, 12).toLowerCase();
}

/**
 * Returns whether a fact's own gist says a token. A gist for everyone means that its words are not secret, as
 * far as it is shown at the lowest tier. If leaves are named, those are secret, and a gist that says one is
 * withheld.
 */
function saidByGist({ gist, precise, visibility, tiers }: Candidate): (token: string) => boolean {
  if (gist === undefined || precise.length > 0 || visibility !== 'public') return () => false;
  const told = tiers === undefined ? gist : fieldsAtTier(gist, tiers, 0);
  if (told === undefined) return () => false;
  const said = normalKey(canonicalText(told));
  return (token) => said.includes(normalKey(token));
}

/**
 * The keys of everything shown, gists included, and the kinds, which are shown with every item. Otherwise no
 * item that shares a field name with a locked one could be disclosed.
 */
function openKeysOf(candidates: readonly Candidate[], frame: CanonicalValue): ReadonlySet<string> {
  const names = new Set(memberKeys(frame));
  for (const { kind, isLocked, payload, gist = null, tiers } of candidates) {
    names.add(kind);
    const shown = isLocked ? (fieldsForSomeone(gist, tiers) ?? null) : [payload, gist];
    for (const key of memberKeys(shown)) names.add(key);
  }
  return new Set([...names].map(normalKey));
}
