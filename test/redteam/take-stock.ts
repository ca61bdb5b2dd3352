// Takes stock of files as they are: what stands where, its bytes, its rights and its further names.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What stands at each path. */
export type Stock = ReadonlyMap<string, string>;

/** Takes stock of some paths below a folder and of everything below them, and of what stands in the folder itself. */
export function takeStock(folder: string, paths: readonly string[]): Stock {
  const stock = new Map<string, string>([['', readdirSync(folder).sort().join(' ')]]);
  const add = (path: string): void => {
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
    const rights = (stat?.mode ?? 0).toString(8);
    if (stat === undefined) stock.set(path, 'absent');
    else if (stat.isSymbolicLink()) stock.set(path, `link ${readlinkSync(join(folder, path))}`);
    else if (stat.isFile()) stock.set(path, `${rights} ${stat.nlink} ${digestOf(join(folder, path))}`);
    else stock.set(path, rights);
    if (stat?.isDirectory()) for (const name of readdirSync(join(folder, path))) add(`${path}/${name}`);
  };
  for (const path of paths) add(path);
  return stock;
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
