/**
 * Finds the named reports (files, directories, globs, archives, standard input) and opens them as hashed
 * streams. A zip archive is read like a folder, in place.
 */
import {
  closeSync,
  createReadStream,
  type Dirent,
  globSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { Archive, ArchiveEntry } from '../../adapters/archives/index.ts';
import { pathWithin } from '../../engine/index.ts';
import {
  cite,
  compareCodePoints,
  createSha256,
  PenumbraError,
  type Sha256,
  sha256,
  sortByCodePoint,
} from '../../kernel/index.ts';
import { intakeLimits, isReport, type ReportSource, type UnreadReport } from '../../rca/index.ts';

/** A report that can be read once; its hash covers all of it, even the part that was not read. */
export type OpenedReport = ReportSource & { hash(): Promise<Sha256> };

const STANDARD_INPUT = '-';
/** How file names are resolved: which files count in a folder, and the error when nothing is found. */
export type NamedAs = {
  readonly currentDirectory: string;
  readonly inDirectory: string;
  readonly what: string;
  readonly hint: string;
};

const HINT =
  'name a file that the test runner wrote, a log, a folder or zip archive with such files, a pattern, or - for standard input; penumbra investigate --help lists the formats';

/** The opened reports, and the files in named folders that were passed over. */
export type OpenedReports = {
  readonly reports: readonly OpenedReport[];
  readonly passedOver: readonly UnreadReport[];
};

/** Opens the reports that names refer to, each once. */
export async function openReports(
  names: readonly string[],
  { root, currentDirectory = process.cwd() }: { readonly root: string; readonly currentDirectory?: string },
): Promise<OpenedReports> {
  const passedOver: UnreadReport[] = [];
  const found = names.flatMap((name) => {
    const { files, left } = reportsNamed(name, currentDirectory);
    if (left.length > 0)
      passedOver.push({
        source: shownName(resolve(currentDirectory, name), root) || '.',
        reason: passedWords(left),
      });
    return files;
  });
  const named: FoundReport[] = [];
  for (const file of new Set(found)) {
    const name = shownName(file, root);
    if (file === STANDARD_INPUT || !isArchive(file))
      named.push({
        file,
        name,
        open: () => (file === STANDARD_INPUT ? process.stdin : createReadStream(file)),
      });
    else {
      const { reports, left } = await reportsInArchive(file, name);
      named.push(...reports);
      passedOver.push(...left);
    }
  }
  if (named.length === 0 && names.length > 0) {
    const [first] = passedOver;
    throw new PenumbraError(
      'unreadable-input',
      `${cite(first?.source ?? '')} names no report: ${first?.reason}`,
      {
        hint: HINT,
      },
    );
  }
  // Reports outside the workspace that share a name are ordered by content, not by location.
  const isAmbiguous = (name: string) => named.filter((other) => other.name === name).length > 1;
  const keyed = named.map((one) => ({ ...one, key: isAmbiguous(one.name) ? hashOf(one.file) : '' }));
  keyed.sort(
    (left, right) => compareCodePoints(left.name, right.name) || compareCodePoints(left.key, right.key),
  );
  return { reports: keyed.map(({ name, open }) => openStream(name, open())), passedOver };
}

type FoundReport = {
  readonly file: string;
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
};

/** Returns the reports in an archive, recognized by content, and the files left out. */
async function reportsInArchive(
  file: string,
  name: string,
): Promise<{ readonly reports: readonly FoundReport[]; readonly left: readonly UnreadReport[] }> {
  let archive: Archive;
  try {
    const { openArchive } = await import('../../adapters/archives/index.ts');
    archive = await openArchive(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reports: [], left: [{ source: name, reason: `the archive is damaged or cut off: ${reason}` }] };
  }
  const left: UnreadReport[] = archive.fault === undefined ? [] : [{ source: name, reason: archive.fault }];
  const others: string[] = [];
  const entries: ArchiveEntry[] = [];
  for (const entry of archive.entries) {
    const kind = await kindOfEntry(entry);
    if (kind === 'report') entries.push(entry);
    else if (kind === 'other') others.push(entry.name);
    else left.push({ source: `${name}/${entry.name}`, reason: kind.fault });
  }
  const whole = withoutSteps(entries);
  if (others.length > 0) left.push({ source: name, reason: passedWords(sortByCodePoint(others)) });
  let waiting = whole.length;
  if (waiting === 0) archive.close();
  const open = async function* (entry: ArchiveEntry): AsyncGenerator<Uint8Array> {
    try {
      yield* entry.bytes();
    } finally {
      waiting--;
      if (waiting === 0) archive.close();
    }
  };
  return {
    reports: whole.map((entry) => ({ file, name: `${name}/${entry.name}`, open: () => open(entry) })),
    left,
  };
}

async function kindOfEntry(entry: ArchiveEntry): Promise<'report' | 'other' | { readonly fault: string }> {
  if (entry.fault !== undefined) return { fault: entry.fault };
  try {
    const beginning = await beginningOf(entry);
    if (beginsArchive(beginning))
      return { fault: 'it is an archive within an archive; unpack it and give the folder' };
    return isReportNamed(entry.name) || isReport(unpacked(beginning)) ? 'report' : 'other';
  } catch (error) {
    return { fault: `it cannot be unpacked: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function beginningOf(entry: ArchiveEntry): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of entry.bytes()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= intakeLimits.prefixBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, intakeLimits.prefixBytes);
}

/**
 * GitHub's log archive holds each job's log as a whole and again step by step, in a folder named after the
 * job.
 */
function withoutSteps(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const jobs = new Set(entries.flatMap(({ name }) => /^(?:-?\d+_)?([^/]+)[.]txt$/.exec(name)?.[1] ?? []));
  return entries.filter(({ name }) => {
    const [job = '', step] = name.split('/');
    return step === undefined || !jobs.has(job) || !/^\d+_.*[.]txt$/.test(step);
  });
}

/** Opens a report that is already available as text. */
export function openReportText(name: string, text: string): OpenedReport {
  return { name, bytes: bytesOf(text), hash: async () => sha256(text) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

type Named = { readonly files: readonly string[]; readonly left: readonly string[] };

function reportsNamed(name: string, currentDirectory: string): Named {
  if (name === STANDARD_INPUT) return { files: [name], left: [] };
  const path = resolve(currentDirectory, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return reportsIn(path, name);
  if (found) return { files: [requireReadable(path, name, found)], left: [] };
  const matches = globSync(name, { cwd: currentDirectory }).map((file) => resolve(currentDirectory, file));
  const files = matches.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return { files: requireSome(files, name, { what: 'report', hint: HINT }), left: [] };
}

/**
 * Opening a pipe without a writer blocks forever, as does reading a device; the descriptors a shell passes do
 * end.
 */
function requireReadable(path: string, name: string, stats: Stats): string {
  if (stats.isFile() || /^(?:[/]dev[/](?:fd[/]\d+|stdin)|[/]proc[/]self[/]fd[/]\d+)$/.test(path)) return path;
  throw new PenumbraError('unreadable-input', `${cite(name)} is no file but ${kindOf(stats)}`, {
    hint: 'write the report into a file, or give - and pipe it in',
  });
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Folders that hold no reports, but many files. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const MOST_FILES = 100_000;

/** Returns the files of a folder that are reports by content, and the names of the others. */
function reportsIn(folder: string, name: string): Named {
  const files: string[] = [];
  const left: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of entriesOf(join(folder, below))) {
      const path = join(below, entry.name);
      if (entry.isDirectory() && !FOREIGN_FOLDERS.has(entry.name)) waiting.push(path);
      else if (entry.isFile()) {
        const file = join(folder, path);
        (isReportFile(file) || isArchive(file) ? files : left).push(path);
      }
      if (files.length + left.length > MOST_FILES)
        throw new PenumbraError('unreadable-input', `${cite(name)} has more than ${MOST_FILES} files`, {
          hint: 'name the folder that the test runner writes its reports into',
        });
    }
  }
  if (files.length > 0)
    return { files: sortByCodePoint(files).map((file) => join(folder, file)), left: sortByCodePoint(left) };
  const seen = left.length === 0 ? 'it holds no file' : passedWords(sortByCodePoint(left));
  throw new PenumbraError('unreadable-input', `${cite(name)} names no report: ${seen}`, { hint: HINT });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** XML is accepted whatever its content, so that a damaged report is reported by name. */
function isReportNamed(name: string): boolean {
  return /[.](?:xml|trx)$/i.test(name);
}

function isReportFile(file: string): boolean {
  if (isReportNamed(file)) return true;
  const beginning = beginningOfFile(file);
  try {
    return isReport(unpacked(beginning));
  } catch {
    return false;
  }
}

function isArchive(file: string): boolean {
  return beginsArchive(beginningOfFile(file));
}

function beginsArchive(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return beginning === 'PK\u0003\u0004' || beginning === 'PK\u0005\u0006';
}

/** Empty for a file that cannot be opened: the error is reported when the file is read. */
function beginningOfFile(file: string): Uint8Array {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = new Uint8Array(intakeLimits.prefixBytes);
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return new Uint8Array();
  }
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LARGEST_BEGINNING });
}

/** The most that a few packed bytes may unpack to. */
const LARGEST_BEGINNING = 8 * 1024 * 1024;
const MOST_NAMES = 3;

function passedWords(left: readonly string[]): string {
  const names = left
    .slice(0, MOST_NAMES)
    .map((path) => cite(path))
    .join(', ');
  const more = left.length > MOST_NAMES ? ` and ${left.length - MOST_NAMES} more` : '';
  return left.length === 1
    ? `${names} is no test report`
    : `${left.length} files are no test reports: ${names}${more}`;
}

/** Returns the files a name refers to: itself, all in a folder, or the matches of a pattern; at least one. */
export function namedFiles(name: string, as: NamedAs): readonly string[] {
  const { currentDirectory, inDirectory } = as;
  const path = resolve(currentDirectory, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    return requireSome(globSync(inDirectory, { cwd: path }), name, as).map((file) => join(path, file));
  if (found) return [path];
  const matches = globSync(name, { cwd: currentDirectory }).map((file) => resolve(currentDirectory, file));
  return requireSome(matches, name, as);
}

function requireSome(
  files: readonly string[],
  name: string,
  { what, hint }: Pick<NamedAs, 'what' | 'hint'>,
): readonly string[] {
  if (files.length > 0) return sortByCodePoint([...files]);
  throw new PenumbraError('unreadable-input', `${cite(name)} names no ${what}`, { hint });
}

/** Returns a name that is the same in every clone, provided the report is inside the workspace. */
export function shownName(file: string, root: string): string {
  if (file === STANDARD_INPUT) return 'stdin';
  return pathWithin(root, file) ?? basename(file);
}

function hashOf(file: string): string {
  return file === STANDARD_INPUT ? '' : sha256(readFileSync(file));
}

function openStream(name: string, stream: AsyncIterable<Uint8Array>): OpenedReport {
  const iterator = stream[Symbol.asyncIterator]();
  const digest = createSha256();
  const next = async () => {
    const step = await iterator.next();
    if (step.done !== true) digest.update(step.value);
    return step;
  };
  return {
    name,
    // No `return` method: if a reader stops early, the hash still reads the rest.
    bytes: { [Symbol.asyncIterator]: () => ({ next }) },
    async hash() {
      while ((await next()).done !== true);
      return digest.digest();
    },
  };
}
