// A copy of the program to take checks out of, and to see there which attacks then succeed.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../context/workspace.ts';
import type { AttackOutcome, AttackRequest } from './attack-runner.ts';
import type { Mutation } from './mutation.ts';
import { projectRoot } from './red-team.ts';

/** A copy of the program. */
export interface MutableCopy extends Disposable {
  /** Takes a check out, and returns what puts it back. */
  apply(mutation: Mutation): () => void;
  /** Runs the attacks of a file, or one of them. */
  run(file: string, id?: string): Promise<AttackOutcome>;
}

const COPIED = [
  'src',
  'test',
  'policies',
  'examples',
  'personas',
  'pipelines',
  'package.json',
  'tsconfig.json',
];
const RUNNER = 'test/support/red-team/attack-runner.ts';
const TIMEOUT_MS = 300_000;

/** Makes a copy, in which the attacks of one suite can be run. */
export function makeMutableCopy(suite: string): MutableCopy {
  const folder = makeFolder();
  for (const name of COPIED) cpSync(join(projectRoot, name), join(folder.path, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'));
  const changed = new Set<string>();
  let runner: ChildProcess | null = null;
  const put = (path: string, text: string): void => {
    writeFileSync(path, text);
    changed.add(path);
  };
  return {
    apply: ({ file, remove, put: instead }) => {
      const path = join(folder.path, file);
      const text = readFileSync(path, 'utf8');
      put(
        path,
        text.replace(remove, () => instead),
      );
      return () => put(path, text);
    },
    async run(file, id = undefined) {
      runner ??= await startRunner(folder.path, suite);
      const outcome = await ask(runner, { file, id: id ?? null, changed: [...changed] });
      changed.clear();
      // One that ended or hangs is followed by another, which reads everything anew.
      if (!runner.connected) runner = null;
      return outcome;
    },
    [Symbol.dispose]: () => {
      runner?.kill('SIGKILL');
      folder[Symbol.dispose]();
    },
  };
}

async function startRunner(folder: string, suite: string): Promise<ChildProcess> {
  const runner = fork(join(folder, RUNNER), [suite], {
    cwd: folder,
    // Races go on for as long as they may.
    env: { ...process.env, RED_TEAM_ROUNDS: 'all' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([once(runner, 'message'), once(runner, 'exit')]);
  return runner;
}

function ask(runner: ChildProcess, request: AttackRequest): Promise<AttackOutcome> {
  return new Promise((resolve) => {
    const end = (said: string) => settle({ passed: 0, failed: 0, said });
    const onExit = () => end('the process that runs attacks ended');
    const timer = setTimeout(() => {
      runner.disconnect();
      runner.kill('SIGKILL');
      end(`no end within ${TIMEOUT_MS} ms`);
    }, TIMEOUT_MS);
    const settle = (outcome: AttackOutcome): void => {
      clearTimeout(timer);
      runner.off('exit', onExit).off('message', settle);
      resolve(outcome);
    };
    runner.once('exit', onExit).once('message', settle);
    if (runner.connected) runner.send(request);
    else onExit();
  });
}
