/** Reads files of a repository that say where its parts are; an agent may have put anything in their place. */
import { readFileSync, statSync } from 'node:fs';

const LARGEST_BYTES = 4 * 1024 * 1024;

/** Returns the text of a file; undefined where there is none. What is no file, or no small one, is not read. */
export function readSmallFile(path: string): string | undefined {
  try {
    const stat = statSync(path);
    // A pipe would be waited for.
    if (!stat.isFile()) return undefined;
    return stat.size > LARGEST_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
