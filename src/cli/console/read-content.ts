/** Reads the content to record from the command line, a file, or standard input. */
import { readFileSync, statSync } from 'node:fs';
import { cite, limits, PenumbraError } from '../../kernel/index.ts';

/** The source of the content; standard input if neither is given. */
type ContentSource = {
  readonly message: string | undefined;
  readonly file: string | undefined;
};

/** Reads the content, or throws if there is none. */
export async function readContent({ message, file }: ContentSource): Promise<string | Uint8Array> {
  if (message !== undefined && file !== undefined)
    throw new PenumbraError('usage', '`--message` and `--file` cannot be combined', {
      hint: 'run the command once for each',
    });
  if (message === '') throw nothingGiven();
  if (message !== undefined) return message;
  return file === undefined || file === '-' ? readInput() : readNamed(file);
}

async function readInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY) throw nothingGiven();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    requireFitting(length);
  }
  if (length === 0) throw nothingGiven();
  return Buffer.concat(chunks);
}

function readNamed(file: string): Uint8Array {
  try {
    const { size } = statSync(file);
    requireFitting(size);
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof PenumbraError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new PenumbraError('unreadable-input', `cannot read ${cite(file)}${code ? ` (${code})` : ''}`, {
      hint: 'name a file that you may read, or - for standard input',
      cause,
    });
  }
}

function nothingGiven(): PenumbraError {
  return new PenumbraError('usage', 'there is nothing to record', {
    hint: 'give it with --message TEXT or --file FILE, or pipe it in',
  });
}

function requireFitting(length: number): void {
  if (length <= limits.objectBytes) return;
  throw new PenumbraError('limit-exceeded', `a record holds at most ${limits.objectBytes} bytes`, {
    hint: 'record where it can be found instead',
  });
}
