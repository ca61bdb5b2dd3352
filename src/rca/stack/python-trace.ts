/**
 * Reads traces of Python: chained tracebacks, and pytest's own format. Both print the outermost frame first.
 */

import {
  type CauseRelation,
  type FramePlace,
  parseExceptionHeader,
  plainPath,
  type RawTrace,
  stackLimits,
  type ThrownException,
  type TraceReader,
} from './stack-trace.ts';

const FILE = /^File "([^"]{1,1000})", line (\d{1,9})(?:, in (.{1,300}))?$/;
const PYTEST_PLACE =
  /^((?:[A-Za-z]:)?[^\s:"'<>]{1,1000}\.pyx?):(\d{1,9}):(?: in (\S.{0,300})| ([\w.]{1,200})(?:: (.*))?| (assert .*))?$/;
const DEFINITION = /^(?:async )?def (\w{1,200})\(/;
const DIRECT_CAUSE = 'The above exception was the direct cause of the following exception:';
const DURING_HANDLING = 'During handling of the above exception, another exception occurred:';
const GROUP_MARGIN = /^\s*[|+][ -]?/;

interface Section {
  frames: FramePlace[];
  exception?: string;
  message: string[];
  /** How the section relates to the one after it. */
  relation?: CauseRelation;
  /** Whether the exception's line was read, so that the following lines belong to its message. */
  isNamed: boolean;
}

export const pythonTrace: TraceReader = {
  language: 'python',
  read(lines) {
    const sections: Section[] = [newSection()];
    let definition: string | undefined;
    for (const line of lines) {
      const bare = line.replace(GROUP_MARGIN, '');
      // For a file that cannot be read, pytest prints the place as part of the message.
      const text = bare.trim().replace(/^E {1,20}(?=File ")/, '');
      const current = sections.at(-1) ?? newSection();
      const relation = text === DIRECT_CAUSE ? 'cause' : text === DURING_HANDLING ? 'context' : undefined;
      if (relation !== undefined) {
        current.relation = relation;
        sections.push(newSection());
        continue;
      }
      definition = DEFINITION.exec(text)?.[1] ?? definition;
      const frame = parseFile(text) ?? parsePytestPlace(current, text, definition);
      if (frame === undefined) readLine(current, bare);
      else if (current.frames.length < stackLimits.frames) current.frames.push(frame);
    }
    return assemble(sections.slice(-stackLimits.causes));
  },
};

function newSection(): Section {
  return { frames: [], message: [], isNamed: false };
}

function parseFile(raw: string): FramePlace | undefined {
  const match = FILE.exec(raw);
  if (match === null) return undefined;
  const [, file = '', line, name] = match;
  return {
    raw,
    ...(name === undefined ? {} : { function: name }),
    file: plainPath(file),
    line: Number(line),
  };
}

function parsePytestPlace(
  section: Section,
  raw: string,
  definition: string | undefined,
): FramePlace | undefined {
  const match = PYTEST_PLACE.exec(raw);
  if (match === null) return undefined;
  const [, file = '', line, called, exception, ...said] = match;
  // A warning is not a failure, even if it is printed like one.
  if (exception?.endsWith('Warning')) return undefined;
  // The place's word is the bare type; a line of the message may have been more specific.
  if (exception !== undefined && section.exception === undefined) section.exception = exception;
  if (section.message.length === 0) section.message.push(...said.filter((text) => text !== undefined));
  const name = called ?? definition;
  return {
    raw,
    ...(name === undefined ? {} : { function: name }),
    file: plainPath(file),
    line: Number(line),
  };
}

function readLine(section: Section, line: string): void {
  const said = /^E(?:\s{1,20}|$)/.exec(line)?.[0];
  if (said !== undefined) {
    readMessage(section, line.slice(said.length));
    return;
  }
  if (section.isNamed && section.frames.length > 0 && section.message.length > 0 && line.trim() !== '') {
    // A traceback's message continues below its header; in pytest's format it does not.
    if (!section.frames.some(({ raw }) => raw.startsWith('File '))) return;
    section.message.push(line);
    return;
  }
  const isFlush = line !== '' && !/^\s/.test(line);
  if (isFlush && !section.isNamed && section.frames.length > 0 && parseExceptionHeader(line))
    readMessage(section, line);
}

function readMessage(section: Section, line: string): void {
  const isTyped = section.isNamed && !(section.exception === undefined && isSyntaxError(line));
  const header = isTyped ? undefined : parseExceptionHeader(line);
  // The line that cannot be parsed is printed above the error's own.
  if (header !== undefined && section.isNamed) section.message = [];
  if (header !== undefined) section.exception = header.exception;
  section.isNamed = true;
  section.message.push(header === undefined ? line : header.message);
}

function isSyntaxError(line: string): boolean {
  return /^(?:Syntax|Indentation|Tab)Error: /.test(line);
}

function assemble(sections: readonly Section[]): RawTrace {
  const [thrown = newSection(), ...earlier] = sections.toReversed();
  return {
    ...asException(thrown),
    causes: earlier.map((section) => ({ ...asException(section), relation: section.relation ?? 'context' })),
  };
}

function asException({ exception, message, frames }: Section): ThrownException<FramePlace> {
  const text = message.join('\n').trim().slice(0, stackLimits.messageLength);
  return {
    ...(exception === undefined ? {} : { exception }),
    ...(text === '' ? {} : { message: text }),
    frames: frames.toReversed(),
  };
}
