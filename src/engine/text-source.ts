/** Reads a whole text by name: a file, or standard input. */
import { createReadStream } from 'node:fs';
import { cite, PenumbraError } from '../kernel/index.ts';
import { systemReason } from './system-fault.ts';

/** A text and its name in messages. */
export type TextSource = { readonly source: string; readonly text: string };

const STANDARD_INPUT = '-';

/** How much of a text is read at most, and what to suggest if it cannot be read. */
type TextBounds = { readonly maxBytes: number; readonly hint: string; readonly suggestion?: string };

/** Reads a whole text from a file or standard input; throws if it is not text or too long. */
export async function readTextSource(name: string, bounds: TextBounds): Promise<TextSource> {
  const source = name === STANDARD_INPUT ? 'standard input' : name;
  return { source, text: decodeText(await readBytes(name, bounds), source, bounds.hint) };
}

/** Decodes bytes as UTF-8 text, or throws. */
export function decodeText(bytes: Uint8Array, source: string, hint: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Thrown below, together with decodable bytes that are not text.
  }
  throw new PenumbraError('unreadable-input', `${cite(source)} is not a text in UTF-8`, { hint });
}

async function readBytes(name: string, { maxBytes, hint, suggestion = '' }: TextBounds): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const stream = name === STANDARD_INPUT ? process.stdin : createReadStream(name);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) throw tooLong(name, maxBytes);
    }
  } catch (error) {
    throw unreadable(error, { name, hint, suggestion });
  }
  return Buffer.concat(chunks);
}

function tooLong(name: string, maxBytes: number): PenumbraError {
  return new PenumbraError('limit-exceeded', `${cite(name)} is longer than ${maxBytes} bytes`, {
    hint: 'name the file that was meant, or split it',
  });
}

function unreadable(
  error: unknown,
  { name, hint, suggestion }: { readonly name: string; readonly hint: string; readonly suggestion: string },
): unknown {
  if (error instanceof PenumbraError) return error;
  const { code } = error as NodeJS.ErrnoException;
  // A name that no file can have, such as one with a NUL, is rejected before it reaches the system.
  const reason = systemReason(error) ?? (code === 'ERR_INVALID_ARG_VALUE' ? 'no file has such a name' : null);
  if (reason === null) return error;
  const message = `cannot read ${cite(name)}: ${reason}${code === 'ENOENT' ? suggestion : ''}`;
  return new PenumbraError('unreadable-input', message, { hint, cause: error });
}
