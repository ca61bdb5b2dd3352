/** Writes a report to a file that was named: whole or not at all, at the end of links. */
import { constants, type Stats } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cite, PenumbraError } from '../kernel/index.ts';

/** Refuses a place that nothing can be written to, before long work ends there. */
export async function requireWritable(file: string): Promise<void> {
  await explained(file, async () => {
    const found = await existing(file);
    if (found?.isDirectory())
      throw new PenumbraError('usage', `${cite(file)} is a directory`, { hint: 'name a file in it' });
    await access(found?.isFile() === false ? file : dirname(file), constants.W_OK);
  });
}

/** Writes a text to a file; a pipe or device takes it as it comes. */
export async function writePage(file: string, text: string): Promise<void> {
  await explained(file, async () => {
    const found = await existing(file);
    if (found?.isFile() === false) await writeFile(file, text);
    else await replace(found === null ? file : await realpath(file), { text, mode: found?.mode ?? 0o666 });
  });
}

function existing(file: string): Promise<Stats | null> {
  return stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes beside the file and renames when all is on disk. */
async function replace(
  path: string,
  { text, mode }: { readonly text: string; readonly mode: number },
): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, text, { mode, flush: true });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function explained(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { outputFault } = await import('../engine/index.ts');
    throw outputFault(cite(file), error);
  }
}
