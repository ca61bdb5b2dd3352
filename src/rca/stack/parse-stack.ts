/**
 * Parses stack traces of any known language. Every language's reader tries the text, and the one that finds
 * most frames wins. The work is linear in the text: lines are bounded, and no pattern visits a character more
 * than a few times.
 */
import { deepFreeze } from '../../kernel/index.ts';
import { classifyFrame } from './classify-frame.ts';
import { javascriptTrace } from './javascript-trace.ts';
import { csharpTrace, javaTrace } from './managed-traces.ts';
import { goTrace, rustTrace } from './native-traces.ts';
import { pythonTrace } from './python-trace.ts';
import { phpTrace, rubyTrace } from './ruby-php-traces.ts';
import {
  createTraceBuilder,
  type FramePlace,
  parseLocation,
  plainPath,
  type RawTrace,
  type StackFrame,
  type StackLanguage,
  type StackTrace,
  stackLimits,
  type TraceReader,
} from './stack-trace.ts';

/** If two languages find equally many frames, the earlier one wins. */
const readers: readonly TraceReader[] = [
  javaTrace,
  csharpTrace,
  javascriptTrace,
  pythonTrace,
  goTrace,
  rustTrace,
  rubyTrace,
  phpTrace,
];

/**
 * Parses a stack trace; frames are innermost first in every language.
 *
 * @example
 * parseStack('TypeError: x is not a function\n    at add (/app/src/cart.js:12:5)').frames[0]?.line // 12
 */
export function parseStack(text: string): StackTrace {
  const lines = text
    .split('\n', stackLimits.lines)
    .map((line) =>
      (line.length > stackLimits.lineLength ? line.slice(0, stackLimits.lineLength) : line).trimEnd(),
    );
  const { language, trace } = bestReading(lines);
  const place = (frame: FramePlace): StackFrame => ({ ...frame, kind: classifyFrame(frame, language) });
  const frames = trace.frames.map(place);
  const causes = trace.causes.map((cause) => ({ ...cause, frames: cause.frames.map(place) }));
  const all = [frames, ...causes.map((cause) => cause.frames)].flat();
  // A JVM class identifies its file well enough.
  const isOwnPlace = ({ kind, file }: StackFrame): boolean =>
    kind === 'own' && (file !== undefined || language === 'java');
  const named = all.length > 0 && !all.some(isOwnPlace) ? placesBeside(all, lines).map(place) : [];
  return deepFreeze({
    language,
    ...trace,
    frames: [...named.filter(isOwnPlace), ...frames].slice(0, stackLimits.frames),
    causes,
  });
}

/**
 * A compiler's or loader's complaint about a file is in the message, and only the tool's own frames are below
 * it.
 */
function placesBeside(frames: readonly StackFrame[], lines: readonly string[]): readonly FramePlace[] {
  const framed = new Set(frames.map(({ raw }) => raw));
  return plainPlaces.read(lines.filter((line) => !framed.has(line.trim()))).frames;
}

/** Returns the root exception of a trace: the last cause that has frames, or the thrown one. */
export function rootException(trace: StackTrace): Pick<StackTrace, 'exception' | 'message' | 'frames'> {
  return trace.causes.findLast(({ relation, frames }) => relation === 'cause' && frames.length > 0) ?? trace;
}

function bestReading(lines: readonly string[]): {
  readonly language: StackLanguage;
  readonly trace: RawTrace;
} {
  let best: { language: StackLanguage; trace: RawTrace; frames: number } | undefined;
  for (const reader of readers) {
    const trace = reader.read(lines);
    const frames = countFrames(trace);
    if (frames > (best?.frames ?? 0)) best = { language: reader.language, trace, frames };
  }
  return best ?? { language: 'unknown', trace: plainPlaces.read(lines) };
}

function countFrames(trace: RawTrace): number {
  return trace.causes.reduce((sum, cause) => sum + cause.frames.length, trace.frames.length);
}

const SEPARATORS = /[\s()[\]{}'"`,;<>|]+/;
const FILE = /^[^:]*[\w-]\.[A-Za-z]\w{0,7}$|^[A-Za-z]:[\\/][^:]*\.[A-Za-z]\w{0,7}$/;
/** `example.com:443` is a host. */
const HOST = /^[^/\\]*\.(?:com|org|net|io|dev|local|internal|localhost|test|invalid)$/i;
/** After a name with one of these extensions, numbers in brackets are a place and not arguments. */
const BRACKETS =
  /(\.(?:[cm]?[jt]sx?|vue|svelte|py|pyx|rb|php|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|cc?|cpp|cxx|hh?|hpp|m|mm|dart|exs?|erl|hs|elm|ml|zig|nim|proto|ya?ml|json|xml|toml)):?(?:\[| ?\()(\d{1,9})(?:, ?(\d{1,9}))?[^\])]{0,20}[\])]/gi;
const IN_WORDS = /(?:["']?, line | on line |:line )(\d{1,9})/g;

/** Finds places in files in any text. */
const plainPlaces: TraceReader = {
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
