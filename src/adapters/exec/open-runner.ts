/**
 * The runner behind the tool `exec`: finds programs outside every root, pins them, and runs exactly those, or
 * the verified bytes of a script. The directory of a run is held open, so that a link swapped in cannot
 * redirect it.
 *
 * Without the sandbox, a run is an ordinary process of this user: anything that leaves its process group
 * (`setsid`) outlives it, and so does the program if this process is killed by SIGKILL.
 */
import { tmpdir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { PenumbraError } from '../../kernel/index.ts';
import type {
  HeldPlace,
  HoldPlace,
  PinnedProgram,
  ProgramRunner,
  RunFault,
  RunOutcome,
  RunPlan,
} from '../../tools/index.ts';
import { isWithin, realPathOf } from '../paths/index.ts';
import {
  type PreparedProgram,
  type ProgramPin,
  pinProgram,
  preparePinned,
  prepareScript,
} from './pin-program.ts';
import { makePrivateDirectory, type PrivateDirectory } from './private-directory.ts';
import { runEnvironment } from './run-environment.ts';
import { runInSandbox } from './run-in-sandbox.ts';
import { runProcess } from './run-process.ts';
import { type TriedSandbox, trySandbox } from './sandbox-system.ts';

/** Options of a runner. */
export type RunnerOptions = {
  /** The directories of all roots on this host; nothing inside one is ever run. */
  readonly roots: readonly string[];
  readonly hold: HoldPlace;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where to look for programs; defaults to the `PATH` of the environment. */
  readonly searchPath?: readonly string[];
  /** Where private directories are made; outside every root. */
  readonly temporaryDirectory?: string;
};

/** Opens the runner of this machine. */
export function openRunner(options: RunnerOptions): ProgramRunner {
  const { hold, environment = process.env } = options;
  const roots = options.roots.flatMap((root) => [...new Set([resolve(root), realPathOf(root)])]);
  const searchPath = options.searchPath ?? (environment.PATH ?? '').split(delimiter);
  const temporary = requireOutside(realPathOf(options.temporaryDirectory ?? tmpdir()), roots);
  const pins = new WeakMap<PinnedProgram, ProgramPin>();
  let tried: TriedSandbox | undefined;
  const sandbox = (): TriedSandbox => {
    tried ??= trySandbox({ searchPath, roots });
    return tried;
  };

  const prepare = ({ runnable }: RunPlan, directory: PrivateDirectory): PreparedProgram | RunFault => {
    if ('script' in runnable) return prepareScript(runnable.script, directory, roots);
    const pin = pins.get(runnable.program);
    return pin === undefined ? 'not-started' : preparePinned(pin, roots);
  };

  const runHeld = async (plan: RunPlan, work: HeldPlace): Promise<RunOutcome | RunFault> => {
    using directory = makePrivateDirectory(temporary);
    const program = prepare(plan, directory);
    if (typeof program === 'string') return program;
    if (!plan.isSandboxed) return await runBare({ plan, program, work, directory, source: environment });
    const { bubblewrap } = sandbox();
    if (bubblewrap === null) return 'no-sandbox';
    return await runInSandbox({
      plan,
      program,
      work,
      directory,
      bubblewrap,
      source: environment,
      roots,
      hold,
    });
  };

  return Object.freeze({
    pin: (name: string) => {
      const pin = pinProgram(name, { searchPath, roots });
      if (pin === null) return null;
      const program = Object.freeze({ sha256: pin.sha256 }) as PinnedProgram;
      pins.set(program, pin);
      return program;
    },
    sandbox: () => sandbox().state,
    run: async (plan: RunPlan) => {
      const work = hold(plan.directory);
      if (work === null) return 'no-directory';
      try {
        return await runHeld(plan, work);
      } finally {
        work.release();
      }
    },
  });
}

type BareRun = {
  readonly plan: RunPlan;
  readonly program: PreparedProgram;
  readonly work: HeldPlace;
  readonly directory: PrivateDirectory;
  readonly source: Readonly<Record<string, string | undefined>>;
};

async function runBare({ plan, program, work, directory, source }: BareRun): Promise<RunOutcome | RunFault> {
  const { file, startedBy } = program;
  const home = directory.makeDirectory('home');
  const names = plan.environment;
  const environment = runEnvironment({ ...plan, ...program, names, source, home, temporary: home });
  const end = await runProcess({ ...plan, file, startedBy, directory: work.path, environment });
  if (end === null) return 'not-started';
  const { report: _, ...outcome } = end;
  return { ...outcome, privateDirectory: directory.path };
}

function requireOutside(directory: string, roots: readonly string[]): string {
  if (!isWithin(directory, roots)) return directory;
  throw new PenumbraError('invalid-configuration', 'the directory for temporary files lies within a root', {
    hint: 'set TMPDIR to a directory outside every root',
    data: { directory },
  });
}
