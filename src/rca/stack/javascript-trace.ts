/**
 * Reads traces of JavaScript engines, mostly V8 (Node, Chrome, Deno), also Bun, and the shorter formats of
 * vitest and TAP.
 */
import {
  createTraceBuilder,
  type FileLocation,
  type FramePlace,
  parseLocation,
  plainPath,
  type TraceReader,
} from './stack-trace.ts';

/**
 * The label of an error's cause, including the spelling used when it is printed among the error's other
 * fields.
 */
const CAUSE = /^(?:\[cause\]|Caused by|Cause): ?|^cause: (?=[\w$.]{0,100}(?:Error|Exception|Failure)\b)/;
const PLACELESS = /^(?:native|<anonymous>|index \d{1,9}|wasm:\/\/.{0,200})$/;
/** Script paths, to distinguish places from other text that ends in numbers. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|html|wasm)$|^(?:node:|internal\/)|\/$/;
const FOREIGN = / |\.(?:rs|go|py|rb|php|cs|java|kt|swift|cc?|cpp|h)$/;
/** Source lines that runners print below a message. */
const CODE_LINE = /^>? {0,6}\d{0,6} ?\|(?:\s|$)/;
/** A frame without `at`, as in TAP. */
const BARE_CALL = /^(?:async )?(?:new )?[\w$.<>#[\]]{1,200}(?: \[as [^\]]{1,100}\])? \(([^()\s]{1,1000})\)$/;
/** The end of a message that Node prints in brackets; the error's fields follow. */
const FIELDS = '] {';

export const javascriptTrace: TraceReader = {
  language: 'javascript',
  read(lines) {
    const trace = createTraceBuilder();
    let isInFields = false;
    for (const line of lines) {
      const text = line.trim();
      const frame = parseFrame(text);
      const cause = CAUSE.exec(text)?.[0];
      if (frame !== undefined) trace.frame(frame);
      else if (cause !== undefined) {
        isInFields = false;
        trace.begin(text.slice(cause.length).replace(/^\[/, ''), 'cause');
      } else if (text.startsWith('-> ')) replaceLast(trace, text);
      else if (text === FIELDS) isInFields = true;
      else if (!isInFields && !CODE_LINE.test(text)) trace.line(line.replace(/^\s*\[(?=\w*Error\b)/, ''));
    }
    return trace.finish();
  },
};

/** Older Node versions print the source position below that in the script. */
function replaceLast(trace: ReturnType<typeof createTraceBuilder>, raw: string): void {
  const source = place(raw, undefined, raw.slice(3));
  if (source !== undefined) trace.replaceLast(source);
}

function parseFrame(raw: string): FramePlace | undefined {
  // Node prints an error's fields in braces after its last frame.
  if (raw.startsWith('at ')) return parseCall(raw, raw.slice(3).replace(/ \{$/, '').trimStart());
  if (raw.startsWith('❯ ')) return parseArrow(raw, raw.slice(2).trim());
  return parseAtSign(raw) ?? parseBare(raw);
}

function parseCall(raw: string, call: string): FramePlace | undefined {
  const body = call.startsWith('async ') ? call.slice(6) : call;
  const open = body.indexOf(' (');
  if (open < 0 || !body.endsWith(')')) return place(raw, undefined, body);
  return place(raw, body.slice(0, open), body.slice(open + 2, -1));
}

/** Vitest: `❯ name src/file.ts:12:5`. */
function parseArrow(raw: string, body: string): FramePlace | undefined {
  const blank = body.lastIndexOf(' ');
  return place(raw, blank < 0 ? undefined : body.slice(0, blank), body.slice(blank + 1));
}

/** Firefox and Safari: `name@https://host/file.js:12:5`. */
function parseAtSign(raw: string): FramePlace | undefined {
  const at = raw.indexOf('@');
  const target = raw.slice(at + 1);
  if (at < 0 || raw.includes(' ') || !/^(?:https?|file|webpack):\/\//.test(target)) return undefined;
  return place(raw, at === 0 ? undefined : raw.slice(0, at), target);
}

/**
 * `Cart.add (src/cart.js:2:30)`, or `src/cart.js:2:30` alone on its line; requires a column, to exclude
 * prose.
 */
function parseBare(raw: string): FramePlace | undefined {
  if (!/:\d{1,9}:\d{1,9}\)?$/.test(raw)) return undefined;
  if (BARE_CALL.test(raw)) return parseCall(raw, raw);
  const file = parseLocation(raw)?.file ?? '';
  return /\s/.test(raw) || !SCRIPT.test(file) || file.startsWith('http')
    ? undefined
    : place(raw, undefined, raw);
}

function place(raw: string, name: string | undefined, whole: string): FramePlace | undefined {
  const named = name === undefined ? {} : { function: name.replace(/ \[as [^\]]{1,100}\]$/, '') };
  if (PLACELESS.test(whole)) return { raw, ...named };
  if (whole.startsWith('eval at ')) return { raw, ...named };
  // Karma prints the place in the source, then that in the bundle.
  const [location = ''] = whole.split(' <- ', 1);
  const found = parseLocation(location);
  if (found === undefined || !isScript(found)) return undefined;
  return {
    raw,
    ...named,
    file: plainPath(found.file),
    ...(found.line === undefined ? {} : { line: found.line }),
    ...(found.column === undefined ? {} : { column: found.column }),
  };
}

/** Bundles and commands may have no extension; a file with another language's extension is not a script. */
function isScript({ file, column }: FileLocation): boolean {
  return SCRIPT.test(file.split('?', 1)[0] ?? '') || (column !== undefined && !FOREIGN.test(file));
}
