/**
 * Key files: one key each, as a line of JSON. They are read only if nobody else could have read or written
 * them, and appear whole or not at all; if several processes create the same file, one wins.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { isOfGoneProcess, isStale, markProcess } from './file-lock.ts';

/** The permissions of a file: `private` is for its owner only, `public` may be read by everyone. */
export type KeyFileKind = 'private' | 'public';

const MODES = { private: 0o600, public: 0o644 } as const;
const FORBIDDEN = { private: 0o077, public: 0o022 } as const;
const MOST_BYTES = 64 * 1024;
const DRAFT = '.draft-';

/** Reads a key file; null if it does not exist, a fault if others could have read or changed it. */
export function readKeyFile(file: string, kind: KeyFileKind): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    requireGuarded(file, fstatSync(descriptor), kind);
    return readFileSync(descriptor, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unusable(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Makes the key directory if it does not exist; rejects one that others can write to. */
export function requireKeyDirectory(directory: string): void {
  try {
    makeDirectories(directory);
    requireOwnDirectory(directory);
  } catch (error) {
    throw unusable(directory, error);
  }
}

/**
 * Rejects a directory that others can write to, because they could put their own keys in it; a missing one is
 * fine.
 */
export function requireOwnDirectory(directory: string): void {
  const stat = lookAt(directory);
  if (stat === undefined || process.platform === 'win32') return;
  if ((stat.mode & FORBIDDEN.public) === 0 && isOwn(stat)) return;
  const remedy = `chmod 700 ${directory}, or set PENUMBRA_CONFIG_DIR to a directory of your own`;
  throw fault(directory, 'can be written to by others', remedy);
}

function lookAt(directory: string): Stats | undefined {
  let stat: Stats | undefined;
  try {
    stat = statSync(directory, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(directory, error);
  }
  if (stat === undefined || stat.isDirectory()) return stat;
  throw fault(directory, 'is not a directory', 'set PENUMBRA_CONFIG_DIR to a directory of your own');
}

/** Writes a new key file; false if somebody else was first. */
export function addKeyFile(file: string, text: string, kind: KeyFileKind): boolean {
  return throughDraft(file, text, kind, (draft) => {
    try {
      linkSync(draft, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

/** Replaces an existing key file. */
export function replaceKeyFile(file: string, text: string, kind: KeyFileKind): void {
  throughDraft(file, text, kind, (draft) => renameSync(draft, file));
}

/** Removes the drafts of processes that were killed: they may contain keys. */
export function removeLeftDrafts(directory: string): void {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(DRAFT))) {
    const draft = join(directory, name);
    const found = statSync(draft, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (isOfGoneProcess(name.slice(DRAFT.length)) || isStale(found.mtimeMs)) rmSync(draft, { force: true });
  }
}

/** Returns the fault of an unusable key file. */
export function fault(file: string, problem: string, hint: string, cause?: unknown): PenumbraError {
  return new PenumbraError('invalid-configuration', `${cite(file)} ${problem}`, {
    hint,
    data: { file },
    cause,
  });
}

/** Moves a finished file into place, and makes that durable. */
function throughDraft<Result>(
  file: string,
  text: string,
  kind: KeyFileKind,
  place: (draft: string) => Result,
): Result {
  const draft = join(dirname(file), `${DRAFT}${markProcess()}`);
  try {
    const descriptor = openSync(draft, 'wx', MODES[kind]);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    const result = place(draft);
    syncDirectory(dirname(file));
    return result;
  } catch (error) {
    throw unusable(file, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function requireGuarded(file: string, stat: Stats, kind: KeyFileKind): void {
  if (!stat.isFile() || stat.size > MOST_BYTES) throw fault(file, 'is not a key file', 'move it away');
  if (process.platform === 'win32') return;
  if ((stat.mode & FORBIDDEN[kind]) === 0 && isOwn(stat)) return;
  const problem = kind === 'private' ? 'can be read by others' : 'can be written to by others';
  const remedy = `chmod ${MODES[kind].toString(8)} ${file}, and make it yours with chown`;
  throw fault(file, problem, remedy);
}

/** Root can do anything anyway, and may provide keys for others to read. */
function isOwn({ uid }: Stats): boolean {
  return uid === 0 || uid === process.getuid?.();
}

/** Turns a system error about a key file into a fault for people; a fault is returned unchanged. */
export function unusable(file: string, error: unknown): unknown {
  if (error instanceof PenumbraError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return fault(
    file,
    `cannot be used (${code})`,
    'see that the directory of the keys is yours and has room',
    error,
  );
}

/**
 * Makes a directory and its missing parents, one by one and for the owner only: when asked to make several at
 * once, Node retries forever on file systems that accept none, such as procfs.
 */
export function makeDirectories(directory: string): void {
  const missing: string[] = [];
  for (let place = directory; !isThere(place) && dirname(place) !== place; place = dirname(place))
    missing.unshift(place);
  for (const place of missing) makeDirectory(place);
}

function makeDirectory(place: string): void {
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(place).isDirectory();
    if (!isMade) throw error;
  }
}

function isThere(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false }) !== undefined;
}
