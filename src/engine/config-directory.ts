/** Where this user's settings and keys are: named by the environment, else where the system keeps such things. */
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
  // A relative one counts for nothing, as its specification says.
  if (isAbsolute(shared)) return join(shared, 'penumbra');
  return join(requireAbsolute(home === '' ? homeOfUser() : home), '.config', 'penumbra');
}

/** Returns the directory of the keys. */
export function keysDirectory(environment: Environment = process.env): string {
  return join(configDirectory(environment), 'keys');
}

/**
 * Returns where a configuration really lies: its directory, and whatever a link leads to there or in a directory of it,
 * with the links on the way. What it holds (keys, anchors, accepted servers) lies no deeper.
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

/** A relative place would mean another one from every directory. */
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
