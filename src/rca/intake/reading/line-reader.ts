/** Splits a stream into lines, and reads lines of JSON: for the formats that tell one thing in each line. */
import { type Fields, fieldsOf } from './json-fields.ts';

/** Longer lines are left out: what they hold is an attachment rather than a result. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** A reader of lines. */
export type LineReader = {
  write(piece: string): void;
  /** Ends the document: what stands after the last line end is a line, too. */
  end(): void;
  /** The number of the line that is being read, from 1. */
  line(): number;
  /** How many lines were too long. */
  longLines(): number;
};

/** Makes a reader that hands on each line without its end. */
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

/** What a format makes of lines. */
export type LineItems = {
  take(fields: Fields): void;
  /** Takes a line that is no JSON object. */
  takeText?(line: string): void;
};

/** Reads lines that are JSON objects; others stand between them where the build or the tests printed. */
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
    /** Ends the document and says what of it could not be read. */
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
