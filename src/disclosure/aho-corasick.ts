/**
 * Many patterns against a stream of code units in one pass: an Aho-Corasick automaton in flat arrays. It stands below
 * the leak guard, which builds one per working set and feeds it normalised text.
 *
 * Written here because the guard needs what packages do not offer together: a state that outlives a string (joins over
 * blocks), matches on code units rather than grapheme clusters, no locale, and few bytes per node (a thousand tokens
 * with their encoded forms make half a million nodes).
 */

/** Finds patterns in a stream; states are numbers that callers keep between steps, 0 to begin with. */
export type Automaton = {
  /** Returns the state after one more code unit. */
  step(state: number, unit: number): number;
  /** Calls `visit` with the index of each pattern that ends in a state, until it returns true. */
  findEnding(state: number, visit: (pattern: number) => boolean): boolean;
};

const ROOT = 0;
const NONE = -1;

/** Builds the automaton of distinct, non-empty patterns. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const capacity = 1 + patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  const trie: Trie = {
    size: 1,
    first: new Int32Array(capacity),
    next: new Int32Array(capacity),
    unit: new Uint16Array(capacity),
    ending: new Int32Array(capacity).fill(NONE),
  };
  for (const [index, pattern] of patterns.entries()) trie.ending[addPattern(trie, pattern)] = index;
  const { fallback, shorter } = linkSuffixes(trie);
  const { ending } = trie;
  return Object.freeze({
    step(state, unit) {
      let from = state;
      for (;;) {
        const child = childOf(trie, from, unit);
        if (child !== ROOT || from === ROOT) return child;
        from = fallback[from] as number;
      }
    },
    findEnding(state, visit) {
      for (let node = state; node !== ROOT; node = shorter[node] as number) {
        const pattern = ending[node] as number;
        if (pattern !== NONE && visit(pattern)) return true;
      }
      return false;
    },
  } satisfies Automaton);
}

/** A tree of prefixes; node 0 is the root, and since nothing leads back to it, 0 also means "no such node". */
type Trie = {
  size: number;
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly unit: Uint16Array;
  readonly ending: Int32Array;
};

function addPattern(trie: Trie, pattern: string): number {
  let node = ROOT;
  for (let index = 0; index < pattern.length; index++) {
    const unit = pattern.charCodeAt(index);
    node = childOf(trie, node, unit) || addChild(trie, node, unit);
  }
  return node;
}

function addChild(trie: Trie, parent: number, unit: number): number {
  const node = trie.size++;
  trie.unit[node] = unit;
  trie.next[node] = trie.first[parent] as number;
  trie.first[parent] = node;
  return node;
}

// The alphabet of normalised text is small, so a list of siblings is short and a step takes constant time.
function childOf(trie: Trie, parent: number, unit: number): number {
  let node = trie.first[parent] as number;
  while (node !== ROOT && trie.unit[node] !== unit) node = trie.next[node] as number;
  return node;
}

/** Links each node to its longest proper suffix, and to its longest proper suffix that ends a pattern. */
function linkSuffixes(trie: Trie): { readonly fallback: Int32Array; readonly shorter: Int32Array } {
  const fallback = new Int32Array(trie.size);
  const shorter = new Int32Array(trie.size);
  const queue = new Int32Array(trie.size);
  let end = 1;
  for (let start = 0; start < end; start++) {
    const node = queue[start] as number;
    for (let child = trie.first[node] as number; child !== ROOT; child = trie.next[child] as number) {
      queue[end++] = child;
      const suffix = node === ROOT ? ROOT : suffixOf(trie, fallback, node, trie.unit[child] as number);
      fallback[child] = suffix;
      shorter[child] = trie.ending[suffix] === NONE ? (shorter[suffix] as number) : suffix;
    }
  }
  return { fallback, shorter };
}

function suffixOf(trie: Trie, fallback: Int32Array, parent: number, unit: number): number {
  let from = parent;
  do {
    from = fallback[from] as number;
    const child = childOf(trie, from, unit);
    if (child !== ROOT) return child;
  } while (from !== ROOT);
  return ROOT;
}
