// A small repository whose tests fail since a commit, proven by processes that are killed, and what is left of them.
// Each run of its tests leaves a line in a log outside of the tree, so that runs can be counted.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { launcher } from '../e2e/penumbra.ts';

const hook = join(import.meta.dirname, 'proof-kill-hook.ts');

/** The command whose tests fail. */
export const COMMAND = ['node', '--test'];

const files = {
  'package.json': '{ "type": "module" }\n',
  'src/sum.js': `export function sum(values) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function mean(values) {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
`,
  // Where it is asked for, one run hangs until it is ended, or all of them break.
  'test/sum.test.js': `import assert from 'node:assert';
import { appendFileSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { mean, sum } from '../src/sum.js';

const { PENUMBRA_RUN_LOG: log, PENUMBRA_HANG_AT: hangs, PENUMBRA_BREAK: breaks } = process.env;
appendFileSync(log, 'run\\n');
const isHanging = readFileSync(log, 'utf8').split('\\n').length === Number(hangs) + 1;
if (isHanging) await new Promise(() => setInterval(() => {}, 1_000));

if (breaks) throw new Error(breaks);

test('sums', () => assert.equal(sum([1, 2, 3]), 6));
test('means', () => assert.equal(mean([1, 2, 3]), 2));
`,
};

/** A repository to prove in, with a log of its test runs and a directory for scratch states. */
export type ProofGround = {
  readonly workspace: string;
  /** How many runs of the tests there were. */
  runs(): number;
  /** The private directories of proofs that are there. */
  scratch(): readonly string[];
  /** The processes of test runs that are there. */
  processes(): readonly string[];
  penumbra(args: readonly string[], env?: Readonly<Record<string, string>>): Ended;
  /** Starts the program, sends it a signal once there were so many runs, and lets it end. */
  interrupt(args: readonly string[], signal: NodeJS.Signals, runs: number): Promise<Ended>;
  /** The environment that the program is started with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns a ground in the same state, under a folder of the same name. */
  copy(): ProofGround;
  /** Makes it what another one is, at its own place; what a test prints may tell the place. */
  become(other: ProofGround): void;
};

