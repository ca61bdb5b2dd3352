/**
 * Reads traces of managed runtimes: the JVM (Java, Kotlin, Scala, Groovy) and .NET (C#, F#, Visual Basic).
 */

import {
  createTraceBuilder,
  type FramePlace,
  parseLocation,
  plainPath,
  type TraceReader,
} from './stack-trace.ts';

const THREAD = /^Exception in thread "[^"]{0,200}" /;
const CAUSED_BY = 'Caused by: ';
const SUPPRESSED = 'Suppressed: ';
const COMMON_FRAMES = /^\.\.\. \d+ (?:more|trimmed|common frames omitted)$/;
const SOURCE_FILE = /^[^\s()/\\]{1,200}\.(?:java|kts?|scala|groovy|clj)$/;
const PLACELESS: ReadonlySet<string> = new Set(['Native Method', 'Unknown Source', '<generated>']);

export const javaTrace: TraceReader = {
  language: 'java',
  read(lines) {
    const trace = createTraceBuilder();
    // The indentation of the outermost suppressed exception; causes at or beyond it belong to that exception.
    let suppressedAt = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const text = line.trim();
      const indentation = line.length - line.trimStart().length;
      const frame = parseJavaFrame(text);
      if (frame !== undefined) trace.frame(frame);
      else if (text.startsWith(CAUSED_BY)) {
        trace.begin(text.slice(CAUSED_BY.length), indentation < suppressedAt ? 'cause' : 'suppressed');
        if (indentation < suppressedAt) suppressedAt = Number.POSITIVE_INFINITY;
      } else if (text.startsWith(SUPPRESSED)) {
        trace.begin(text.slice(SUPPRESSED.length), 'suppressed');
        suppressedAt = Math.min(suppressedAt, indentation);
      } else if (!COMMON_FRAMES.test(text)) trace.line(line.replace(THREAD, ''));
    }
    return trace.finish();
  },
};

function parseJavaFrame(raw: string): FramePlace | undefined {
  if (!raw.startsWith('at ')) return undefined;
  const open = raw.indexOf('(');
  const close = raw.indexOf(')', open);
  if (open < 0 || close < 0) return undefined;
  const place = parseJavaPlace(raw.slice(open + 1, close));
  const qualified = withoutModule(raw.slice(3, open));
  const dot = qualified.lastIndexOf('.');
  const className = qualified.slice(0, dot);
  // A Kotlin test's name may contain spaces, but a class's may not; a space before the bracket means
  // JavaScript.
  if (place === undefined || dot <= 0 || className.includes(' ') || qualified.endsWith(' ')) return undefined;
  return { raw, module: className, function: qualified.slice(dot + 1), ...place };
}

function parseJavaPlace(text: string): { file?: string; line?: number } | undefined {
  if (PLACELESS.has(text)) return {};
  const colon = text.lastIndexOf(':');
  const file = colon < 0 ? text : text.slice(0, colon);
  if (!SOURCE_FILE.test(file)) return undefined;
  const line = Number(text.slice(colon + 1));
  return colon >= 0 && Number.isSafeInteger(line) && line > 0 ? { file, line } : { file };
}

/**
 * Drops class loader and module, as in `app//` and `java.base@21/`; the `/` of a lambda's name comes after a
 * `$`.
 */
function withoutModule(qualified: string): string {
  const end = qualified.indexOf('$');
  const slash = qualified.lastIndexOf('/', end < 0 ? qualified.length : end);
  return qualified.slice(slash + 1);
}

const INNER = '---> ';
const END_OF_INNER = '--- End of inner exception stack trace ---';
const MADE_BY_COMPILER = /^([^<>]{1,500})\.(?:<>c\w{0,100}\.)?<(\w{1,300})>[a-z]__/;

export const csharpTrace: TraceReader = {
  language: 'csharp',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const text = line.trim();
      const frame = parseNetFrame(text);
      if (frame !== undefined) trace.frame(frame);
      else if (text.startsWith(INNER)) trace.begin(text.slice(INNER.length), 'cause');
      else if (text === END_OF_INNER) trace.resume();
      else if (!text.startsWith('--- ') && !text.startsWith('Stack Trace:')) trace.line(line);
    }
    return trace.finish();
  },
};

function parseNetFrame(raw: string): FramePlace | undefined {
  if (!raw.startsWith('at ')) return undefined;
  const open = raw.indexOf('(');
  const close = raw.lastIndexOf(')', netPlaceStart(raw));
  const name = raw.slice(3, open);
  // A constructor's own name begins with the dot: `Shop.Cart..ctor`.
  const dot = name.includes('..') ? name.indexOf('..') : name.lastIndexOf('.');
  // A space before the bracket means JavaScript, and a file inside it Java.
  if (open < 0 || close < open || dot <= 0 || name.includes(' ')) return undefined;
  if (/\.(?:java|kt|scala|groovy)(?::\d+)?$/.test(raw.slice(open + 1, close))) return undefined;
  if (/^(?:Native Method|Unknown Source)$/.test(raw.slice(open + 1, close))) return undefined;
  return { raw, ...splitNetName(name, dot), ...parseNetPlace(raw.slice(close + 1)) };
}

/** Compiler-generated code for an asynchronous method or a lambda is shown under the method's own name. */
function splitNetName(name: string, dot: number): { module: string; function: string } {
  const made = MADE_BY_COMPILER.exec(name);
  if (made !== null) return { module: made[1] ?? '', function: made[2] ?? '' };
  return { module: name.slice(0, dot), function: name.slice(dot + 1) };
}

function netPlaceStart(raw: string): number {
  const start = raw.indexOf(' in ');
  return start < 0 ? raw.length : start;
}

function parseNetPlace(text: string): { file?: string; line?: number } {
  if (!text.startsWith(' in ')) return {};
  const location = parseLocation(text.slice(4).replace(':line ', ':'));
  return location?.line === undefined ? {} : { file: plainPath(location.file), line: location.line };
}
