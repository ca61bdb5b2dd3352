/** Archives to import: a file, a pipe or standard input as chunks, after a look at its beginning. */
import { createReadStream } from 'node:fs';
import { systemReason } from '../../engine/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';

/** An archive that was opened; let go of it when done. */
export type OpenedArchive = AsyncIterable<Uint8Array> & AsyncDisposable;

/** How the header of an archive of any version begins, as canonical JSON. */
const BEGINNING = '{"format":"penumbra.archive/';

/** Opens an archive, `-` for standard input, so that nothing is made for a file that cannot be read or is none. */
export async function openArchive(file: string): Promise<OpenedArchive> {
  const chunks = readChunks(file);
  let beginning: Uint8Array = new Uint8Array();
  while (beginning.length < BEGINNING.length) {
    const next = await chunks.next();
    if (next.done) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  if (!Buffer.from(beginning).toString('latin1').startsWith(BEGINNING)) {
    await chunks.return(undefined);
    throw new PenumbraError('archive-invalid', `${nameOf(file)} is not a penumbra archive`, {
      hint: 'give a file that `penumbra export` wrote',
    });
  }
  return {
    async *[Symbol.asyncIterator]() {
      yield beginning;
      yield* chunks;
    },
    [Symbol.asyncDispose]: async () => void (await chunks.return(undefined)),
  };
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const reason = systemReason(error) ?? 'the stream broke';
    throw new PenumbraError('unreadable-input', `cannot read ${nameOf(file)}: ${reason}`, {
      hint: 'name a file that exists and that you may read, or - for standard input',
      cause: error,
    });
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : cite(file);
}
