// A copy of the program to take checks out of, and to see there which attacks then succeed.

import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../context/workspace.ts';
import type { Mutation } from './mutation.ts';
import { projectRoot } from './red-team.ts';

/** How attacks went; what did not come to an end failed none. */
interface AttackOutcome {
  readonly passed: number;
  readonly failed: number;
  /** What the first that failed said, or what was printed where nothing ran. */
  readonly said: string;
}

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
/** Without the database server that other tests need. */
const configFor = (suite: string): string => `export default { test: {
  include: ['${suite}/*.test.ts'],
  exclude: ['**/*.deep.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
} };
`;
const CONFIG_FILE = 'vitest.redteam.config.mjs';
const TIMEOUT_MS = 300_000;

/** Makes a copy, in which the attacks of one suite can be run. */
export function makeMutableCopy(suite: string): MutableCopy {
  const folder = makeFolder();
  for (const name of COPIED) cpSync(join(projectRoot, name), join(folder.path, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, CONFIG_FILE), configFor(suite));
  return {
    apply: ({ file, remove, put }) => {
      const path = join(folder.path, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        text.replace(remove, () => put),
      );
      return () => writeFileSync(path, text);
    },
    run: (file, id) => runAttacks(folder.path, file, id),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function runAttacks(folder: string, file: string, id: string | undefined): Promise<AttackOutcome> {
  const only = id === undefined ? [] : ['-t', `\\[${id}\\]`];
  const report = join(folder, 'report.json');
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '--config', CONFIG_FILE, '--reporter=json', '--outputFile', report];
  // Races go on for as long as they may.
  const env = { ...process.env, RED_TEAM_ROUNDS: 'all' };
  const options = {
    cwd: folder,
    env,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  } as const;
  rmSync(report, { force: true });
  return new Promise((resolve) => {
    execFile(process.execPath, [...words, ...only, file], options, (_error, stdout, stderr) =>
      resolve(existsSync(report) ? outcomeOf(report) : { passed: 0, failed: 0, said: `${stdout}${stderr}` }),
    );
  });
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

function outcomeOf(report: string): AttackOutcome {
  const read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const said = read.testResults.flatMap(({ message, assertionResults }) => [
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    message,
  ]);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    said: said.find((text) => text !== '') ?? '',
  };
}
