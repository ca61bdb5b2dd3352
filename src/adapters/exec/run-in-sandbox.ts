/**
 * Runs a program in bubblewrap: no network, no other processes, a read-only system, and one writable
 * directory. Directories are passed as descriptors, and the arguments through a pipe, so that a program
 * cannot read this machine's paths in the command line of its own sandbox. System calls are not filtered, the
 * program's memory, processes and disk space are not limited, and it can connect to a socket in a root it
 * sees.
 */

import { lstatSync } from 'node:fs';
import type { DiskPlace } from '../../guard/index.ts';
import { assertInvariant, sortByCodePoint } from '../../kernel/index.ts';
import type { HeldPlace, HoldPlace, RunFault, RunOutcome, RunPlan, SeenRoot } from '../../tools/index.ts';
import { bytesOfPath, isWithin } from '../paths/index.ts';
import { isUnchanged, type PreparedProgram } from './pin-program.ts';
import type { PrivateDirectory } from './private-directory.ts';
import { runEnvironment } from './run-environment.ts';
import { FIRST_HANDED_DESCRIPTOR, REPORT_DESCRIPTOR, runProcess, TOLD_DESCRIPTOR } from './run-process.ts';
import {
  type Bubblewrap,
  coverDirectory,
  identityArguments,
  sandboxPlaces,
  systemArguments,
} from './sandbox-system.ts';

/** The inputs of a sandboxed run. */
export type SandboxRun = {
  readonly plan: RunPlan;
  readonly program: PreparedProgram;
  readonly work: HeldPlace;
  readonly directory: PrivateDirectory;
  readonly bubblewrap: Bubblewrap;
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly roots: readonly string[];
  readonly hold: HoldPlace;
};

/**
 * Runs a program in the sandbox. A program ended by a signal has the exit code 128 plus its number, as in a
 * shell.
 */
export async function runInSandbox(run: SandboxRun): Promise<RunOutcome | RunFault> {
  if (!isUnchanged(run.bubblewrap.program)) return 'no-sandbox';
  const seen: HeldRoot[] = [];
  try {
    for (const root of run.plan.sees) {
      const held = holdSeenRoot(root, run.hold);
      if (held === null) return 'no-directory';
      seen.push(held);
    }
    const { directory: place, hidden } = run.plan;
    const covers = coverAll({ at: sandboxPlaces.work, place, hidden }, run.hold);
    return covers === null ? 'no-directory' : await runWith(run, { seen, covers });
  } finally {
    for (const { held } of seen) held.release();
  }
}

/** What a run sees: roots, and its own directory except for what is covered. */
type ShownPlaces = { readonly seen: readonly HeldRoot[]; readonly covers: readonly string[] };

async function runWith(run: SandboxRun, shown: ShownPlaces): Promise<RunOutcome | RunFault> {
  const { seen } = shown;
  const { plan, program, bubblewrap, work, source } = run;
  const descriptors = [work, ...seen.map(({ held }) => held)].map(({ descriptor }) => descriptor);
  if (!descriptors.every((descriptor) => descriptor !== null)) return 'no-sandbox';
  const { home } = sandboxPlaces;
  const names = plan.environment;
  const end = await runProcess({
    ...plan,
    file: bubblewrap.program.file,
    args: ['--args', String(TOLD_DESCRIPTOR), '--', program.inSandbox ?? sandboxPlaces.script, ...plan.args],
    directory: '/',
    environment: runEnvironment({ ...plan, ...program, names, source, home, temporary: '/tmp' }),
    channels: {
      // A covered path may have a name that is not text.
      told: Buffer.concat(sandboxArguments(run, shown).map((word) => bytesOfPath(`${word}\0`))),
      descriptors,
    },
  });
  if (end === null) return 'not-started';
  const { report, ...outcome } = end;
  // Bubblewrap reports an exit code only if the program itself started and ended.
  const hasBegun = outcome.hasTimedOut || report.includes('"exit-code"');
  return hasBegun ? { ...outcome, privateDirectory: run.directory.path } : 'not-started';
}

