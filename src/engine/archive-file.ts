/** Archives as files: written whole or not at all, read as a stream; `-` is standard output or input. */
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PenumbraError } from '../kernel/index.ts';
import { type ArchiveSummary, exportArchive, type Store } from '../ledger/index.ts';

/** Exports a ledger to a file, or to standard output for `-`, and returns what the archive holds. */
export async function exportToFile(
  store: Store,
  file: string,
  onProgress?: (bytes: number) => void,
): Promise<ArchiveSummary> {
  let summary: ArchiveSummary | undefined;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    const archive = exportArchive(store);
    for (;;) {
      const next = await archive.next();
      if (next.done) {
        summary = next.value;
        return;
      }
      bytes += next.value.length;
      onProgress?.(bytes);
      yield next.value;
    }
  };
  if (file === '-') await pipeline(chunks(), process.stdout, { end: false });
  else await writeFileWhole(file, chunks());
  return summary as ArchiveSummary;
}

/** Reads a file, or standard input for `-`, as chunks. */
export async function* readFileChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PenumbraError('unreadable-input', `cannot read \`${file}\`: ${code ?? 'the stream broke'}`, {
      hint: 'name a file that exists and that you may read, or - for standard input',
      cause: error,
    });
  }
}

/** Writes chunks to a file that appears under its name only when it is whole and on disk. */
async function writeFileWhole(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${file}.${process.pid}.partial`;
  try {
    await using handle = await open(temporary, 'w');
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof PenumbraError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new PenumbraError(isFull ? 'store-full' : 'usage', `cannot write \`${file}\`: ${code}`, {
      hint: 'choose a place with room that you may write to',
      cause: error,
    });
  }
}
