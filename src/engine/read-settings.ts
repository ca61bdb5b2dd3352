/**
 * Reads the settings of a workspace. A flag takes precedence over `PENUMBRA_*`, which takes precedence over
 * `penumbra.yaml`, then the default.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PenumbraError } from '../kernel/index.ts';
import type { Settings } from './parse-settings.ts';
import { systemReason } from './system-fault.ts';
import { SETTINGS_FILE } from './workspace-root.ts';

/** The sources of settings, in order of precedence. */
export type SettingSources = {
  readonly options: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The workspace's root, where the settings file is. */
  readonly root: string;
};

/**
 * Returns the effective store setting, or null for the default. The file is read only if nothing outranks it.
 */
export async function storeSetting({ options, environment, root }: SettingSources): Promise<string | null> {
  return options.store ?? (environment.PENUMBRA_STORE || (await readSettings(root)).store) ?? null;
}

/** Reads the settings file of a workspace; returns empty settings if there is none. */
export async function readSettings(root: string): Promise<Settings> {
  const text = readIfPresent(join(root, SETTINGS_FILE));
  if (text === null) return {};
  const { parseSettings } = await import('./parse-settings.ts');
  return parseSettings(text);
}

function readIfPresent(file: string): string | null {
  try {
    // Opening a pipe would block forever.
    if (!statSync(file).isFile()) throw unreadable('it is not a regular file');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const reason = systemReason(error);
    throw reason === null ? error : unreadable(reason, error);
  }
}

function unreadable(reason: string, cause?: unknown): PenumbraError {
  return new PenumbraError('invalid-configuration', `${SETTINGS_FILE} cannot be read: ${reason}`, {
    hint: `make ${SETTINGS_FILE} a text file that you may read, or take it away`,
    cause,
  });
}
