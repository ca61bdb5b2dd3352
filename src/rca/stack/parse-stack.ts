/**
 * Reads a stack trace of any known language. Every language reads the text; the one that finds most frames is right.
 * The work is linear in the text: lines are bounded, and no pattern looks at a character more than a few times.
 */
import { deepFreeze } from '../../kernel/index.ts';
import { classifyFrame } from './classify-frame.ts';
import { csharpTrace } from './csharp-trace.ts';
import { parseLocation, plainPath } from './file-location.ts';
import { goTrace } from './go-trace.ts';
import { javaTrace } from './java-trace.ts';
import { javascriptTrace } from './javascript-trace.ts';
import { pythonTrace } from './python-trace.ts';
import { rustTrace } from './rust-trace.ts';
import { stackLimits } from './stack-limits.ts';
import type {
  FramePlace,
  RawTrace,
  StackFrame,
  StackLanguage,
  StackTrace,
  TraceReader,
} from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const NUMBERED = /^#\d{1,5} (.*)$/;
const NUMBERED_PLACE = /^(\S.{0,1000}?)\((\d{1,9})\)$/;
const BARE_PLACE = /^((?:[A-Za-z]:)?[^\s:(]{1,1000}\.(?:php|phtml|phpt|inc)):(\d{1,9})$/;
const THROWN_AT = / in (\S{1,1000}\.(?:php|phtml|phpt|inc))(?:\((\d{1,9})\)|:(\d{1,9})| on line (\d{1,9}))$/;
const PREFIX = /^(?:PHP )?(?:Fatal error: +)?Uncaught /;
const CAUSED_BY = /^Caused by$/;
/** Lines that say nothing of the failure: PHPUnit's title, and the words around a trace. */
const PASSED_BY = /^[\w\\]{1,500}::\w{1,500}(?: with data set .{1,500})?$|^Stack trace:$|^thrown in |^#/;

/** Reads traces of PHP. */
const phpTrace: TraceReader = {
  language: 'php',
  read(lines) {
    const trace = createTraceBuilder();
    let expectsCause = false;
    for (const line of lines) {
      const text = line.trim();
      const frame = parseNumbered(text) ?? parseBare(text);
      if (frame !== undefined) trace.frame(frame);
      else if (CAUSED_BY.test(text)) expectsCause = true;
      else if (text.startsWith('Next ')) begin(text.slice(5), 'cause');
      else if (expectsCause && text !== '') {
        expectsCause = false;
        begin(text, 'cause');
      } else if (PREFIX.test(text)) begin(text.replace(PREFIX, ''), undefined);
      else if (!PASSED_BY.test(text)) trace.line(line);
    }
    return trace.finish();

    function begin(header: string, relation: 'cause' | undefined): void {
      const at = THROWN_AT.exec(header);
      trace.begin(at === null ? header : header.slice(0, at.index), relation);
      const line = at?.[2] ?? at?.[3] ?? at?.[4];
      if (at?.[1] !== undefined) trace.frame({ raw: header, file: plainPath(at[1]), line: Number(line) });
    }
  },
};

function parseNumbered(raw: string): FramePlace | undefined {
  const body = NUMBERED.exec(raw)?.[1];
  if (body === undefined || body === '{main}') return undefined;
  const colon = body.indexOf(': ');
  const where = colon < 0 ? body : body.slice(0, colon);
  const place = NUMBERED_PLACE.exec(where);
  if (place === null && where !== '[internal function]') return undefined;
  const file = place === null ? {} : { file: plainPath(place[1] ?? ''), line: Number(place[2]) };
  return { raw, ...splitCall(colon < 0 ? '' : body.slice(colon + 2)), ...file };
}

function parseBare(raw: string): FramePlace | undefined {
  const match = BARE_PLACE.exec(raw);
  return match === null ? undefined : { raw, file: plainPath(match[1] ?? ''), line: Number(match[2]) };
}

/** Splits `Shop\Cart->add(Object(Item))` into class and method. */
function splitCall(call: string): { module?: string; function?: string } {
  const bracket = call.indexOf('(');
  const name = bracket < 0 ? call : call.slice(0, bracket);
  if (name === '') return {};
  const arrow = Math.max(name.lastIndexOf('->'), name.lastIndexOf('::'));
  return arrow <= 0 ? { function: name } : { module: name.slice(0, arrow), function: name.slice(arrow + 2) };
}

const FRAME =
  /^(?:from |# ?|\d{1,5}: from )?((?:[A-Za-z]:)?[^\s:'"`]{1,1000}|<internal:[^>]{1,200}>|\(eval[^)]{0,200}\)):(\d{1,9})(?::in [`'](.{1,300})')?$/;
const RAISED = /^((?:[A-Za-z]:)?[^\s:'"`]{1,1000}):(\d{1,9}):in [`']([^']{1,300})': (.*) \(([\w:]{1,200})\)$/;
const MINITEST_PLACE = /\[([^\s:\]]{1,1000}\.rb):(\d{1,9})\]:?$/;
const RUBY_FILE = /\.(?:rb|rake|erb|ru|gemspec)$|^<internal:|^\(eval/;

/** Reads traces of Ruby. */
const rubyTrace: TraceReader = {
  language: 'ruby',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const text = line.trim();
      const raised = RAISED.exec(text);
      const frame = parseFrame(text);
      if (raised !== null && isRubyFile(raised[1] ?? '')) {
        trace.begin(`${raised[5]}: ${raised[4]}`);
        trace.frame(toFrame(text, raised));
      } else if (frame !== undefined) trace.frame(frame);
      else trace.line(line);
    }
    return trace.finish();
  },
};

function parseFrame(raw: string): FramePlace | undefined {
  const match = FRAME.exec(raw) ?? MINITEST_PLACE.exec(raw);
  return match !== null && isRubyFile(match[1] ?? '') ? toFrame(raw, match) : undefined;
}

function isRubyFile(file: string): boolean {
  return RUBY_FILE.test(file);
}

function toFrame(raw: string, [, file = '', line, name]: readonly (string | undefined)[]): FramePlace {
  return { raw, ...splitName(name), file: plainPath(file), line: Number(line) };
}

/** Since Ruby 3.4 the class stands before the method: `Shop::Cart#add`, `Shop::Cart.load`. */
function splitName(name: string | undefined): { module?: string; function?: string } {
  if (name === undefined) return {};
  const match = /^([A-Z][\w:]{0,200})[#.]([^\s]{1,200})$/.exec(name);
  return match === null ? { function: name } : { module: match[1] ?? '', function: match[2] ?? '' };
}

/** Where two languages find equally many frames, the earlier one is taken. */
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
  // A class of the Java machine names its file well enough.
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

/** What a compiler or loader says of a file stands in the message, with only the tool's own frames below it. */
function placesBeside(frames: readonly StackFrame[], lines: readonly string[]): readonly FramePlace[] {
  const framed = new Set(frames.map(({ raw }) => raw));
  return plainPlaces.read(lines.filter((line) => !framed.has(line.trim()))).frames;
}

/** Returns the exception at the bottom of a trace: the last cause that has frames, or the thrown one. */
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
/** Behind a name with one of these ends, numbers in brackets are a place and not the arguments of a call. */
const BRACKETS =
  /(\.(?:[cm]?[jt]sx?|vue|svelte|py|pyx|rb|php|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|cc?|cpp|cxx|hh?|hpp|m|mm|dart|exs?|erl|hs|elm|ml|zig|nim|proto|ya?ml|json|xml|toml)):?(?:\[| ?\()(\d{1,9})(?:, ?(\d{1,9}))?[^\])]{0,20}[\])]/gi;
const IN_WORDS = /(?:["']?, line | on line |:line )(\d{1,9})/g;

/** Reads places in files out of any text. */
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
