/** The part of source maps that coverage needs: which line of which source a place of the generated text stands for. */
import { UnreadableCoverage } from './recorded-file.ts';

/** A place of the generated text, from 0, and the line of the source it stands for, from 1. */
type MappedPlace = {
  readonly generatedLine: number;
  readonly generatedColumn: number;
  readonly source: number;
  readonly line: number;
};

/** A source map; sources are as the map names them, below its source root. */
export type SourceMap = { readonly sources: readonly string[]; readonly places: readonly MappedPlace[] };

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MOST_PLACES = 2_000_000;
const INLINE =
  /^[ \t]*\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*;base64,([A-Za-z0-9+/=]+)[ \t]*$/gm;

/** Reads a source map of version 3, or returns nothing where it is none. */
export function readSourceMap(data: unknown): SourceMap | undefined {
  const { version, sources, mappings, sourceRoot } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (version !== 3 || !Array.isArray(sources) || typeof mappings !== 'string') return undefined;
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? sourceRoot.replace(/\/?$/, '/') : '';
  return { sources: sources.map((source) => root + String(source ?? '')), places: placesOf(mappings) };
}

/** Returns the source map that a text carries in its last such comment, if it does. */
export function inlineSourceMap(text: string): SourceMap | undefined {
  const encoded = [...text.matchAll(INLINE)].at(-1)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (unit) => unit.charCodeAt(0));
    return readSourceMap(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function placesOf(mappings: string): readonly MappedPlace[] {
  const places: MappedPlace[] = [];
  let [source, line] = [0, 0];
  for (const [generatedLine, segments] of mappings.split(';').entries()) {
    let generatedColumn = 0;
    for (const segment of segments.split(',')) {
      const [columns = 0, sources, lines = 0] = numbersOf(segment);
      generatedColumn += columns;
      if (sources === undefined) continue;
      source += sources;
      line += lines;
      places.push({ generatedLine, generatedColumn, source, line: line + 1 });
      if (places.length > MOST_PLACES) throw new UnreadableCoverage('it has a source map that is too large');
    }
  }
  return places;
}

/** Decodes numbers in base 64 with the sign in the lowest bit; an unknown digit ends them. */
function numbersOf(segment: string): readonly number[] {
  const numbers: number[] = [];
  let [value, scale] = [0, 1];
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0 || scale > 2 ** 35) return [];
    value += (digit & 31) * scale;
    scale *= 32;
    if ((digit & 32) !== 0) continue;
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
    [value, scale] = [0, 1];
  }
  return numbers;
}
