/** Traces of JavaScript engines, mostly V8's: Node, Chrome, Deno, Bun, and the shorter ones vitest prints. */
import { type FileLocation, parseLocation, plainPath } from './file-location.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const CAUSE = /^(?:\[cause\]|Caused by|Cause): ?/;
const PLACELESS = /^(?:native|<anonymous>|index \d{1,9}|wasm:\/\/.{0,200})$/;
/** What a path of a script looks like, to tell its place from other text with numbers at its end. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|html|wasm)$|^(?:node:|internal\/)|\/$/;
const FOREIGN = / |\.(?:rs|go|py|rb|php|cs|java|kt|swift|cc?|cpp|h)$/;

/** Reads traces of JavaScript engines. */
export const javascriptTrace: TraceReader = {
  language: 'javascript',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const text = line.trim();
      const frame = parseFrame(text);
      const cause = CAUSE.exec(text)?.[0];
      if (frame !== undefined) trace.frame(frame);
      else if (cause !== undefined) trace.begin(text.slice(cause.length), 'cause');
      else trace.line(line);
    }
    return trace.finish();
  },
};

function parseFrame(raw: string): FramePlace | undefined {
  // Node prints an error's fields in braces behind its last frame.
  if (raw.startsWith('at ')) return parseCall(raw, raw.slice(3).replace(/ \{$/, '').trimStart());
  if (raw.startsWith('❯ ')) return parseArrow(raw, raw.slice(2).trim());
  return parseAtSign(raw);
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

function place(raw: string, name: string | undefined, location: string): FramePlace | undefined {
  const named = name === undefined ? {} : { function: name.replace(/ \[as [^\]]{1,100}\]$/, '') };
  if (PLACELESS.test(location)) return { raw, ...named };
  if (location.startsWith('eval at ')) return { raw, ...named };
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

/** Bundles and commands run without an extension; another language's is somebody else's frame. */
function isScript({ file, column }: FileLocation): boolean {
  return SCRIPT.test(file.split('?', 1)[0] ?? '') || (column !== undefined && !FOREIGN.test(file));
}
