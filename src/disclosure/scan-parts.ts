/**
 * Scans values with the patterns of a guard: every string, key and number, as written and with its escapes undone,
 * each in one pass of normalised text. The state of the automaton is carried from text to text, so a token that begins
 * in one block and ends in the next is found where it ends.
 */
import { type CanonicalValue, sortByCodePoint } from '../kernel/index.ts';
import { type Automaton, buildAutomaton } from './aho-corasick.ts';
import { type NormalText, normalizeText } from './normalize-text.ts';
import { unescapeText } from './unescape-text.ts';

/** Where something locked was found; the path has positions instead of keys below its beginning. */
export type LeakHit = { readonly handle: string; readonly path: string };

/** A value with the path that names it in a hit. */
export type ScanPart = { readonly path: string; readonly value: CanonicalValue };

/** How to scan. */
export type ScanOptions = {
  /** False where numbers are not content, such as counts and bounds; true otherwise. */
  readonly numbers?: boolean;
  /** Passes over shorter patterns; for hashes, in which short ones occur by chance. */
  readonly minimumLength?: number;
};

/** What is looked for under one way of normalising. */
export type View = {
  readonly normalize: (text: string) => NormalText;
  readonly patterns: readonly ViewPattern[];
  readonly automaton: Automaton;
};

/** A pattern without its text. */
export type ViewPattern = {
  readonly handle: string;
  readonly length: number;
  /** True for a short one, which is found only between the edges of words. */
  readonly isBounded: boolean;
};

/** Makes a view of patterns by their normalised texts. */
export function createView(patterns: ReadonlyMap<string, ViewPattern>, without: ReadonlySet<unknown>): View {
  return {
    normalize: (text) => normalizeText(text, without),
    patterns: [...patterns.values()],
    automaton: buildAutomaton([...patterns.keys()]),
  };
}

/** Scans adjacent values and returns each hit once, in the order met. */
export function scanParts(
  views: readonly View[],
  without: ReadonlySet<unknown>,
  parts: readonly ScanPart[],
  options: ScanOptions,
): readonly LeakHit[] {
  const hits = new Map<string, LeakHit>();
  for (const view of views.filter(({ patterns }) => patterns.length > 0)) {
    let carried = 0;
    const scanText: TextVisitor = (text, path, isKey) => {
      const report = ({ handle }: ViewPattern): void => {
        hits.set(`${path} ${handle}`, Object.freeze({ handle, path }));
      };
      const scan = (from: number, read: string): number => scanNormal(view, options, from, read, report);
      const isJoined = !isKey && !without.has('joins');
      const after = scan(isJoined ? carried : 0, text);
      if (isJoined) carried = after;
      const undone = without.has('escapes') ? null : unescapeText(text);
      if (undone !== null) scan(0, undone);
    };
    for (const { path, value } of parts) visitTexts(value, path, options.numbers ?? true, scanText);
  }
  return Object.freeze([...hits.values()]);
}

function scanNormal(
  { normalize, patterns, automaton }: View,
  { minimumLength = 0 }: ScanOptions,
  from: number,
  read: string,
  report: (pattern: ViewPattern) => void,
): number {
  const { units, edges } = normalize(read);
  let state = from;
  for (let index = 0; index < units.length; index++) {
    state = automaton.step(state, units[index] as number);
    automaton.findEnding(state, (found) => {
      const pattern = patterns[found] as ViewPattern;
      const isWhole = edges[index + 1 - pattern.length] === 1 && edges[index + 1] === 1;
      if (pattern.length >= minimumLength && (isWhole || !pattern.isBounded)) report(pattern);
      return false;
    });
  }
  return state;
}

type TextVisitor = (text: string, path: string, isKey: boolean) => void;

// INVARIANT (a path tells nothing): members are named by position, for a key may hold what is locked.
function visitTexts(value: CanonicalValue, path: string, hasNumbers: boolean, visit: TextVisitor): void {
  if (typeof value === 'string') visit(value, path, false);
  else if (typeof value === 'number' || typeof value === 'bigint') {
    if (hasNumbers) visit(String(value), path, false);
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly CanonicalValue[]).entries())
      visitTexts(item, `${path}[${index}]`, hasNumbers, visit);
  } else if (typeof value === 'object' && value !== null) {
    const members = value as { readonly [key: string]: CanonicalValue };
    for (const [index, key] of sortByCodePoint(Object.keys(members)).entries()) {
      visit(key, `${path}{${index}}`, true);
      visitTexts(members[key] as CanonicalValue, `${path}{${index}}`, hasNumbers, visit);
    }
  }
}
