/**
 * A token counter based on gpt-tokenizer's `o200k_base`. The package is loaded when a text is first counted;
 * counts are cached by content, in this process only.
 */
import type { LazyTokenCounter } from '../../context/index.ts';
import { type Sha256, sha256 } from '../../kernel/index.ts';

/** The longest token of `o200k_base` has 128 bytes. */
const LONGEST_TOKEN_BYTES = 128;

/** How many of the most recently used counts are kept. */
const KEPT_COUNTS = 10_000;

/** Opens a counter; it costs nothing until it counts. */
export function openTokenCounter({ keptCounts = KEPT_COUNTS } = {}): LazyTokenCounter {
  const counts = new Map<Sha256, number>();

  async function count(text: string): Promise<number> {
    const content = sha256(text);
    const tokens = counts.get(content) ?? (await countAnew(text));
    // Deleting and re-inserting makes it the newest entry, so the first entry is the least recently used.
    counts.delete(content);
    counts.set(content, tokens);
    for (const oldest of counts.keys()) {
      if (counts.size <= keptCounts) break;
      counts.delete(oldest);
    }
    return tokens;
  }

  return Object.freeze({
    name: 'o200k_base',
    version: '4.0.0',
    longestTokenBytes: LONGEST_TOKEN_BYTES,
    count,
  });
}

async function countAnew(text: string): Promise<number> {
  const { countTextTokens } = await import('./encode-text.ts');
  return countTextTokens(text);
}
