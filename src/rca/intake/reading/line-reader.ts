/** Splits a stream into lines and reads JSON lines; for the formats with one record per line. */
import { type Fields, fieldsOf } from './json-fields.ts';

/** Longer lines are left out: they hold an attachment, not a result. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** A reader of lines. */
export type LineReader = {
  write(piece: string): void;
  /** Ends the document; text after the last line end is a line, too. */
  end(): void;
  /** The current line number, from 1. */
  line(): number;
  /** How many lines were too long. */
  longLines(): number;
};

/** Creates a reader that emits each line without its end. */
export function createLineReader(take: (line: string, isWhole: boolean) => void): LineReader {
  let held: string[] = [];
  let length = 0;
  let number = 1;
  let tooLong = 0;

  function add(text: string): void {
    length += text.length;
    if (length <= LONGEST_LINE) held.push(text);
    else held = [];
  }

  function finish(isWhole: boolean): void {
    if (length > LONGEST_LINE) tooLong++;
    else take(held.join('').replace(/\r$/, ''), isWhole);
    held = [];
    length = 0;
  }

  return {
    write(piece) {
      let start = 0;
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
        add(piece.slice(start, end));
        finish(true);
        number++;
        start = end + 1;
      }
      if (start < piece.length) add(piece.slice(start));
    },
    end() {
      if (length > 0) finish(false);
    },
    line: () => number,
    longLines: () => tooLong,
  };
}

/** How a format handles lines. */
export type LineItems = {
  take(fields: Fields): void;
  /** Takes a line that is not a JSON object. */
  takeText?(line: string): void;
};

/** Reads lines that are JSON objects. Other lines between them come from the build or the tests. */
export function createJsonLines({ take, takeText }: LineItems) {
  let cutLine: number | undefined;
  let broken = 0;
  const reader = createLineReader((line, isWhole) => {
    const start = line.trimStart();
    if (!start.startsWith('{')) return takeText?.(line);
    const value = parse(start);
    if (value !== undefined) return take(fieldsOf(value));
    if (isWhole) broken++;
    else cutLine = reader.line();
  });
  return {
    write: reader.write,
    /** Ends the document and returns what could not be read, if anything. */
    end(): string | undefined {
      reader.end();
      if (cutLine !== undefined) return `it is cut off in line ${cutLine}; what came before was read`;
      const lost = broken + reader.longLines();
      return lost === 0
        ? undefined
        : `${lost} of its lines are no whole JSON or too long, and were passed over`;
    },
    line: reader.line,
    place: () => `line ${reader.line()}`,
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
