/**
 * The system as a sandboxed program sees it: `/usr` and the directories merged into it, fresh `/proc`, `/dev`
 * and `/tmp`, and the parts of `/etc` that programs need to start, with user and host names that reveal
 * nothing about this machine.
 */

import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxState } from '../../tools/index.ts';
import { isWithin } from '../paths/index.ts';
import { type ProgramPin, type ProgramPlaces, pinProgram } from './pin-program.ts';
import type { PrivateDirectory } from './private-directory.ts';
import { SYSTEM_DIRECTORIES } from './program-file.ts';

/** The locations of a program's own files in the sandbox. */
export const sandboxPlaces = {
  work: '/work',
  roots: '/roots',
  script: '/run/script',
  home: '/tmp/home',
} as const;

const TEMPORARY_BYTES = 512 * 1024 * 1024;

/** The settings of loaders and language runtimes; everyone can read them. */
const SHOWN_SETTINGS = /^(alternatives|ld[.]so[.]cache|java(-\d+-openjdk)?|python3([.]\d+)?|perl)$/;

/** The features of the installed bubblewrap. */
export type SandboxFeatures = { readonly hasSizes: boolean; readonly hasUserLock: boolean };

/** Returns the arguments that isolate a program from the machine and expose the system to it. */
export function systemArguments(
  { hasSizes, hasUserLock }: SandboxFeatures,
  roots: readonly string[],
): string[] {
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    // With a user namespace of its own, a program could regain what was taken from it.
    ...(hasUserLock ? ['--disable-userns'] : []),
    ...SYSTEM_DIRECTORIES.flatMap(showAsItIs),
    ...shownSettings().flatMap((path) => ['--ro-bind', path, path]),
    // The user running this may have root access to kernel settings; a program must not change any of them.
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

/** Writes generic user and host names, and returns the arguments that expose them. */
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

/** Exposes a system directory, or the link in its place. */
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

/** A working bubblewrap. */
export type Bubblewrap = { readonly program: ProgramPin; readonly features: SandboxFeatures };

/** The state of the sandbox, and the program to run it with. */
export type TriedSandbox = { readonly state: SandboxState; readonly bubblewrap: Bubblewrap | null };

const TIMEOUT_MS = 20_000;

/** Directories are bound by descriptor, so that a link swapped in is not followed. */
const NEEDED = ['--bind-fd', '--ro-bind-fd', '--json-status-fd', '--args'];

/** Tries the sandbox. */
export function trySandbox(places: ProgramPlaces): TriedSandbox {
  if (process.platform !== 'linux') return none('bubblewrap is for Linux only', 'run Penumbra on Linux');
  const program = pinProgram('bwrap', places);
  const nothing = pinProgram('true', places);
  if (program === null || nothing === null) return none('bubblewrap was not found', 'install bubblewrap');
  const help = call(program, ['--help']).stdout;
  const lacking = NEEDED.filter((option) => !hasOption(help, option));
  if (lacking.length > 0)
    return none(`bubblewrap is too old: it lacks ${lacking.join(', ')}`, 'update bubblewrap');
  const features = { hasSizes: hasOption(help, '--size'), hasUserLock: hasOption(help, '--disable-userns') };
  for (const tried of [features, { ...features, hasUserLock: false }]) {
    const { status } = call(program, [...systemArguments(tried, places.roots), '--', nothing.file]);
    const bubblewrap = { program, features: tried };
    if (status === 0) return { state: { kind: 'bubblewrap', version: versionOf(program) }, bubblewrap };
  }
  return refused(call(program, [...systemArguments(features, places.roots), '--', nothing.file]).stderr);
}

function none(why: string, remedy: string): TriedSandbox {
  return { state: { kind: 'none', why, remedy }, bubblewrap: null };
}

function refused(said: string): TriedSandbox {
  const line =
    said
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^bwrap: /, '') ?? '';
  const why = `bubblewrap does not work here: ${line === '' ? 'it said nothing' : line}`;
  return none(
    why,
    'allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; in a container, its security profile)',
  );
}

function versionOf(program: ProgramPin): string {
  return call(program, ['--version'])
    .stdout.trim()
    .replace(/^bubblewrap /, '');
}

function hasOption(help: string, option: string): boolean {
  return new RegExp(`^\\s+${option}\\s`, 'm').test(help);
}

function call({ file }: ProgramPin, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(file, args, {
    env: {},
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
