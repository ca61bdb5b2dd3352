/** What is left where no language's trace is recognised: places in files, `src/a.swift:12`, wherever they stand. */
import { parseLocation, plainPath } from './file-location.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const SEPARATORS = /[\s()[\]{}'"`,;<>]+/;
const FILE = /^[^:]*[\w-]\.[A-Za-z]\w{0,7}$|^[A-Za-z]:[\\/][^:]*\.[A-Za-z]\w{0,7}$/;

/** Reads places in files out of any text. */
export const plainPlaces: TraceReader = {
  language: 'unknown',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const places = line.split(SEPARATORS).flatMap((word) => parsePlace(line, word));
      trace.line(line);
      for (const place of places) trace.frame(place);
    }
    return trace.finish();
  },
};

function parsePlace(line: string, word: string): FramePlace[] {
  const location = parseLocation(word.replace(/[:.]{1,3}$/, ''));
  if (location?.line === undefined || !FILE.test(location.file) || word.includes('://')) return [];
  return [{ raw: line.trim(), ...location, file: plainPath(location.file) }];
}
