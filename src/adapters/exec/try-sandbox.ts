/** Finds out once whether bubblewrap works on this machine, by running a program in it that does nothing. */
import { spawnSync } from 'node:child_process';
import type { SandboxState } from '../../tools/index.ts';
import { type ProgramPin, type ProgramPlaces, pinProgram } from './pin-program.ts';
import { type SandboxFeatures, systemArguments } from './sandbox-system.ts';

/** A bubblewrap that works. */
export type Bubblewrap = { readonly program: ProgramPin; readonly features: SandboxFeatures };

/** What there is, and what to run in. */
export type TriedSandbox = { readonly state: SandboxState; readonly bubblewrap: Bubblewrap | null };

const TIMEOUT_MS = 20_000;

/** Directories are bound by descriptor, so that no link swapped in is followed. */
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
