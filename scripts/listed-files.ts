// The files that belong to the project: tracked by git, or new and not ignored.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the project's files below `folder` as paths relative to `root`, sorted. */
export function listedFiles({ root, folder = '.' }: { root: string; folder?: string }): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder];
  const names = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(names.split('\0'))].filter((name) => name !== '' && existsSync(join(root, name))).sort();
}
