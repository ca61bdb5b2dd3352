/** Traces of the Java virtual machine: Java, Kotlin, Scala, Groovy. */
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const THREAD = /^Exception in thread "[^"]{0,200}" /;
const CAUSED_BY = 'Caused by: ';
const SUPPRESSED = 'Suppressed: ';
const COMMON_FRAMES = /^\.\.\. \d+ (?:more|trimmed|common frames omitted)$/;
const SOURCE_FILE = /^[^\s()/\\]{1,200}\.(?:java|kts?|scala|groovy|clj)$/;
const PLACELESS: ReadonlySet<string> = new Set(['Native Method', 'Unknown Source', '<generated>']);

/** Reads traces of the Java virtual machine. */
export const javaTrace: TraceReader = {
  language: 'java',
  read(lines) {
    const trace = createTraceBuilder();
    // How far in the suppressed exception stands; what caused it stands no further out.
    let suppressedAt = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const text = line.trim();
      const indentation = line.length - line.trimStart().length;
      const frame = parseFrame(text);
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

function parseFrame(raw: string): FramePlace | undefined {
  if (!raw.startsWith('at ')) return undefined;
  const open = raw.indexOf('(');
  const close = raw.indexOf(')', open);
  if (open < 0 || close < 0) return undefined;
  const place = parsePlace(raw.slice(open + 1, close));
  const qualified = withoutModule(raw.slice(3, open));
  const dot = qualified.lastIndexOf('.');
  const className = qualified.slice(0, dot);
  // A Kotlin test's name may have blanks in it, a class's has none; a blank before the bracket is JavaScript's.
  if (place === undefined || dot <= 0 || className.includes(' ') || qualified.endsWith(' ')) return undefined;
  return { raw, module: className, function: qualified.slice(dot + 1), ...place };
}

function parsePlace(text: string): { file?: string; line?: number } | undefined {
  if (PLACELESS.has(text)) return {};
  const colon = text.lastIndexOf(':');
  const file = colon < 0 ? text : text.slice(0, colon);
  if (!SOURCE_FILE.test(file)) return undefined;
  const line = Number(text.slice(colon + 1));
  return colon >= 0 && Number.isSafeInteger(line) && line > 0 ? { file, line } : { file };
}

/** Drops class loader and module, `app//` and `java.base@21/`; the `/` of a lambda's name stands after a `$`. */
function withoutModule(qualified: string): string {
  const end = qualified.indexOf('$');
  const slash = qualified.lastIndexOf('/', end < 0 ? qualified.length : end);
  return qualified.slice(slash + 1);
}
