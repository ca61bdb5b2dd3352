/** What a fault operator is: it lists the places of a file where it can plant its fault. */
import type { SourceFile } from '../source-file.ts';

/** The text between two offsets of the original source, and what takes its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One possible fault: the first replacement is the faulty place, others are what it needs elsewhere in the file. */
export type Site =
  | { readonly change: 'replace'; readonly replacements: readonly [Replacement, ...Replacement[]] }
  | { readonly change: 'delete-file' }
  | { readonly change: 'not-executable' };

/** Which files of a recipe an operator works on. */
type Target = 'production' | 'tests' | 'fixtures' | 'configuration';

/** A way in which people break things. */
export interface Operator {
  readonly name: string;
  readonly kind: 'product_bug' | 'test_bug' | 'environment' | 'flaky';
  readonly targets: readonly Target[];
  /** Whether its faults are meant to stop the build or the loading of files. */
  readonly breaksLoading?: boolean;
  sites(source: SourceFile): Iterable<Site>;
}

/** Makes a site of one replacement. */
export function replaced(start: number, end: number, text: string): Site {
  return { change: 'replace', replacements: [{ start, end, text }] };
}

/** Applies the replacements of a site to a text. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  const ordered = [...replacements].sort((left, right) => right.start - left.start);
  return ordered.reduce(
    (result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end),
    text,
  );
}

/** Yields the matches of a pattern over the code of a source, with group 1 as the place if there is one. */
export function* codeMatches(
  { masked, text }: SourceFile,
  pattern: RegExp,
): Generator<{
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly match: RegExpMatchArray;
}> {
  for (const match of masked.matchAll(
    new RegExp(pattern.source, `${pattern.flags.replace(/[dg]/g, '')}dg`),
  )) {
    const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
    yield { start, end, text: text.slice(start, end), match };
  }
}
