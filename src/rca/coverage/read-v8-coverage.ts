/**
 * Reads V8 coverage (`NODE_V8_COVERAGE`): nested ranges of a script's text with execution counts. A script
 * that is its file's text is mapped to lines directly, a compiled one by its source map.
 */
import { type Fields, fieldsOf } from '../intake/reading/json-fields.ts';
import {
  codePlaces,
  type LineMarks,
  lineStarts,
  markLine,
  type RecordedFile,
  UnreadableCoverage,
} from './coverage.ts';

type Range = { readonly start: number; readonly end: number; readonly hasRun: boolean };
const MOST_RANGES = 2_000_000;
/** Scripts that never belong to the project. */
const FOREIGN = /^node:|\/node_modules\/|^(?!file:|\/|[A-Za-z]:[\\/])/;

/** Reads the files of one V8 document, which contains the scripts of one process or thread. */
export function readV8Coverage(document: Fields): readonly RecordedFile[] {
  const maps = fieldsOf(document['source-map-cache']);
  // Texts of scripts that differ from their files, recorded by our own hook.
  const texts = fieldsOf(document['penumbra-sources']);
  const { result } = document;
  return (Array.isArray(result) ? result : []).flatMap((script) => {
    const { url: place, functions } = fieldsOf(script);
    const url = String(place ?? '');
    if (FOREIGN.test(url)) return [];
    const ranges = rangesOf(functions);
    const { data, lineLengths } = fieldsOf(maps[url]);
    const text = texts[url];
    const map = readSourceMap(data) ?? (typeof text === 'string' ? inlineSourceMap(text) : undefined);
    const lengths = Array.isArray(lineLengths) ? lineLengths.map(Number) : null;
    const starts = typeof text === 'string' ? lineStarts(text) : lengths && startsByLengths(lengths);
    if (map !== undefined && starts !== null) return mappedFiles({ url, ranges, map, starts });
    return [{ names: [url], marksIn: (read) => marksByText(ranges, read(), url) }];
  });
}

/** All ranges, outer ones before those inside them. */
function rangesOf(functions: unknown): readonly Range[] {
  const all = (Array.isArray(functions) ? functions : []).flatMap((one) => {
    const { ranges } = fieldsOf(one);
    return (Array.isArray(ranges) ? ranges : []).map((range) => {
      const { startOffset, endOffset, count } = fieldsOf(range);
      if (!isOffset(startOffset) || !isOffset(endOffset))
        throw new UnreadableCoverage('it has a range without offsets');
      return { start: startOffset, end: endOffset, hasRun: count !== 0 };
    });
  });
  if (all.length > MOST_RANGES) throw new UnreadableCoverage(`it has more than ${MOST_RANGES} ranges`);
  return all.sort((left, right) => left.start - right.start || right.end - left.end);
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Returns a test for ascending offsets: whether the innermost range around each ran. */
function createProbe(ranges: readonly Range[]): (offset: number) => boolean {
  const around: Range[] = [];
  let next = 0;
  return (offset) => {
    for (let range = ranges[next]; range !== undefined && range.start <= offset; range = ranges[++next]) {
      while (around.length > 0 && (around.at(-1) as Range).end <= range.start) around.pop();
      around.push(range);
    }
    while (around.length > 0 && (around.at(-1) as Range).end <= offset) around.pop();
    return around.at(-1)?.hasRun ?? false;
  };
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Node replaces types by spaces, and appends this to the text. */
function strippedEnd(url: string): number {
  return `\n\n//# sourceURL=${url}`.length;
}

/** A text of another length is not the one that ran, so nothing is known of its lines. */
function marksByText(ranges: readonly Range[], text: string | undefined, url: string): LineMarks | null {
  const own = text?.replace(BYTE_ORDER_MARK, '');
  const length = ranges.reduce((most, { end }) => Math.max(most, end), 0);
  if (own === undefined || (own.length !== length && own.length + strippedEnd(url) !== length)) return null;
  const marks: LineMarks = new Map();
  const hasRun = createProbe(ranges);
  for (const { line, offset } of codePlaces(own, url)) markLine(marks, line, hasRun(offset));
  return marks.size === 0 ? null : marks;
}

type MappedScript = {
  readonly url: string;
  readonly ranges: readonly Range[];
  readonly map: SourceMap;
  readonly starts: readonly number[];
};

/** A script that maps to no line of a source is recorded by name only. */
function mappedFiles({ url, ranges, map, starts }: MappedScript): readonly RecordedFile[] {
  const bySource = map.sources.map((): LineMarks => new Map());
  const hasRun = createProbe(ranges);
  const placed = map.places.map((place) => ({
    ...place,
    offset: (starts[place.generatedLine] ?? Number.POSITIVE_INFINITY) + place.generatedColumn,
  }));
  placed.sort((left, right) => left.offset - right.offset);
  for (const { offset, source, line } of placed) {
    const marks = bySource[source];
    if (marks !== undefined && line >= 1 && Number.isFinite(offset)) markLine(marks, line, hasRun(offset));
  }
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  return map.sources.map((name, source) => {
    const marks = bySource[source] ?? new Map();
    return { names: [sourceName(name, folder)], marksIn: () => (marks.size === 0 ? null : marks) };
  });
}

function sourceName(name: string, folder: string): string {
  if (/^(?:[a-z][a-z-]+:\/\/|\/|[A-Za-z]:[\\/])/.test(name)) return name;
  const parts = folder.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function startsByLengths(lengths: readonly number[]): readonly number[] {
  let start = 0;
  return lengths.map((length) => {
    const own = start;
    start += length + 1;
    return own;
  });
}

/** A position in the generated text, from 0, and the source line it maps to, from 1. */
type MappedPlace = {
  readonly generatedLine: number;
  readonly generatedColumn: number;
  readonly source: number;
  readonly line: number;
};

/** A source map; sources are named as in the map, below its source root. */
type SourceMap = { readonly sources: readonly string[]; readonly places: readonly MappedPlace[] };

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MOST_PLACES = 2_000_000;
const INLINE =
  /^[ \t]*\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*;base64,([A-Za-z0-9+/=]+)[ \t]*$/gm;

/** Reads a source map of version 3; undefined if it is not one. */
function readSourceMap(data: unknown): SourceMap | undefined {
  const { version, sources, mappings, sourceRoot } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (version !== 3 || !Array.isArray(sources) || typeof mappings !== 'string') return undefined;
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? sourceRoot.replace(/\/?$/, '/') : '';
  return { sources: sources.map((source) => root + String(source ?? '')), places: placesOf(mappings) };
}

/** Returns the inline source map in the last such comment of a text, if it has one. */
function inlineSourceMap(text: string): SourceMap | undefined {
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

/** Decodes base64 VLQ numbers, whose lowest bit is the sign; an unknown digit ends them. */
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
