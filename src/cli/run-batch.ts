/** Answers a batch: one line of JSON for every line of standard input, in order; what fails does not stop the rest. */
import { cite, didYouMean, isRecord, PenumbraError } from '../kernel/index.ts';
import { readLines } from './read-lines.ts';
import type { Terminal } from './terminal.ts';

/** A request of a batch, an object with known fields. */
export type BatchRequest = Readonly<Record<string, unknown>>;

/** How to answer a batch. */
export type BatchOptions = {
  readonly terminal: Terminal;
  /** What a request may name. */
  readonly fields: readonly string[];
  readonly answer: (request: BatchRequest) => Promise<object>;
};

/** Answers every line of standard input and returns how many failed. */
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
    // A defect ends the batch: it is no answer to a request.
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

/** A batch may be long and its reader slow, so a line waits for the one before it to be taken. */
async function printLine(document: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(document)}\n`) || process.stdout.destroyed) return;
  await new Promise<void>((resolve) => {
    process.stdout.once('drain', resolve);
    process.stdout.once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
}
