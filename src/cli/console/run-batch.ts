/**
 * Answers a batch: one line of JSON for every line of standard input, in order; a failure does not stop the
 * rest.
 */
import { cite, didYouMean, isRecord, limits, PenumbraError } from '../../kernel/index.ts';
import type { Terminal } from './terminal.ts';

/** A request, as an object with known fields. */
export type BatchRequest = Readonly<Record<string, unknown>>;

/** Options of a batch. */
type BatchOptions = {
  readonly terminal: Terminal;
  /** The allowed fields of a request. */
  readonly fields: readonly string[];
  readonly answer: (request: BatchRequest) => Promise<object>;
};

/** Answers every line of standard input and returns the number of failures. */
export async function runBatch({ terminal, fields, answer }: BatchOptions): Promise<number> {
  let [done, failed] = [0, 0];
  for await (const line of readLines(process.stdin)) {
    const said = await answerLine(line, { fields, answer });
    if ('error' in said) failed++;
    await printLine(said);
    terminal.progress(`answered ${++done}`);
  }
  terminal.clearProgress();
  if (failed > 0) terminal.note(`${failed} of ${done} failed`, { done, failed });
  return failed;
}

type Line = { readonly number: number; readonly value?: unknown; readonly fault?: PenumbraError };

async function answerLine(
  { number, value, fault }: Line,
  { fields, answer }: Pick<BatchOptions, 'fields' | 'answer'>,
): Promise<object> {
  try {
    if (fault) throw fault;
    return await answer(requestIn(value, fields));
  } catch (error) {
    // An internal error ends the batch.
    if (!(error instanceof PenumbraError) || error.code === 'internal') throw error;
    const { code, message, hint, data } = error;
    return { line: number, error: { code, message, ...(hint && { hint }), data } };
  }
}

function requestIn(value: unknown, fields: readonly string[]): BatchRequest {
  if (!isRecord(value) || typeof value.path !== 'string')
    throw new PenumbraError('usage', 'a request is an object with a `path`', {
      hint: `fields: ${fields.join(', ')}`,
    });
  const strange = Object.keys(value).find((field) => !fields.includes(field));
  if (strange === undefined) return value as BatchRequest;
  throw new PenumbraError('usage', `unknown field ${cite(strange)}${didYouMean(strange, fields)}`, {
    hint: `fields: ${fields.join(', ')}`,
  });
}

/** Waits until each line is consumed, as a batch may be long and its reader slow. */
async function printLine(document: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(document)}\n`) || process.stdout.destroyed) return;
  await new Promise<void>((resolve) => {
    process.stdout.once('drain', resolve);
    process.stdout.once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
}

/** A line of a batch: its number from 1, and its value or what is wrong with it. */
type BatchLine =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly fault: PenumbraError };

const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the lines of a stream; empty lines are counted but skipped. */
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
