/**
 * Reads the text of a named pipeline: one that ships, a file, or standard input. Definitions it refers to are
 * in the same directory and nowhere else, or ship.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { type ResolvePipeline, resolveShipped, shippedNames } from '../../pipeline/index.ts';
import { systemReason } from '../system-fault.ts';
import { decodeText, readTextSource } from '../text-source.ts';

/** A pipeline's text, its name in messages, and the resolver of the definitions it refers to. */
export type PipelineText = {
  readonly source: string;
  readonly text: string;
  readonly resolve: ResolvePipeline;
};

const MAX_BYTES = 1024 * 1024;

/** Reads a pipeline's text. */
export async function readPipelineText(name: string): Promise<PipelineText> {
  const shipped = resolveShipped(name);
  if (shipped !== null) return { source: name, text: shipped, resolve: resolveShipped };
  const hint = `name a pipeline file, - for standard input, or a pipeline that ships: ${shippedNames.join(', ')}`;
  const bounds = { maxBytes: MAX_BYTES, hint, suggestion: didYouMean(name, shippedNames) };
  const read = await readTextSource(name, bounds);
  const directory = name === '-' ? '.' : dirname(name);
  return { ...read, resolve: (other) => readBeside(directory, other) ?? resolveShipped(other) };
}

/** Reads `NAME.yaml` of a directory; a link that leaves the directory is rejected. */
function readBeside(directory: string, name: string): string | null {
  // Names are checked when a definition is parsed; here they must not escape the directory, whoever the
  // caller is.
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return null;
  const file = join(directory, `${name}.yaml`);
  try {
    const real = realpathSync(file);
    if (dirname(real) !== realpathSync(directory)) throw escaping(file);
    const found = statSync(real);
    // Reading a pipe would block.
    if (!found.isFile()) return null;
    if (found.size > MAX_BYTES) throw tooLong(file);
    return decodeText(readFileSync(real), file, 'name a definition in YAML');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const reason = systemReason(error);
    if (reason === null) throw error;
    throw new PenumbraError('unreadable-input', `cannot read ${cite(file)}: ${reason}`, { cause: error });
  }
}

function tooLong(file: string): PenumbraError {
  return new PenumbraError('limit-exceeded', `${cite(file)} is longer than ${MAX_BYTES} bytes`, {
    hint: 'split it, or name another definition',
  });
}

function escaping(file: string): PenumbraError {
  return new PenumbraError('unreadable-input', `${cite(file)} leads out of its directory`, {
    hint: 'copy the definition beside the one that names it',
  });
}
