// Judges one blocked fact: does it hold a locked token, or was something harmless taken for one?

import { compareCodePoints } from '../src/kernel/index.ts';
import type { LeakGuard } from '../src/lens/index.ts';
import { BESIDE, type Cause, causeOf, JOINED, shortestExcerpt } from './false-block-cause.ts';
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
  if (token === undefined) return { ...verdict, kind: 'false', falseHit: hitBeside(fact, tokens, guard) };
  const excerpt = shortestExcerpt(values, token);
  return { ...verdict, kind: 'false', falseHit: { cause: causeOf(token, excerpt), token, excerpt } };
}

/** What a fact says is harmless: a word that stands beside it is locked, or the fact before ends as a token begins. */
function hitBeside({ kind }: OfferedFact, tokens: readonly string[], guard: LeakGuard): Verdict['falseHit'] {
  const provenance = { source: '', event_ids: [], rule_refs: [] };
  const [hit] = guard.scan({ kind, visibility: 'public', provenance });
  if (hit === undefined) return { cause: JOINED, token: '', excerpt: '' };
  return { cause: BESIDE, token: tokens[Number(hit.handle)] ?? '', excerpt: '' };
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
