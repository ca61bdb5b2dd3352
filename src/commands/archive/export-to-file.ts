/** Exports a ledger to a file, a pipe, a device or standard output. */
import { fstatSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { findTarget, outputFault, writeTarget } from '../../engine/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { type ArchiveSummary, exportArchive, type Store } from '../../ledger/index.ts';

const STANDARD_OUTPUT = 1;

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
  try {
    if (file === '-') await writeStandardOutput(chunks());
    else {
      const target = await findTarget(file);
      await refuseOwnFiles(store, target.path);
      await writeTarget(target, chunks());
    }
  } catch (error) {
    throw outputFault(file === '-' ? 'the archive to standard output' : cite(file), error);
  }
  return summary as ArchiveSummary;
}

/** INVARIANT (an export never writes to the ledger it reads), by whatever name the ledger's files are called. */
async function refuseOwnFiles({ location }: Store, path: string): Promise<void> {
  // A ledger in a database server has no files here.
  const ledger = await realpath(location).catch(() => null);
  if (ledger === null || !['', '-wal', '-shm'].some((suffix) => path === `${ledger}${suffix}`)) return;
  throw new PenumbraError('usage', `${cite(path)} belongs to the ledger that is exported`, {
    hint: 'choose another name for the archive',
  });
}

async function writeStandardOutput(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // Into a file, Node's own stream writes once and does not look how much of it the disk took.
  const isFile = fstatSync(STANDARD_OUTPUT).isFile();
  for await (const chunk of chunks) {
    if (isFile) writeFileSync(STANDARD_OUTPUT, chunk);
    else await writeToStream(chunk);
  }
}

function writeToStream(chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
