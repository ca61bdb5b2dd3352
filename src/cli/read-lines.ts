/** Reads standard input as NDJSON: one value a line, each broken line told by its number while the others go on. */
import { cite, limits, PenumbraError } from '../kernel/index.ts';

/** A line of a batch: its number from 1, and its value or what is wrong with it. */
export type BatchLine =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly fault: PenumbraError };

const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the lines of a stream; empty ones are counted and skipped. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BatchLine> {
  let number = 0;
  for await (const bytes of splitLines(chunks)) {
    number++;
    if (bytes.length > 0) yield readLine(number, bytes);
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield trimEnd(Buffer.concat([...parts, chunk.subarray(start, end)]));
      [parts, length, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > limits.batchBytes)
      throw new PenumbraError('limit-exceeded', `a line has more than ${limits.batchBytes} bytes`, {
        hint: 'write one request a line',
      });
  }
  if (length > 0) yield trimEnd(Buffer.concat(parts));
}

function trimEnd(line: Buffer): Uint8Array {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}

function readLine(number: number, bytes: Uint8Array): BatchLine {
  try {
    return { number, value: JSON.parse(decoder.decode(bytes)) };
  } catch (error) {
    const isText = error instanceof SyntaxError;
    const reason = isText ? cite(error.message) : 'not UTF-8';
    return {
      number,
      fault: new PenumbraError('usage', `line ${number} is not JSON: ${reason}`, {
        data: { line: number },
        hint: 'write one JSON object a line, for instance {"path": "src/a.ts"}',
      }),
    };
  }
}
