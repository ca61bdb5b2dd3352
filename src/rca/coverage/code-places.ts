/** Where a source has code, as far as its tokens tell: for scripts counted by offsets, and for files that nobody loaded. */
import { lexSource, sourceSyntax } from '../../context/index.ts';
import { type Coverage, coverageOf, type LineMarks, mergeCoverage } from './coverage.ts';

/** Returns the places of names and values, ascending, with their lines; a line of nothing but brackets has none. */
export function codePlaces(
  text: string,
  path: string,
): readonly { readonly line: number; readonly offset: number }[] {
  const syntax = sourceSyntax(path);
  if (syntax === undefined) return [];
  const starts = lineStarts(text);
  let line = 1;
  return lexSource(text, syntax).flatMap(({ kind, offset }) => {
    while ((starts[line] ?? Number.POSITIVE_INFINITY) <= offset) line++;
    return kind === 'mark' ? [] : [{ line, offset }];
  });
}

/** Returns the offset of each line of a text. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds files that a run is known not to have loaded: what of their lines has code did not run. */
export function withIdleFiles(
  coverage: Coverage,
  { paths, read }: { readonly paths: readonly string[]; read(path: string): string | undefined },
): Coverage {
  const idle = new Map<string, LineMarks>();
  for (const path of paths) {
    if (coverage.has(path)) continue;
    const places = codePlaces(read(path) ?? '', path);
    if (places.length > 0) idle.set(path, new Map(places.map(({ line }) => [line, false])));
  }
  return mergeCoverage([coverage, coverageOf(idle)]);
}
