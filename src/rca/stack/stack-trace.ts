/** A stack trace as plain data: what was thrown, where, and because of what. */

/** The languages whose traces are known; `unknown` where only places in files were found. */
export type StackLanguage =
  | 'java'
  | 'csharp'
  | 'javascript'
  | 'python'
  | 'go'
  | 'rust'
  | 'ruby'
  | 'php'
  | 'unknown';

/** Whose code a frame is: the project's, the test runner's, a library's, or nobody's because a program wrote it. */
export type FrameKind = 'own' | 'runner' | 'library' | 'generated';

/** A place in a trace. */
export interface FramePlace {
  /** The line of the trace, without blanks around it. */
  readonly raw: string;
  readonly function?: string;
  /** The class, package or module the function belongs to, where the trace names it. */
  readonly module?: string;
  /** The file as the trace names it, with `/` between its parts and without scheme or query. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Set where the runner names only the place of an assertion, as Go's package testing does: nobody called on from it. */
  readonly isAssertion?: true;
}

/** A place in a trace, and whose code it is. */
export interface StackFrame extends FramePlace {
  readonly kind: FrameKind;
}

/** One exception of a trace with its frames, innermost first. */
export interface ThrownException<Frame = StackFrame> {
  readonly exception?: string;
  readonly message?: string;
  readonly frames: readonly Frame[];
}

/** How an exception stands to the one that was thrown: why it happened, what happened on the way, what was running. */
export type CauseRelation = 'cause' | 'suppressed' | 'context';

/** An exception behind the one that was thrown. */
export interface CauseException<Frame = StackFrame> extends ThrownException<Frame> {
  readonly relation: CauseRelation;
}

/** A parsed trace; causes nearest first, so the root cause is the last of them. */
export interface StackTrace extends ThrownException {
  readonly language: StackLanguage;
  readonly causes: readonly CauseException[];
}

/** A trace before its frames are told apart. */
export interface RawTrace extends ThrownException<FramePlace> {
  readonly causes: readonly CauseException<FramePlace>[];
}

/** Reads the traces of one language; lines are of bounded length. */
export interface TraceReader {
  readonly language: StackLanguage;
  read(lines: readonly string[]): RawTrace;
}

/** The bounds of traces, which are foreign text of any size; lengths in characters (UTF-16 units). */
export const stackLimits = {
  /** How many lines are read. */
  lines: 20_000,
  /** How much of a line is read; no trace has longer ones that mean something. */
  lineLength: 2_000,
  /** How many frames of one exception are kept, the innermost. */
  frames: 1_000,
  /** How many causes are kept. */
  causes: 50,
  /** How much of a message is kept. */
  messageLength: 4_000,
} as const;

/** A trace in the making. */
interface TraceBuilder {
  /** Begins an exception with its header line; without a relation it is the one that was thrown. */
  begin(header: string, relation?: CauseRelation): void;
  /** Goes back to the exception that was thrown, for frames that follow those of its causes. */
  resume(): void;
  /** Takes a line that is no frame: a header, or more of a message. */
  line(text: string): void;
  frame(place: FramePlace): void;
  /** Puts another place to the call of the last frame. */
  replaceLast(place: FramePlace): void;
  finish(): RawTrace;
}

interface Section {
  exception?: string;
  message: string;
  isNamed: boolean;
  readonly relation: CauseRelation | undefined;
  readonly frames: FramePlace[];
}

/** Makes an empty trace. */
export function createTraceBuilder(): TraceBuilder {
  const thrown: Section = { message: '', isNamed: false, relation: undefined, frames: [] };
  const causes: Section[] = [];
  let current = thrown;

  function name(section: Section, line: string): void {
    const header = parseExceptionHeader(line);
    section.isNamed = true;
    if (header !== undefined) section.exception = header.exception;
    section.message = header === undefined ? line.trim() : header.message;
  }

  return {
    begin(header, relation) {
      current = thrown;
      if (relation !== undefined) {
        current = { message: '', isNamed: false, relation, frames: [] };
        if (causes.length < stackLimits.causes) causes.push(current);
      }
      name(current, header);
    },
    resume() {
      current = thrown;
    },
    line(text) {
      if (current.frames.length > 0) return;
      if (!current.isNamed) {
        if (text.trim() !== '') name(current, text);
      } else if (current.exception === undefined && current === thrown && parseExceptionHeader(text)) {
        // A title or a bare message stood before the header.
        name(current, text);
      } else if (current.message.length < stackLimits.messageLength) {
        current.message += `\n${text}`;
      }
    },
    frame(place) {
      if (current.frames.length < stackLimits.frames) current.frames.push(place);
    },
    replaceLast({ raw, file, line, column }) {
      const last = current.frames.at(-1);
      if (last === undefined) return;
      const { function: name, module } = last;
      current.frames[current.frames.length - 1] = {
        raw,
        ...(name !== undefined && { function: name }),
        ...(module !== undefined && { module }),
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
      };
    },
    finish: () => ({ ...plain(thrown), causes: causes.flatMap(asCause) }),
  };
}

