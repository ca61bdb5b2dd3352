/** Traces of .NET: C#, F#, Visual Basic. */
import { parseLocation, plainPath } from './file-location.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const INNER = '---> ';
const END_OF_INNER = '--- End of inner exception stack trace ---';
const MADE_BY_COMPILER = /^([^<>]{1,500})\.(?:<>c\w{0,100}\.)?<(\w{1,300})>[a-z]__/;

/** Reads traces of .NET. */
export const csharpTrace: TraceReader = {
  language: 'csharp',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const text = line.trim();
      const frame = parseFrame(text);
      if (frame !== undefined) trace.frame(frame);
      else if (text.startsWith(INNER)) trace.begin(text.slice(INNER.length), 'cause');
      else if (text === END_OF_INNER) trace.resume();
      else if (!text.startsWith('--- ') && !text.startsWith('Stack Trace:')) trace.line(line);
    }
    return trace.finish();
  },
};

function parseFrame(raw: string): FramePlace | undefined {
  if (!raw.startsWith('at ')) return undefined;
  const open = raw.indexOf('(');
  const close = raw.lastIndexOf(')', placeStart(raw));
  const name = raw.slice(3, open);
  // A constructor's own name begins with the dot: `Shop.Cart..ctor`.
  const dot = name.includes('..') ? name.indexOf('..') : name.lastIndexOf('.');
  // A blank before the bracket is JavaScript's, a file inside it is Java's.
  if (open < 0 || close < open || dot <= 0 || name.includes(' ')) return undefined;
  if (/\.(?:java|kt|scala|groovy)(?::\d+)?$/.test(raw.slice(open + 1, close))) return undefined;
  if (/^(?:Native Method|Unknown Source)$/.test(raw.slice(open + 1, close))) return undefined;
  return { raw, ...splitName(name, dot), ...parsePlace(raw.slice(close + 1)) };
}

/** What the compiler made of an asynchronous method or a lambda goes under the method's own name. */
function splitName(name: string, dot: number): { module: string; function: string } {
  const made = MADE_BY_COMPILER.exec(name);
  if (made !== null) return { module: made[1] ?? '', function: made[2] ?? '' };
  return { module: name.slice(0, dot), function: name.slice(dot + 1) };
}

function placeStart(raw: string): number {
  const start = raw.indexOf(' in ');
  return start < 0 ? raw.length : start;
}

function parsePlace(text: string): { file?: string; line?: number } {
  if (!text.startsWith(' in ')) return {};
  const location = parseLocation(text.slice(4).replace(':line ', ':'));
  return location?.line === undefined ? {} : { file: plainPath(location.file), line: location.line };
}
