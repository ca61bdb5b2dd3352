/** Reads traces of Ruby and PHP, which both print a place before each call. */
import { createTraceBuilder, type FramePlace, plainPath, type TraceReader } from './stack-trace.ts';

const RUBY_FRAME =
  /^(?:from |# ?|\d{1,5}: from )?((?:[A-Za-z]:)?[^\s:'"`]{1,1000}|<internal:[^>]{1,200}>|\(eval[^)]{0,200}\)):(\d{1,9})(?::in [`'](.{1,300})')?$/;
const RAISED = /^((?:[A-Za-z]:)?[^\s:'"`]{1,1000}):(\d{1,9}):in [`']([^']{1,300})': (.*) \(([\w:]{1,200})\)$/;
const MINITEST_PLACE = /\[([^\s:\]]{1,1000}\.rb):(\d{1,9})\]:?$/;
const RUBY_FILE = /\.(?:rb|rake|erb|ru|gemspec)$|^<internal:|^\(eval/;

export const rubyTrace: TraceReader = {
  language: 'ruby',
  read(lines) {
    const trace = createTraceBuilder();
    for (const line of lines) {
      const text = line.trim();
      const raised = RAISED.exec(text);
      const frame = parseRubyFrame(text);
      if (raised !== null && isRubyFile(raised[1] ?? '')) {
        trace.begin(`${raised[5]}: ${raised[4]}`);
        trace.frame(toFrame(text, raised));
      } else if (frame !== undefined) trace.frame(frame);
      else trace.line(line);
    }
    return trace.finish();
  },
};

function parseRubyFrame(raw: string): FramePlace | undefined {
  const match = RUBY_FRAME.exec(raw) ?? MINITEST_PLACE.exec(raw);
  return match !== null && isRubyFile(match[1] ?? '') ? toFrame(raw, match) : undefined;
}

function isRubyFile(file: string): boolean {
  return RUBY_FILE.test(file);
}

function toFrame(raw: string, [, file = '', line, name]: readonly (string | undefined)[]): FramePlace {
  return { raw, ...splitRubyName(name), file: plainPath(file), line: Number(line) };
}

/** Since Ruby 3.4 the class comes before the method: `Shop::Cart#add`, `Shop::Cart.load`. */
function splitRubyName(name: string | undefined): { module?: string; function?: string } {
  if (name === undefined) return {};
  const match = /^([A-Z][\w:]{0,200})[#.]([^\s]{1,200})$/.exec(name);
  return match === null ? { function: name } : { module: match[1] ?? '', function: match[2] ?? '' };
}

const NUMBERED = /^#\d{1,5} (.*)$/;
const NUMBERED_PLACE = /^(\S.{0,1000}?)\((\d{1,9})\)$/;
const BARE_PLACE = /^((?:[A-Za-z]:)?[^\s:(]{1,1000}\.(?:php|phtml|phpt|inc)):(\d{1,9})$/;
const THROWN_AT = / in (\S{1,1000}\.(?:php|phtml|phpt|inc))(?:\((\d{1,9})\)|:(\d{1,9})| on line (\d{1,9}))$/;
const UNCAUGHT = /^(?:PHP )?(?:Fatal error: +)?Uncaught /;
const PHP_CAUSE = /^Caused by$/;
/** Lines that say nothing about the failure: PHPUnit's title, and the headings around a trace. */
const PASSED_BY = /^[\w\\]{1,500}::\w{1,500}(?: with data set .{1,500})?$|^Stack trace:$|^thrown in |^#/;

export const phpTrace: TraceReader = {
  language: 'php',
  read(lines) {
    const trace = createTraceBuilder();
    let expectsCause = false;
    for (const line of lines) {
      const text = line.trim();
      const frame = parseNumbered(text) ?? parseBare(text);
      if (frame !== undefined) trace.frame(frame);
      else if (PHP_CAUSE.test(text)) expectsCause = true;
      else if (text.startsWith('Next ')) begin(text.slice(5), 'cause');
      else if (expectsCause && text !== '') {
        expectsCause = false;
        begin(text, 'cause');
      } else if (UNCAUGHT.test(text)) begin(text.replace(UNCAUGHT, ''), undefined);
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
