/** Exports a ledger to a file, a pipe, a device or standard output. */
import { createReadStream, fstatSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { findTarget, outputFault, systemReason, writeTarget } from '../engine/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';
import {
  type ArchiveSummary,
  exportArchive,
  frameLogPrefix,
  parseSubject,
  type Store,
  type Subject,
} from '../ledger/index.ts';

const STANDARD_OUTPUT = 1;

/** Exports a ledger to a file, or to standard output for `-`, and returns a summary of the archive. */
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

/**
 * INVARIANT (an export never writes to the ledger it reads), whatever name is used for the ledger's files.
 */
async function refuseOwnFiles({ location }: Store, path: string): Promise<void> {
  // A ledger on a database server has no files here.
  const ledger = await realpath(location).catch(() => null);
  if (ledger === null || !['', '-wal', '-shm'].some((suffix) => path === `${ledger}${suffix}`)) return;
  throw new PenumbraError('usage', `${cite(path)} belongs to the ledger that is exported`, {
    hint: 'choose another name for the archive',
  });
}

async function writeStandardOutput(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // For a file, Node's own stream writes once without checking how much the disk accepted.
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

/** Returns the subject a text names, or throws `frame-not-found` if the ledger has no frame about it. */
export async function knownSubject(store: Store, text: string): Promise<Subject> {
  const subject = parseSubject(text);
  const [head] = await store.listHeads({ prefix: frameLogPrefix(subject), limit: 1 });
  if (head) return subject;
  throw new PenumbraError('frame-not-found', `no frame of ${cite(text)} is known`, {
    hint: 'spell the subject as it was recorded, a node by its path from the root, for instance `node:src/a.ts`',
  });
}

/** An opened archive; dispose of it when done. */
type OpenedArchive = AsyncIterable<Uint8Array> & AsyncDisposable;

/** The start of an archive's header in every version, as canonical JSON. */
const BEGINNING = '{"format":"penumbra.archive/';

/**
 * Opens an archive, `-` for standard input, so that nothing is created for a file that is unreadable or no
 * archive.
 */
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