/** How the program ended. */
type Ended = {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The command that proves what the tests of the ground fail for. */
export const PROVE = ['prove', 'latest', '--run', COMMAND.join(' '), '--json'];

/**
 * Where a proof is killed: while a test runs, or at a commit of the ledger; `runs` says how many test runs there are
 * then, those before this process included. Commits count from the end of the last of these runs, whose record is the
 * first.
 */
export type KillMoment =
  | { readonly at: 'run'; readonly runs: number }
  | { readonly at: 'before' | 'after'; readonly commit: number; readonly runs: number };

/** Starts the program and kills it; tells whether the moment came. */
export async function killAt(
  ground: ProofGround,
  args: readonly string[],
  moment: KillMoment,
): Promise<boolean> {
  const { at, runs } = moment;
  const { signal, status, stderr } = ground.penumbra(args, {
    PENUMBRA_KILL: at === 'run' ? `run ${runs}` : `${at} ${moment.commit} ${runs}`,
    ...(at === 'run' && { PENUMBRA_HANG_AT: String(runs) }),
  });
  if (signal !== 'SIGKILL')
    expect({ status, fault: status === 0 ? '' : stderr }).toEqual({ status: 0, fault: '' });
  else {
    // What an earlier one left is gone; what this one left will be.
    expect(ground.scratch()).toHaveLength(1);
    expect(ground.runs()).toBe(runs);
    await vi.waitUntil(() => ground.processes().length === 0, { timeout: 120_000, interval: 5 });
  }
  return signal === 'SIGKILL';
}

/** What a proof came to once it was not disturbed any more, and what is left behind. */
export function endOfProof(ground: ProofGround, args: readonly string[] = PROVE) {
  const { status, stdout } = ground.penumbra(args);
  const valid = ground.penumbra(['validate', '--json']);
  return {
    status,
    report: stdout,
    scratch: ground.scratch(),
    processes: ground.processes(),
    isValid: valid.status === 0,
  };
}

/** Lays the repository: a green commit, the guilty one, and one after it. */
export function layProofGround(): ProofGround {
  const ground = openRootPorts(temporaryFolder());
  const { workspace } = ground;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.org', ...args], {
      cwd: workspace,
      env: { ...process.env, GIT_AUTHOR_DATE: '2025-03-01T10:00Z', GIT_COMMITTER_DATE: '2025-03-01T10:00Z' },
    });
  const commit = (subject: string, changed: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(changed)) writeFileSync(join(workspace, path), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', subject);
  };
  for (const folder of ['src', 'test']) mkdirSync(join(workspace, folder), { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  commit('Sum and mean', files);
  const broken = files['src/sum.js'].replace('total = 0', 'total = 1');
  commit('Begin with one', { 'src/sum.js': broken });
  commit('Say what it is', { 'src/sum.js': `// Figures of lists.\n${broken}` });
  return ground;
}

/** Runs the tests once and investigates what they report, so that a proof is all that is left to do. */
export function investigated(ground: ProofGround): ProofGround {
  const report = join(ground.workspace, '..', 'report.xml');
  spawnSync(process.execPath, ['--test', '--test-reporter=junit', `--test-reporter-destination=${report}`], {
    cwd: ground.workspace,
    env: ground.environment,
  });
  const { status, stderr } = ground.penumbra(['investigate', report]);
  if (status !== 0) throw new Error(stderr);
  return ground;
}

function openRootPorts(folder: string): ProofGround {
  const workspace = join(folder, 'figures');
  const log = join(folder, 'runs.log');
  const temporary = join(folder, 'tmp');
  for (const directory of [workspace, temporary]) mkdirSync(directory, { recursive: true });
  writeFileSync(log, '');
  const environment = { ...process.env, NO_COLOR: '1', PENUMBRA_RUN_LOG: log, TMPDIR: temporary };
  const ground: ProofGround = {
    workspace,
    environment,
    runs: () => readFileSync(log, 'utf8').split('\n').length - 1,
    scratch: () => readdirSync(temporary, { recursive: true }).map(String).filter(isPrivateDirectory),
    processes: () => processesWith(`PENUMBRA_RUN_LOG=${log}`),
    penumbra(args, env = {}) {
      const { status, signal, stdout, stderr } = spawnSync(
        process.execPath,
        ['--import', hook, launcher, ...args],
        { cwd: workspace, env: { ...environment, ...env }, encoding: 'utf8', timeout: 120_000 },
      );
      return { status, signal, stdout, stderr };
    },
    async interrupt(args, signal, runs) {
      const child = spawn(process.execPath, [launcher, ...args], {
        cwd: workspace,
        env: { ...environment, PENUMBRA_HANG_AT: String(runs) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      await vi.waitUntil(() => ground.runs() >= runs, { timeout: 120_000, interval: 5 });
      child.kill(signal);
      const [stdout, stderr, [status, bySignal]] = await ended;
      return { stdout, stderr, status, signal: bySignal };
    },
    copy() {
      const other = temporaryFolder();
      cpSync(workspace, join(other, basename(workspace)), { recursive: true, preserveTimestamps: true });
      return openRootPorts(other);
    },
    become(other) {
      rmSync(workspace, { recursive: true });
      cpSync(other.workspace, workspace, { recursive: true, preserveTimestamps: true });
      writeFileSync(log, '');
    },
  };
  return ground;
}

function isPrivateDirectory(path: string): boolean {
  return /(^|\/)run-[^/]+$/.test(path);
}

/** Processes by the environment that they were started with; where the system does not tell, none are seen. */
function processesWith(variable: string): readonly string[] {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return own.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(variable);
    } catch {
      return false;
    }
  });
}

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-proof-'));
  folders.push(folder);
  return folder;
}

/** Removes every ground that was laid or copied. */
export function removeGrounds(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