function plain({ exception, message, frames }: Section) {
  const text = message.trim().slice(0, stackLimits.messageLength);
  return {
    ...(exception === undefined ? {} : { exception }),
    ...(text === '' ? {} : { message: text }),
    frames,
  };
}

function asCause(section: Section) {
  return section.relation === undefined ? [] : [{ ...plain(section), relation: section.relation }];
}

const NAME = /^[A-Za-z_$][\w$.\\:]{0,199}$/;
const ENDS_LIKE_EXCEPTION =
  /(?:Error|Exception|Failure|Fault|Failed|Warning|Interrupt|Exit|Panic|Violation)\d*$/;
const QUALIFIED = /(?:[.\\]|::)[A-Z][\w$]*$/;
/** `AssertionError [ERR_ASSERTION]` of Node. */
const CODE_SUFFIX = / \[[A-Z_0-9]{1,60}\]$/;

/** The line that names what was thrown, taken apart: `java.lang.IllegalStateException: no session`. */
interface ExceptionHeader {
  readonly exception: string;
  readonly message: string;
}

/** Reads a line as `Type: message` or `Type`; nothing where its beginning is not a type. */
export function parseExceptionHeader(line: string): ExceptionHeader | undefined {
  const text = line.trim();
  const colon = text.indexOf(': ');
  const head = colon < 0 ? text.replace(/:$/, '') : text.slice(0, colon);
  const name = head.replace(CODE_SUFFIX, '');
  if (!isExceptionName(name)) return undefined;
  return { exception: name, message: colon < 0 ? '' : text.slice(colon + 2).trim() };
}

function isExceptionName(name: string): boolean {
  return NAME.test(name) && (ENDS_LIKE_EXCEPTION.test(name) || QUALIFIED.test(name));
}

/** A path with the line and column behind it. */
export interface FileLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Reads `path:line` or `path:line:column`; nothing where no line stands at the end. */
export function parseLocation(text: string): FileLocation | undefined {
  const last = takeNumber(text);
  if (last === undefined) return undefined;
  const before = takeNumber(last.rest);
  if (before === undefined) return last.rest === '' ? undefined : { file: last.rest, line: last.number };
  return before.rest === '' ? undefined : { file: before.rest, line: before.number, column: last.number };
}

/** Returns a path with `/` between its parts, without scheme, host, query and bundler prefixes. */
export function plainPath(path: string): string {
  const withSlashes = path.replaceAll('\\', '/').replace(/^file:\/(?=[^/])/, 'file:///');
  // A server of modules puts its own scheme before the file's.
  const inner = withSlashes.indexOf('file:///', 1);
  if (inner > 0) return plainPath(withSlashes.slice(inner));
  if (withSlashes.startsWith('/@fs/'))
    return withoutQuery(withSlashes.slice(4).replace(/^\/(?=[A-Za-z]:\/)/, ''));
  const scheme = /^([a-z][a-z-]{1,30}):\/\//i.exec(withSlashes)?.[1]?.toLowerCase();
  if (scheme === undefined) return withSlashes;
  const rest = withoutQuery(withSlashes.slice(scheme.length + 3));
  const slash = rest.indexOf('/');
  // What stands between `//` and the next `/` is a host or a bundle's name, not a folder.
  const local = slash < 0 ? rest : rest.slice(slash);
  if (scheme === 'file') return decodePercent(local.replace(/^\/(?=[A-Za-z]:\/)/, ''));
  return local.replace(/^\/(?:@fs(?=\/)|\.\/)?/, '');
}

function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? '';
}

function takeNumber(text: string): { readonly rest: string; readonly number: number } | undefined {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (colon < 0 || digits.length > 9 || !/^\d+$/.test(digits)) return undefined;
  return { rest: text.slice(0, colon), number: Number(digits) };
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
