/** The reports that an agent may name: regular files of the workspace, wherever links on the way lead. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathWithin } from '../../engine/index.ts';
import { namedFiles } from '../../investigation/run/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';

const MOST_FILES = 10_000;

const NAMED = {
  inDirectory: '**/*.xml',
  what: 'report',
  hint: 'name a JUnit XML file of the workspace, or a directory with such files',
};

/**
 * Returns the files that names stand for.
 * INVARIANT (an agent reads the workspace alone): a person may name any file of theirs; for an agent that would be a
 * way to learn what is in one.
 */
export function reportFiles(names: readonly string[], root: string): readonly string[] {
  const files = names.flatMap((name) => {
    const place = realWithin(resolve(root, name), { name, root });
    return namedFiles(place, { ...NAMED, currentDirectory: root });
  });
  if (files.length > MOST_FILES)
    throw new PenumbraError('limit-exceeded', `these are more than ${MOST_FILES} reports`, {
      hint: NAMED.hint,
    });
  return files.map((file) => {
    const place = realWithin(file, { name: pathWithin(root, file) ?? 'a report', root });
    // A pipe or a device would be waited for without an end.
    if (statSync(place).isFile()) return place;
    throw unreadable(pathWithin(root, file) ?? 'it', 'is no regular file');
  });
}

function realWithin(place: string, { name, root }: { readonly name: string; readonly root: string }): string {
  // What lies outside is answered alike, whether it is there or not.
  if (pathWithin(root, place) === null) throw unreadable(name, 'is outside the workspace');
  const real = realPath(place);
  if (real === null) throw unreadable(name, 'is not there');
  if (pathWithin(root, real) === null) throw unreadable(name, 'is outside the workspace');
  return real;
}

function realPath(place: string): string | null {
  try {
    return realpathSync(place);
  } catch {
    // Not there, not to be read, or no name that a file can have.
    return null;
  }
}

function unreadable(name: string, problem: string): PenumbraError {
  return new PenumbraError('unreadable-input', `${cite(name)} ${problem}`, { hint: NAMED.hint });
}
