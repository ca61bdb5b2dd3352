/** The leak guard of what is locked. Most scenes lock what the last one did, so the newest guards are kept. */
import { compileGuard, type GuardEntry, type LeakGuard, lockedTokens } from '../../disclosure/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { Candidate } from './candidate.ts';

const KEPT = 2;
const newest = new Map<string, LeakGuard>();

/** Returns the guard of the locked candidates, which names them by their handles. */
export function lockedGuard(candidates: readonly Candidate[], vocabulary: ReadonlySet<string>): LeakGuard {
  const entries = lockedEntries(candidates, vocabulary);
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
  vocabulary: ReadonlySet<string>,
): readonly GuardEntry[] {
  return candidates
    .filter(({ isLocked }) => isLocked)
    .map(({ handle, shortIds = [], payload, precise }) => ({
      handle,
      tokens: lockedTokens({ payload, precise, vocabulary }),
      ids: [handle, ...shortIds],
    }));
}
