/**
 * A private git directory beside the user's: it has its own objects and index files, borrows the objects of
 * the user's repository, and shares nothing writable.
 */
import { copyFileSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { PenumbraError } from '../../../kernel/index.ts';
import { type RepositoryPlaces, readSmallFile } from '../find-repository.ts';
import type { GitRunOptions, OpenedGit } from '../open-git.ts';
import { type GitSetting, listSettings } from '../read-settings.ts';
import { askGit, askGitLater, type GitOutcome } from '../run-git.ts';

const MAX_BYTES = 512 * 1024 * 1024;
/** With less space than this, a failed write is attributed to a full disk. */
const FULL_BYTES = 4 * 1024 * 1024;
/** The files the program itself writes into a workspace. */
const OWN = '.penumbra/';

/** The index and the work tree of a git run; default to no index and the user's work tree. */
type ScratchRun = Pick<GitRunOptions, 'input' | 'maxBytes'> & {
  readonly index?: string;
  readonly workTree?: string;
  /** Hides the objects of the user's repository. */
  readonly isAlone?: boolean;
  /** Another object directory to borrow from, such as that of a submodule. */
  readonly objects?: string;
};

/** Git in the private directory. */
export type ScratchRepository = {
  readonly gitDirectory: string;
  readonly settings: UserSettings;
  /** The hash format of the repository. */
  readonly hash: 'sha1' | 'sha256';
  ask(args: readonly string[], run?: ScratchRun): GitOutcome;
  askLater(args: readonly string[], run?: Omit<ScratchRun, 'input'>): Promise<GitOutcome>;
  /** Returns git's output, or null if it fails. */
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

/** Returns the fault for a git run that had to succeed. */
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

/** Nothing here outlives the run, so compression is minimal and nothing is synced. */
function configOf({ content }: UserSettings, hash: string): string {
  const fixed = ['bare = false', 'looseCompression = 1', 'fsync = none', 'safecrlf = false'];
  const own = content.map(({ key, value }) => `${key.slice('core.'.length)} = ${value}`);
  const format = hash === 'sha256' ? ['[extensions]', 'objectFormat = sha256'] : [];
  return ['[core]', 'repositoryFormatVersion = 1', ...fixed, ...own, '[gc]', 'auto = 0', ...format, ''].join(
    '\n',
  );
}

/** A split index refers to another file, which git expects in the git directory. */
function copySharedIndexes({ gitDirectory }: RepositoryPlaces, to: string): void {
  for (const name of readdirSync(gitDirectory))
    if (name.startsWith('sharedindex.')) copyFileSync(join(gitDirectory, name), join(to, name));
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** A name escaped for an ignore rule. */
function escaped(name: string): string {
  return name.replace(/[\\*?[\]!# ]/g, '\\$&');
}

/** Settings by name, and the texts of files outside the work tree. */
type UserSettings = {
  /** Used wherever files are read or written. */
  readonly content: readonly GitSetting[];
  /** How far cached file times can be trusted; only for the user's own files. */
  readonly trust: readonly GitSetting[];
  /** Ignore rules of the user and of the repository, the strongest last. */
  readonly exclude: string;
  /** The repository's private attributes, and the user's, which all others override. */
  readonly attributes: { readonly own: string; readonly user: string };
};

const CONTENT =
  /^core\.(?:autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|protecthfs|protectntfs|longpaths)$/;
const TRUST = /^core\.(?:trustctime|checkstat)$/;
const PLAIN = /^[\w-]{1,40}$/;

/** Reads the settings as the user's own git would; what cannot be read counts as not set. */
function readUserSettings(git: OpenedGit): UserSettings {
  // Listing settings runs nothing, so the user's own files may be read here.
  const environment = {
    HOME: homedir(),
    XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME,
    GIT_CONFIG_NOSYSTEM: process.env.GIT_CONFIG_NOSYSTEM,
    GIT_CONFIG_SYSTEM: process.env.GIT_CONFIG_SYSTEM,
    GIT_CONFIG_GLOBAL: process.env.GIT_CONFIG_GLOBAL,
  };
  const listed = listSettings(git, { environment }) ?? listSettings(git) ?? [];
  const last = new Map(listed.map(({ key, value }) => [key, value]));
  const chosen = (form: RegExp) =>
    [...last].flatMap(([key, value]) => (form.test(key) && PLAIN.test(value) ? [{ key, value }] : []));
  const { commonDirectory, top } = git.places;
  const ofUser = (key: string, name: string) => {
    const named = last.get(key);
    return (
      readSmallFile(named === undefined || named === '' ? defaultPlace(name) : placeOf(named, top)) ?? ''
    );
  };
  const ofRepository = (name: string) => readSmallFile(join(commonDirectory, 'info', name)) ?? '';
  return {
    content: chosen(CONTENT),
    trust: chosen(TRUST),
    exclude: [ofUser('core.excludesfile', 'ignore'), ofRepository('exclude')].join('\n'),
    attributes: { own: ofRepository('attributes'), user: ofUser('core.attributesfile', 'attributes') },
  };
}

function defaultPlace(name: string): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', name);
}

function placeOf(named: string, top: string): string {
  return named.startsWith('~/') ? join(homedir(), named.slice(2)) : resolve(top, named);
}
