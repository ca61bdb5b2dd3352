/**
 * Finds the workspace a command works on: the nearest directory at or above the current one that is a
 * workspace, else the current directory.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { cite, PenumbraError } from '../kernel/index.ts';

/** The name of the settings file in a workspace. */
export const SETTINGS_FILE = 'penumbra.yaml';

/** What marks the root of a workspace, the strongest marker first. */
const MARKERS = ['.penumbra', SETTINGS_FILE, '.git'] as const;

/** A workspace's root and how it was recognized. */
export type WorkspaceRoot = {
  readonly path: string;
  readonly foundBy: (typeof MARKERS)[number] | 'option' | 'current directory';
};

/** Where to look for the root. */
type WorkspaceOptions = {
  /** The root itself; defaults to `PENUMBRA_WORKSPACE`, else the root is searched for. */
  readonly workspace?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentDirectory?: string;
};

/** Finds the root from an explicit directory, or by searching upwards from the current one. */
export function findWorkspaceRoot(options: WorkspaceOptions): WorkspaceRoot {
  const { environment, currentDirectory } = options;
  const workspace = options.workspace ?? (environment.PENUMBRA_WORKSPACE || undefined);
  if (workspace !== undefined)
    return { path: requireDirectory(workspace, currentDirectory), foundBy: 'option' };
  const start = realDirectory(currentDirectory);
  for (let path = start; ; path = dirname(path)) {
    const marker = MARKERS.find((name) => existsSync(join(path, name)));
    if (marker) return { path, foundBy: marker };
    if (path === dirname(path)) return { path: start, foundBy: 'current directory' };
  }
}

function requireDirectory(name: string, currentDirectory: string | undefined): string {
  const path = isAbsolute(name) ? name : resolve(realDirectory(currentDirectory), name);
  if (name !== '' && isDirectory(path)) return realpathSync(path);
  throw new PenumbraError('usage', `${cite(name === '' ? name : path)} is not a directory`, {
    hint: 'name the workspace with --workspace DIR',
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The current directory may have been removed while a shell is still in it. */
function realDirectory(directory: string | undefined): string {
  try {
    return realpathSync(directory ?? process.cwd());
  } catch (cause) {
    throw new PenumbraError('usage', 'the current directory is gone or closed to you', {
      hint: 'go to another directory, or name the workspace with --workspace and its full path',
      cause,
    });
  }
}

/**
 * Returns the path below a root with `/` between names; empty for the root itself, null for a place outside.
 */
export function pathWithin(root: string, place: string): string | null {
  const path = relative(root, place).split(sep).join('/');
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}
