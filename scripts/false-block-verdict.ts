// Judges one blocked fact: does it hold a locked token, or was something harmless taken for one?

import type { LeakGuard } from '../src/disclosure/lens/index.ts';
import { compareCodePoints } from '../src/kernel/index.ts';
import { AFTER_NAME, type Cause, causeOf, JOINED, shortestExcerpt } from './false-block-cause.ts';
import { type OfferedFact, textOf, valuesOf } from './false-block-corpus.ts';

/** What a block comes to. */
export interface Verdict {
  /** `contained` where it holds a token once separators are removed, from field to field. */
  readonly kind: 'quoted' | 'contained' | 'false';
  readonly hits: number;
  readonly falseHit: { readonly cause: Cause; readonly token: string; readonly excerpt: string } | null;
}

/** Says whether a blocked fact holds a token after all, and if not, what was taken for one. */
export function judgeBlock(fact: OfferedFact, tokens: readonly string[], guard: LeakGuard): Verdict {
  const found = new Set(guard.scan([fact.kind, fact.payload]).map(({ handle }) => handle));
  const hits = [...found].map((handle) => tokens[Number(handle)] as string).sort(compareCodePoints);
  const values = valuesOf(fact);
  const verdict = { hits: Math.max(1, hits.length), falseHit: null };
  if (hits.some((token) => isQuoted(textOf(fact), token))) return { ...verdict, kind: 'quoted' };
  const bare = withoutSeparators(values);
  if (hits.some((token) => bare.includes(withoutSeparators(token)))) return { ...verdict, kind: 'contained' };
  const [token] = hits;
  // What the fact says is harmless: the fact before ends as a token begins, or the one behind goes on with it.
  if (token === undefined)
    return { ...verdict, kind: 'false', falseHit: { cause: JOINED, token: '', excerpt: '' } };
  const excerpt = shortestExcerpt(values, token);
  const cause = excerpt === null ? AFTER_NAME : causeOf(token, excerpt);
  return { ...verdict, kind: 'false', falseHit: { cause, token, excerpt: excerpt ?? textOf(fact) } };
}

function isQuoted(text: string, token: string): boolean {
  const [folded, sought] = [text.toLowerCase(), token.toLowerCase()];
  const isWordAt = (index: number) => /[\p{L}\p{N}]/u.test(folded.charAt(index));
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    if (!isWordAt(at - 1) && !isWordAt(at + sought.length)) return true;
  }
  return false;
}

function withoutSeparators(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
