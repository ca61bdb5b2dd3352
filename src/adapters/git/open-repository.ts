/**
 * What git knows about a workspace: the tracked files from git itself, ignore rules and nested repositories
 * from its files.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type ByteText,
  bytesOf,
  fromBytes,
  type OuterRules,
  type Repository,
  scanLimits,
  toByteText,
} from '../../context/index.ts';
import { alternatesOf, findEscape } from './find-escape.ts';
import { findRepository, gitDirectoryOf, type RepositoryPlaces } from './find-repository.ts';
import { runGit } from './run-git.ts';

/** Opens the repository around a workspace; without one, nothing is tracked. */
export function openRepository(root: string): Repository {
  const places = findRepository(root);
  const segments = places ? relative(places.top, root).split(sep).filter(Boolean) : [];
  return {
    prefix: toByteText(segments.map((segment) => `${segment}/`).join('')),
    outerRules: () => (places ? readOuterRules(places, segments) : []),
    trackedStamp: () =>
      places && lstatSync(join(places.gitDirectory, 'index'), { bigint: true, throwIfNoEntry: false }),
    trackedPaths: () => {
      // File names come from the index, so borrowed objects do not matter here.
      if (!places || findEscape(places, alternatesOf(places)) !== null) return new Uint8Array();
      const args = ['ls-files', '-z', '--cached', '--', '.'];
      return runGit({ places, currentDirectory: root, args, maxBytes: scanLimits.trackedBytes });
    },
    isWorkTree: (directory) => gitDirectoryOf(placeOf(root, directory)) !== undefined,
  };
}

function readOuterRules(places: RepositoryPlaces, segments: readonly string[]): OuterRules[] {
  const above = segments.map((_, depth) => segments.slice(0, depth));
  return [
    { base: toByteText(''), text: readRules(join(places.commonDirectory, 'info', 'exclude')) },
    ...above.map((names) => ({
      base: toByteText(names.map((name) => `${name}/`).join('')),
      text: readRules(join(places.top, ...names, '.gitignore')),
    })),
  ];
}

function readRules(file: string): ByteText {
  try {
    const stat = lstatSync(file);
    return stat.isFile() && stat.size <= scanLimits.rulesBytes
      ? fromBytes(readFileSync(file))
      : toByteText('');
  } catch {
    return toByteText('');
  }
}

/** A directory whose name is not UTF-8 is never walked, so its exact bytes are not needed here. */
function placeOf(root: string, directory: ByteText): string {
  return join(root, Buffer.from(bytesOf(directory)).toString('utf8'));
}
