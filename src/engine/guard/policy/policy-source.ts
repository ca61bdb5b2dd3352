/** Brings the text of a policy that a person named: one that ships, a file, or standard input. */
import { createReadStream } from 'node:fs';
import { loadPolicy, type Policy, shippedPolicies } from '../../../guard/index.ts';
import { cite, didYouMean, PenumbraError } from '../../../kernel/index.ts';
import { systemReason } from '../../system-fault.ts';

/** A policy's text and what it is called in messages. */
export type PolicySource = { readonly source: string; readonly text: string };

const STANDARD_INPUT = '-';
const POLICY_BYTES = 1024 * 1024;

/** Reads a policy's text. */
export async function readPolicySource(name: string): Promise<PolicySource> {
  const shipped = Object.hasOwn(shippedPolicies, name)
    ? shippedPolicies[name as keyof typeof shippedPolicies]
    : null;
  if (shipped !== null) return { source: name, text: shipped };
  const known = Object.keys(shippedPolicies);
  const hint = `name a policy file, - for standard input, or a policy that ships: ${known.join(', ')}`;
  return readTextSource(name, { maxBytes: POLICY_BYTES, hint, suggestion: didYouMean(name, known) });
}

/** Loads a policy, or throws at its first error. */
export async function openPolicy(
  name: string,
): Promise<{ readonly source: string; readonly policy: Policy }> {
  const { source, text } = await readPolicySource(name);
  return { source, policy: loadPolicy(text, { source }) };
}

/** How much of a text is read at most, and what to say where it cannot be. */
type TextBounds = { readonly maxBytes: number; readonly hint: string; readonly suggestion?: string };

/** Reads a whole text from a file or standard input; what is no text, or too long, is a fault. */
export async function readTextSource(name: string, bounds: TextBounds): Promise<PolicySource> {
  const source = name === STANDARD_INPUT ? 'standard input' : name;
  const bytes = await readBytes(name, bounds);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { source, text };
  } catch {
    // Said below, as of what decodes and yet is no text.
  }
  throw new PenumbraError('unreadable-input', `${cite(source)} is not a text in UTF-8`, {
    hint: bounds.hint,
  });
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
  // What cannot be the name of a file, for instance with a NUL in it, never comes to the system.
  const reason = systemReason(error) ?? (code === 'ERR_INVALID_ARG_VALUE' ? 'no file has such a name' : null);
  if (reason === null) return error;
  const message = `cannot read ${cite(name)}: ${reason}${code === 'ENOENT' ? suggestion : ''}`;
  return new PenumbraError('unreadable-input', message, { hint, cause: error });
}
