/**
 * The user's settings that decide which bytes a file has and which files count: line ends, links, modes, what is
 * ignored. Everything else that a user or repository sets stays away from scratch states, above all what runs programs.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSmallFile } from '../find-repository.ts';
import type { OpenedGit } from '../open-git.ts';
import { type GitSetting, listSettings } from '../read-settings.ts';

/** Settings by name, and the texts of files that lie outside the work tree. */
export type UserSettings = {
  /** Taken over wherever files are read or written. */
  readonly content: readonly GitSetting[];
  /** How far remembered times of files are to be trusted; they hold for the user's own files only. */
  readonly trust: readonly GitSetting[];
  /** Rules on what is ignored, of the user and of the repository, those that overrule last. */
  readonly exclude: string;
  /** Attributes that the repository keeps to itself, and those of the user, which every other overrules. */
  readonly attributes: { readonly own: string; readonly user: string };
};

const CONTENT =
  /^core\.(?:autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|protecthfs|protectntfs|longpaths)$/;
const TRUST = /^core\.(?:trustctime|checkstat)$/;
const PLAIN = /^[\w-]{1,40}$/;

/** Reads the settings as the user's own git would; what cannot be read counts as not set. */
export function readUserSettings(git: OpenedGit): UserSettings {
  // Listing settings runs nothing, so that here the user's own files may be read.
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
