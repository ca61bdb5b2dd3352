/**
 * A directory for one run that nobody else can enter: its home, the copy of its script, and files for the
 * sandbox.
 */
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A private directory, removed on disposal. */
export interface PrivateDirectory extends Disposable {
  readonly path: string;
  /** Makes a directory in it. */
  makeDirectory(name: string): string;
  /** Writes a new file, which nothing holds open afterwards, and returns its path. */
  writeFile(name: string, bytes: Uint8Array | string, mode: number): string;
}

/** Makes a private directory in another. */
export function makePrivateDirectory(parent: string): PrivateDirectory {
  const path = mkdtempSync(join(parent, 'penumbra-run-'));
  return {
    path,
    makeDirectory: (name) => {
      const made = join(path, name);
      mkdirSync(made, { mode: 0o700 });
      return made;
    },
    writeFile: (name, bytes, mode) => {
      const file = join(path, name);
      const descriptor = openSync(file, 'wx', mode);
      try {
        writeAll(descriptor, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
      } finally {
        closeSync(descriptor);
      }
      return file;
    },
    [Symbol.dispose]: () => remove(path),
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
}

/** A program may have made directories inaccessible; what still cannot be removed is left to the system. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    try {
      reopen(path);
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Nothing that was run depends on it.
    }
  }
}

function reopen(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) reopen(join(directory, entry.name));
  }
}
