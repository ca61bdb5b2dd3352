/** Where this user's settings and keys are: set by the environment, else in the system's usual place. */
import { type Dirent, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { placesOf } from '../adapters/paths/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the configuration directory, which need not exist; an empty variable counts as not set. */
export function configDirectory(environment: Environment = process.env): string {
  const { PENUMBRA_CONFIG_DIR: own = '', XDG_CONFIG_HOME: shared = '', HOME: home = '' } = environment;
  if (own !== '') return requireAbsolute(own);
  // A relative one is ignored, as the XDG specification requires.
  if (isAbsolute(shared)) return join(shared, 'penumbra');
  return join(requireAbsolute(home === '' ? homeOfUser() : home), '.config', 'penumbra');
}

/** Returns the directory of the keys. */
export function keysDirectory(environment: Environment = process.env): string {
  return join(configDirectory(environment), 'keys');
}

/**
 * Returns the real places of a configuration: its directory, and the target of every link in it or one
 * directory below, with the links on the way. Its content (keys, anchors, accepted servers) is never nested
 * deeper.
 */
export function configurationPlaces(configuration: string): readonly string[] {
  const places = [...placesOf(configuration)];
  for (const one of entriesOf(configuration)) {
    const path = join(configuration, one.name);
    const below = entriesOf(path).map((entry) => [entry, join(path, entry.name)] as const);
    for (const [entry, place] of [[one, path] as const, ...below])
      if (entry.isSymbolicLink()) places.push(...placesOf(place));
  }
  return places;
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A relative path would mean something else in every directory. */
function requireAbsolute(directory: string): string {
  if (isAbsolute(directory) && !directory.includes('\0')) return directory;
  throw new PenumbraError('invalid-configuration', `${cite(directory)} is not the full path of a directory`, {
    hint: 'set PENUMBRA_CONFIG_DIR to a full path',
  });
}

function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
