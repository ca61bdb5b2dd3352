/**
 * Zip archives, read in place: nothing is written to disk, so a name in an archive is only text, never a
 * path. The unpacked size is limited per file and per archive.
 */
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** A file in an archive. */
export interface ArchiveEntry {
  /** As written in the archive, with `/` between folders. */
  readonly name: string;
  /** Why it cannot be read, if that is known in advance. */
  readonly fault?: string;
  /** Unpacks the file; the stream throws when it reaches a limit or damage. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** An archive that stays open until it is closed. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  /** Why the listing is incomplete. */
  readonly fault?: string;
  close(): void;
}

const limits = {
  /** How many files of an archive are listed. */
  entries: 20_000,
  /** The total unpacked size of one archive. */
  unpackedBytes: 4 * 1024 ** 3,
  /** The maximum compression ratio of a file over `ratioFrom`: logs reach 50, reports 100. */
  ratio: 500,
  /** Smaller files may be compressed to any ratio. */
  ratioFrom: 16 * 1024 ** 2,
  nameLength: 1_024,
} as const;

/** Opens an archive and lists its files; throws if it is not an archive, or has lost its directory. */
export async function openArchive(file: string): Promise<Archive> {
  // Names are decoded here, because yauzl would stop the listing at a name that leads out of a folder.
  const zip = await yauzl.openPromise(file, { autoClose: false, decodeStrings: false, lazyEntries: true });
  const { entries, fault } = await listEntries(zip);
  let unpacked = 0;
  const spend = (length: number): boolean => {
    unpacked += length;
    return unpacked <= limits.unpackedBytes;
  };
  return {
    entries: entries.map((entry) => {
      const fault = faultOf(entry);
      return {
        name: nameOf(entry),
        ...(fault !== undefined && { fault }),
        bytes: () => unpack(zip, entry, spend),
      };
    }),
    ...(fault !== undefined && { fault }),
    close: () => zip.close(),
  };
}

async function listEntries(
  zip: ZipFile,
): Promise<{ readonly entries: readonly Entry[]; readonly fault?: string }> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= limits.entries)
        return {
          entries,
          fault: `it holds more than ${limits.entries} files; the others were not looked at`,
        };
      if (!/[/\\]$/.test(entry.fileNameRaw.toString('latin1'))) entries.push(entry);
    }
    return { entries };
  } catch (error) {
    return { entries, fault: `its list of files is damaged: ${messageOf(error)}` };
  }
}

function nameOf({ fileNameRaw }: Entry): string {
  return fileNameRaw.subarray(0, limits.nameLength).toString('utf8').replaceAll('\\', '/');
}

function faultOf(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'it is encrypted; unpack the archive with its password and give the folder';
  if (!entry.canDecodeFileData())
    return 'it is packed by a method that is not known here; unpack the archive and give the folder';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > limits.ratioFrom && uncompressedSize > compressedSize * limits.ratio)
    return `it would become ${Math.floor(uncompressedSize / Math.max(1, compressedSize))} times larger when it is unpacked, which no report does`;
  return undefined;
}

async function* unpack(
  zip: ZipFile,
  entry: Entry,
  spend: (length: number) => boolean,
): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (!spend(chunk.length))
        throw new Error(`more than ${limits.unpackedBytes} bytes of the archive were unpacked`);
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('it is damaged: its checksum is another one');
  } finally {
    stream.destroy();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
