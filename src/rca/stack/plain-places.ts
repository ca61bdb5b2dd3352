/**
 * Places in files wherever they stand in a text: `src/a.swift:12`, and as compilers write them, `src/a.ts(12,3)`,
 * `A.java:[12,3]`, `A.kt: (12, 3)`, `"a.py", line 12`, `a.php on line 12`. They are what is left where no language's
 * trace is recognised, or where a recognised one has no frame of the project.
 */
import { parseLocation, plainPath } from './file-location.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const SEPARATORS = /[\s()[\]{}'"`,;<>|]+/;
const FILE = /^[^:]*[\w-]\.[A-Za-z]\w{0,7}$|^[A-Za-z]:[\\/][^:]*\.[A-Za-z]\w{0,7}$/;
/** `example.com:443` is a host. */
const HOST = /^[^/\\]*\.(?:com|org|net|io|dev|local|internal|localhost|test|invalid)$/i;
/** Behind a name with one of these ends, numbers in brackets are a place and not the arguments of a call. */
const BRACKETS =
  /(\.(?:[cm]?[jt]sx?|vue|svelte|py|pyx|rb|php|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|cc?|cpp|cxx|hh?|hpp|m|mm|dart|exs?|erl|hs|elm|ml|zig|nim|proto|ya?ml|json|xml|toml)):?(?:\[| ?\()(\d{1,9})(?:, ?(\d{1,9}))?[^\])]{0,20}[\])]/gi;
const IN_WORDS = /(?:["']?, line | on line |:line )(\d{1,9})/g;

/** Reads places in files out of any text. */
export const plainPlaces: TraceReader = {
  language: 'unknown',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      trace.line(line);
      for (const place of placesIn(line)) trace.frame(place);
    }
    return trace.finish();
  },
};

function placesIn(line: string): FramePlace[] {
  if (!/\d/.test(line)) return [];
  const written = line
    .replace(BRACKETS, (_, end: string, row: string, column?: string) =>
      column === undefined ? `${end}:${row} ` : `${end}:${row}:${column} `,
    )
    .replace(IN_WORDS, ':$1 ');
  return written.split(SEPARATORS).flatMap((word) => parsePlace(line, word));
}

function parsePlace(line: string, word: string): FramePlace[] {
  const location = parseLocation(word.replace(/[:.]{1,3}$/, ''));
  if (location?.line === undefined) return [];
  const file = location.file.startsWith('file:') ? plainPath(location.file) : location.file;
  if (!FILE.test(file) || HOST.test(file) || file.includes('://')) return [];
  return [{ raw: line.trim(), ...location, file: plainPath(file) }];
}
