/** Finds the workspace a command works on: the nearest directory upwards that is one, or the current directory. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PenumbraError } from '../kernel/index.ts';

/** What marks a directory as the root of a workspace, the surest sign first. */
const MARKERS = ['.penumbra', 'penumbra.yaml', '.git'] as const;

/** A workspace's root and what it was recognised by. */
export type WorkspaceRoot = {
  readonly path: string;
  readonly foundBy: (typeof MARKERS)[number] | 'option' | 'current directory';
};

/** Finds the root from an explicit directory, or upwards from the current one. */
export function findWorkspaceRoot(options: {
  readonly directory?: string;
  readonly currentDirectory: string;
}): WorkspaceRoot {
  const { directory, currentDirectory } = options;
  if (directory !== undefined)
    return { path: requireDirectory(resolve(currentDirectory, directory)), foundBy: 'option' };
  for (let path = realpathSync(currentDirectory); ; path = dirname(path)) {
    const marker = MARKERS.find((name) => existsSync(join(path, name)));
    if (marker) return { path, foundBy: marker };
    if (path === dirname(path)) return { path: realpathSync(currentDirectory), foundBy: 'current directory' };
  }
}

function requireDirectory(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
  throw new PenumbraError('usage', `\`${path}\` is not a directory`, {
    hint: 'name the workspace with --workspace DIR',
  });
}
