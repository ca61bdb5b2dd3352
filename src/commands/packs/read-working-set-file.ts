/** Reads a working set from a file, to inspect one without a workspace or a ledger. */
import { createReadStream, statSync } from 'node:fs';
import {
  consumersOf,
  parseWorkingSet,
  type WorkingSet,
  type WorkingSetBytes,
  workingSetId,
} from '../../disclosure/index.ts';
import { type CompiledPack, compilePromptPack } from '../../disclosure/lens/index.ts';
import { systemReason } from '../../engine/index.ts';
import { cite, didYouMean, limits, PenumbraError } from '../../kernel/index.ts';

/** A pack with the working set it was compiled from. */
export type ExplainedPack = { readonly compiled: CompiledPack; readonly workingSet: WorkingSet };

const NEW_LINE = 0x0a;
const ANY = '*';

/** Returns whether a text names a file or a pipe; throws `usage` if it cannot name anything. */
export function isFileName(name: string): boolean {
  if (name.includes('\0')) throw notAName(name, 'has a NUL in it');
  try {
    const found = statSync(name, { throwIfNoEntry: false });
    return found !== undefined && !found.isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') throw notAName(name, 'is too long');
    // A path that cannot be examined exists; reading it reports why.
    return true;
  }
}

function notAName(name: string, fault: string): PenumbraError {
  return new PenumbraError('usage', `${cite(name)} names nothing: it ${fault}`, {
    hint: 'name a case, a working set, or a file that holds one',
  });
}

/** Compiles one consumer's pack from a working set in a file, or throws if that needs the oracle's guard. */
export async function packFromFile(file: string, consumer: string | undefined): Promise<ExplainedPack> {
  const set = await readSet(file);
  const workingSet = parseWorkingSet(set);
  const locked = workingSet.locked_precision_handles.length;
  if (locked > 0)
    throw new PenumbraError(
      'leak-blocked',
      `${cite(file)} names ${locked} locked items, and the guard that looks for them is not in the file`,
      { hint: 'compile it where its oracle is: name the case or the working set in its workspace' },
    );
  return { compiled: compilePromptPack(set, { consumer: knownConsumer(workingSet, consumer) }), workingSet };
}

function knownConsumer({ mask_matrix }: WorkingSet, consumer: string | undefined): string {
  const known = consumersOf(mask_matrix);
  const named = known.filter((name) => name !== ANY);
  const hint = `it is made for ${named.join(', ') || 'any consumer'}`;
  if (consumer === undefined)
    throw new PenumbraError('usage', 'a working set in a file needs --consumer', { hint });
  if (known.includes(consumer) || known.includes(ANY)) return consumer;
  const near = didYouMean(consumer, named);
  throw new PenumbraError('usage', `the working set has nothing for ${cite(consumer)}${near}`, { hint });
}

async function readSet(file: string): Promise<WorkingSetBytes> {
  const read = await readBytes(file).catch((error: unknown) => {
    if (error instanceof PenumbraError) throw error;
    throw new PenumbraError(
      'unreadable-input',
      `cannot read ${cite(file)}: ${systemReason(error) ?? error}`,
      {
        hint: 'name a file that holds the bytes of a working set',
        cause: error,
      },
    );
  });
  // Editors end a file with a line break; canonical bytes never do.
  const bytes = Uint8Array.from(read.at(-1) === NEW_LINE ? read.subarray(0, -1) : read);
  return { bytes, id: workingSetId(bytes) };
}

/** A device may never end, and a pipe does not report its length. */
async function readBytes(file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(file, { end: limits.objectBytes })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length <= limits.objectBytes) return bytes;
  throw new PenumbraError('limit-exceeded', `${cite(file)} is longer than ${limits.objectBytes} bytes`, {
    hint: 'name a file that holds the bytes of a working set',
  });
}
