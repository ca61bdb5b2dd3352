/**
 * The system that a sandboxed program sees: `/usr` and the directories merged into it, fresh `/proc`, `/dev` and `/tmp`,
 * and of `/etc` what programs need to start, with users and names of hosts that say nothing about this machine.
 */
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../paths/index.ts';
import type { PrivateDirectory } from './private-directory.ts';
import { SYSTEM_DIRECTORIES } from './toolchain-of.ts';

/** Where a sandboxed program finds its own things. */
export const sandboxPlaces = {
  work: '/work',
  roots: '/roots',
  script: '/run/script',
  home: '/tmp/home',
} as const;

const TEMPORARY_BYTES = 512 * 1024 * 1024;

/** The settings of loaders and of the runtimes of languages; they are readable by everyone. */
const SHOWN_SETTINGS = /^(alternatives|ld[.]so[.]cache|java(-\d+-openjdk)?|python3([.]\d+)?|perl)$/;

/** What kind of bubblewrap there is. */
export type SandboxFeatures = { readonly hasSizes: boolean; readonly hasUserLock: boolean };

/** Returns the arguments that separate a program from the machine and show it the system. */
export function systemArguments(
  { hasSizes, hasUserLock }: SandboxFeatures,
  roots: readonly string[],
): string[] {
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    // A namespace of its own would give a program back what was taken from it.
    ...(hasUserLock ? ['--disable-userns'] : []),
    ...SYSTEM_DIRECTORIES.flatMap(showAsItIs),
    ...shownSettings().flatMap((path) => ['--ro-bind', path, path]),
    // To the kernel's settings the user who runs this may be root; nothing of them is for a program to change.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
    ...(hasSizes ? ['--size', String(TEMPORARY_BYTES)] : []),
    ...['--tmpfs', '/tmp', '--dir', sandboxPlaces.home],
    ...roots.filter((root) => isWithin(root, SYSTEM_DIRECTORIES)).flatMap(coverDirectory),
  ];
}

/** Returns the arguments that hide a directory. */
export function coverDirectory(path: string): string[] {
  return ['--tmpfs', path, '--remount-ro', path];
}

/** Writes users and names of hosts that fit every machine, and returns the arguments that show them. */
export function identityArguments(directory: PrivateDirectory): string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const files = {
    passwd: `penumbra:x:${user}:${group}::${sandboxPlaces.home}:/usr/sbin/nologin\n`,
    group: `penumbra:x:${group}:\n`,
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  };
  return Object.entries(files).flatMap(([name, text]) => {
    return ['--ro-bind', directory.writeFile(name, text, 0o444), `/etc/${name}`];
  });
}

/** Shows a directory of the system, or the link that stands there. */
function showAsItIs(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

function shownSettings(): readonly string[] {
  try {
    return readdirSync('/etc')
      .filter((name) => SHOWN_SETTINGS.test(name))
      .map((name) => join('/etc', name));
  } catch {
    return [];
  }
}
