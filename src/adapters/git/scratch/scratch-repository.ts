/**
 * A private git directory beside the user's: it has objects and index files of its own, borrows the objects of the
 * user's repository, and shares nothing that can be written.
 */
import { copyFileSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PenumbraError } from '../../../kernel/index.ts';
import type { RepositoryPlaces } from '../find-repository.ts';
import type { GitRunOptions, OpenedGit } from '../open-git.ts';
import { askGit, askGitLater, type GitOutcome } from '../run-git.ts';
import { readUserSettings, type UserSettings } from './user-settings.ts';

const MAX_BYTES = 512 * 1024 * 1024;
/** With less room than this, a write that failed failed for that. */
const FULL_BYTES = 4 * 1024 * 1024;
/** What the program itself writes into a workspace. */
const OWN = '.penumbra/';

/** The index and the work tree that a run of git is about; left out, no index and the user's work tree. */
type ScratchRun = Pick<GitRunOptions, 'input' | 'maxBytes'> & {
  readonly index?: string;
  readonly workTree?: string;
  /** Hides the objects of the user's repository. */
  readonly isAlone?: boolean;
  /** Another directory of objects to borrow from, that of a submodule. */
  readonly objects?: string;
};

/** Git at work in the private directory. */
export type ScratchRepository = {
  readonly gitDirectory: string;
  readonly settings: UserSettings;
  /** The kind of ids that the repository has. */
  readonly hash: 'sha1' | 'sha256';
  ask(args: readonly string[], run?: ScratchRun): GitOutcome;
  askLater(args: readonly string[], run?: Omit<ScratchRun, 'input'>): Promise<GitOutcome>;
  /** Returns what git prints, or null where it fails. */
  run(args: readonly string[], run?: ScratchRun): Uint8Array | null;
  line(args: readonly string[], run?: ScratchRun): string | null;
};

/** Makes a private git directory in an empty directory. */
export function makeScratchRepository(user: OpenedGit, directory: string): ScratchRepository {
  const gitDirectory = join(directory, 'git');
  const settings = readUserSettings(user);
  const hash = user.line(['rev-parse', '--show-object-format']) === 'sha256' ? 'sha256' : 'sha1';
  for (const name of ['objects', 'refs', 'info'])
    mkdirSync(join(gitDirectory, name), { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) =>
    writeFileSync(join(gitDirectory, name), text, { mode: 0o600 });
  write('HEAD', 'ref: refs/heads/scratch\n');
  write('config', configOf(settings, hash));
  const borrowed = quoted(join(user.places.commonDirectory, 'objects'));
  write('info/exclude', `${settings.exclude}\n/${escaped(user.prefix)}${OWN}\n`);
  write('info/attributes', settings.attributes.own);
  write('attributes', settings.attributes.user);
  copySharedIndexes(user.places, gitDirectory);

  const callOf = (
    args: readonly string[],
    { index = 'index', workTree, isAlone, objects, ...rest }: ScratchRun,
  ) => {
    const top = workTree ?? user.places.top;
    return {
      places: { top, gitDirectory, commonDirectory: gitDirectory },
      currentDirectory: top,
      maxBytes: MAX_BYTES,
      roots: [user.places.top, directory],
      args: ['-c', `core.attributesFile=${join(gitDirectory, 'attributes')}`, ...args],
      environment: {
        GIT_INDEX_FILE: join(gitDirectory, index),
        ...(!isAlone && {
          GIT_ALTERNATE_OBJECT_DIRECTORIES: [
            borrowed,
            ...(objects === undefined ? [] : [quoted(objects)]),
          ].join(delimiter),
        }),
      },
      ...rest,
    };
  };
  const ask: ScratchRepository['ask'] = (args, run = {}) => askGit(callOf(args, run));
  const run: ScratchRepository['run'] = (args, options) => {
    const { status, stdout } = ask(args, options);
    return status === 0 ? stdout : null;
  };
  return {
    gitDirectory,
    settings,
    hash,
    ask,
    askLater: (args, options = {}) => askGitLater(callOf(args, options)),
    run,
    line: (args, options) => {
      const printed = run(args, options);
      return printed && new TextDecoder().decode(printed).replace(/\n$/, '');
    },
  };
}

/** Returns the fault of a run of git that had to succeed. */
export function scratchFault(
  { gitDirectory }: Pick<ScratchRepository, 'gitDirectory'>,
  what: string,
): PenumbraError {
  const { bavail, bsize } = statfsSync(gitDirectory);
  if (bavail * bsize < FULL_BYTES) {
    const hint = 'make room in the directory for temporary files, or set TMPDIR to another one';
    return new PenumbraError('unwritable-output', `${what}: no room is left for scratch states`, { hint });
  }
  const hint = 'run `git fsck`; a partial clone lacks files until `git fetch --refetch` brings them';
  return new PenumbraError('unreadable-input', `${what}: git could not do it`, { hint });
}

/** Nothing here outlives the run, so that nothing is pressed hard or waited for. */
function configOf({ content }: UserSettings, hash: string): string {
  const fixed = ['bare = false', 'looseCompression = 1', 'fsync = none', 'safecrlf = false'];
  const own = content.map(({ key, value }) => `${key.slice('core.'.length)} = ${value}`);
  const format = hash === 'sha256' ? ['[extensions]', 'objectFormat = sha256'] : [];
  return ['[core]', 'repositoryFormatVersion = 1', ...fixed, ...own, '[gc]', 'auto = 0', ...format, ''].join(
    '\n',
  );
}

/** A split index names another one, which git looks for in the git directory. */
function copySharedIndexes({ gitDirectory }: RepositoryPlaces, to: string): void {
  for (const name of readdirSync(gitDirectory))
    if (name.startsWith('sharedindex.')) copyFileSync(join(gitDirectory, name), join(to, name));
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** A name as a rule on what is ignored writes it. */
function escaped(name: string): string {
  return name.replace(/[\\*?[\]!# ]/g, '\\$&');
}
