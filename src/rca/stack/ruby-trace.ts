/** Traces of Ruby, as the interpreter, RSpec and minitest print them. */
import { plainPath } from './file-location.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';
import { createTraceBuilder } from './trace-builder.ts';

const FRAME =
  /^(?:from |# ?|\d{1,5}: from )?((?:[A-Za-z]:)?[^\s:'"`]{1,1000}|<internal:[^>]{1,200}>|\(eval[^)]{0,200}\)):(\d{1,9})(?::in [`'](.{1,300})')?$/;
const RAISED = /^((?:[A-Za-z]:)?[^\s:'"`]{1,1000}):(\d{1,9}):in [`']([^']{1,300})': (.*) \(([\w:]{1,200})\)$/;
const MINITEST_PLACE = /\[([^\s:\]]{1,1000}\.rb):(\d{1,9})\]:?$/;
const RUBY_FILE = /\.(?:rb|rake|erb|ru|gemspec)$|^<internal:|^\(eval/;

/** Reads traces of Ruby. */
export const rubyTrace: TraceReader = {
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