function sandboxArguments(run: SandboxRun, { seen, covers: workCovers }: ShownPlaces): readonly string[] {
  const { plan, program, directory, bubblewrap, roots } = run;
  const bindWork = plan.isReadOnly ? '--ro-bind-fd' : '--bind-fd';
  const covered = roots.filter((root) => isWithin(root, program.shows));
  return [
    ...systemArguments(bubblewrap.features, roots),
    ...identityArguments(directory),
    ...program.shows.flatMap((path) => ['--ro-bind', path, path]),
    ...covered.flatMap(coverDirectory),
    ...(program.inSandbox === null ? ['--ro-bind', program.file, sandboxPlaces.script] : []),
    ...[bindWork, String(FIRST_HANDED_DESCRIPTOR), sandboxPlaces.work],
    ...workCovers,
    ...seen.flatMap(({ at, covers }, index) => [
      ...['--ro-bind-fd', String(FIRST_HANDED_DESCRIPTOR + 1 + index), at],
      ...covers,
    ]),
    ...['--remount-ro', '/', '--chdir', sandboxPlaces.work],
    ...['--json-status-fd', String(REPORT_DESCRIPTOR)],
  ];
}

/** A root held for a run. */
type HeldRoot = { readonly held: HeldPlace; readonly at: string; readonly covers: readonly string[] };

const KEY = /^[A-Za-z0-9_-]+$/;

/** Holds a root and determines how to cover what is hidden in it; null if it is missing or has changed. */
function holdSeenRoot({ key, place, hidden }: SeenRoot, hold: HoldPlace): HeldRoot | null {
  assertInvariant(KEY.test(key), 'the key of a root is one plain name');
  const at = `${sandboxPlaces.roots}/${key}`;
  const held = hold(place);
  if (held === null) return null;
  const covers = coverAll({ at, place, hidden }, hold);
  if (covers !== null) return { held, at, covers };
  held.release();
  return null;
}

/** What is shown at a place of the sandbox, and the relative paths hidden in it. */
type Shown = {
  readonly at: string;
  readonly place: DiskPlace;
  readonly hidden: readonly string[];
};

/** Returns the arguments that cover what is hidden in a place; null if it has changed. */
function coverAll({ at, place, hidden }: Shown, hold: HoldPlace): readonly string[] | null {
  const covers: string[] = [];
  for (const path of outermost(hidden)) {
    const cover = coverHidden({ at, place, path }, hold);
    if (cover === null) return null;
    covers.push(...cover);
  }
  return covers;
}

/** Everything inside a hidden directory is hidden with it. */
function outermost(hidden: readonly string[]): readonly string[] {
  const all = new Set(hidden);
  if (all.has('')) return [''];
  return sortByCodePoint([...all]).filter((path) => {
    const names = path.split('/');
    return !names.some((_, depth) => depth > 0 && all.has(names.slice(0, depth).join('/')));
  });
}

type HiddenPath = { readonly at: string; readonly place: DiskPlace; readonly path: string };

/** A link is left as it is: its target is hidden or visible in its own right, or does not exist. */
function coverHidden({ at, place, path }: HiddenPath, hold: HoldPlace): readonly string[] | null {
  const names = path.split('/');
  const below = [place.path, ...names.slice(0, -1)].filter((part) => part !== '').join('/');
  const parent = hold({ root: place.root, path: below });
  if (parent === null) return null;
  try {
    const stat = lstatSync(bytesOfPath(`${parent.path}/${names.at(-1)}`), { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return [];
    const target = `${at}/${path}`;
    return stat.isDirectory() ? coverDirectory(target) : ['--ro-bind', '/dev/null', target];
  } catch {
    return null;
  } finally {
    parent.release();
  }
}
