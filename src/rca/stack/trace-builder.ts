/** Gathers a trace line by line for the languages that print an exception, then its frames, then what caused it. */

import { type CauseRelation, type FramePlace, type RawTrace, stackLimits } from './stack-trace.ts';

/** A trace in the making. */
export interface TraceBuilder {
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
