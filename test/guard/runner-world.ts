// A runner with a folder of its own: two roots, programs outside them, and a place for private directories.

import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openRunner } from '../../src/adapters/exec/index.ts';
import { openDisk } from '../../src/adapters/files/index.ts';
import type { DiskPlace } from '../../src/guard/index.ts';
import type { ProgramRunner, RunFault, RunOutcome, RunPlan } from '../../src/tools/index.ts';
import { makeFolder } from '../context/workspace.ts';

/** How a run ended, as text. */
export type Ended = Omit<RunOutcome, 'stdout' | 'stderr'> & {
  readonly stdout: string;
  readonly stderr: string;
};

type Plan = Partial<RunPlan> & { readonly path?: string };

/** A runner and where it works. */
export interface RunnerWorld extends Disposable {
  readonly folder: string;
  readonly scratch: string;
  readonly repo: string;
  readonly tools: string;
  readonly temporary: string;
  readonly runner: ProgramRunner;
  readonly repoPlace: DiskPlace;
  /** Lays a program outside every root, on the search path. */
  addTool(name: string, text: string, mode?: number): string;
  /** Runs a program by its name in the scratch root. */
  run(words: readonly string[], plan?: Plan): Promise<Ended | RunFault>;
  /** Runs a script in the scratch root. */
  runScript(text: string | Uint8Array, plan?: Plan): Promise<Ended | RunFault>;
}

const MINUTE_MS = 60_000;

/** Makes a runner; the search path is the folder's own programs, then those of the system. */
export function makeRunnerWorld(
  environment: Readonly<Record<string, string>> = {},
  searchPath: readonly string[] = ['/usr/bin', '/bin'],
): RunnerWorld {
  const place = makeFolder();
  const folder = realpathSync(place.path);
  const [scratch, repo, tools, temporary] = ['scratch', 'repo', 'tools/bin', 'temporary'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  }) as [string, string, string, string];
  const disk = openDisk();
  const [root, repoRoot] = [disk.openRoot(scratch), disk.openRoot(repo)];
  if (root === null || repoRoot === null) throw new Error('the folder is not there');
  const runner = openRunner({
    roots: [scratch, repo],
    hold: disk.hold,
    environment,
    searchPath: [tools, ...searchPath],
    temporaryDirectory: temporary,
  });
  const go = async (runnable: RunPlan['runnable'], args: readonly string[], { path = '', ...plan }: Plan) => {
    const ended = await runner.run({
      runnable,
      args,
      directory: { root, path },
      isSandboxed: false,
      isReadOnly: false,
      hidden: [],
      sees: [],
      environment: [],
      loadsCode: false,
      timeoutMs: MINUTE_MS,
      outputBytes: 1_000_000,
      ...plan,
    });
    if (typeof ended === 'string') return ended;
    return { ...ended, stdout: textOf(ended.stdout), stderr: textOf(ended.stderr) };
  };
  return {
    ...{ folder, scratch, repo, tools, temporary, runner, repoPlace: { root: repoRoot, path: '' } },
    addTool: (name, text, mode = 0o755) => {
      writeFileSync(join(tools, name), text);
      chmodSync(join(tools, name), mode);
      return join(tools, name);
    },
    run: async ([name = '', ...args], plan = {}) => {
      const program = runner.pin(name);
      if (program === null) throw new Error(`no program ${name}`);
      return await go({ program }, args, plan);
    },
    runScript: (text, plan = {}) => go({ script: Buffer.from(text) }, [], plan),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

/** Returns what a run printed, or why it did not begin. */
export function printed(ended: Ended | RunFault): string {
  return typeof ended === 'string' ? ended : `${ended.stdout}${ended.stderr}`;
}

/** Describes what needs bubblewrap; where it does not work it is skipped with a word, but never on a build machine. */
export function describeInSandbox(name: string, body: () => void): void {
  using world = makeRunnerWorld();
  const state = world.runner.sandbox();
  const { CI = '' } = process.env;
  const isMissing = state.kind === 'none' && ['', '0', 'false'].includes(CI);
  if (state.kind === 'none')
    process.stderr.write(
      `${isMissing ? 'SKIPPED' : 'FAILS'}, ${state.why}: ${name}\nhint: ${state.remedy}\n`,
    );
  describe.skipIf(isMissing)(name, body);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
