// A small project with a test that fails, for the tests of proofs: real git, real `node --test`. It is watched: whatever
// the tests do that are run on its states, nothing of it may have changed, nothing may be left, and nothing run on.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { investigate } from '../../src/investigation/index.ts';
import { type ProvenInvestigation, proveInvestigation, why } from '../../src/investigation/prove/index.ts';
import type { ReportCause } from '../../src/record/index.ts';
import { everythingOf } from '../adapters/scratch-world.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';

/** Files by their paths; null removes one. */
export type Files = Readonly<Record<string, string>>;

type WhyOptions = Partial<Parameters<typeof why>[0]>;

/** A project; it goes away with its scope, after it was seen that the user's files are as they were. */
export type RedProject = AsyncDisposable & {
  /** The top of the repository. */
  readonly path: string;
  /** The folder around it, for whatever lies outside. */
  readonly outside: string;
  /** What programs that are run for it are told; each of their processes carries it. */
  readonly environment: Readonly<Record<string, string>>;
  write(files: Files): void;
  /** Writes files and commits all. */
  commit(files?: Files, message?: string): string;
  git(...args: string[]): string;
  /** Watches the user's files from now on; asking for a proof does so by itself. */
  watch(workspace?: string): void;
  /** Asks why the tests fail; no test may pass that should not. */
  why(options?: WhyOptions): Promise<ProvenInvestigation>;
  /** Investigates a report and proves it by a command. */
  prove(report: string, command: string, options?: WhyOptions): Promise<ProvenInvestigation>;
};

/** The command of most projects: one process, so that many runs cost little. */
export const command = ['node', '--test', '--test-isolation=none'];

/** Makes a project, with some files in a first commit. */
export function makeRedProject(files?: Files): RedProject {
  const folder = makeFolder();
  // A blank and quotes in the path are nothing special.
  const [path, temporary] = [`the user's repo`, 'tmp'].map((name) => join(folder.path, name)) as [
    string,
    string,
  ];
  for (const directory of [path, temporary]) mkdirSync(directory);
  const mark = randomUUID();
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: folder.path,
    TMPDIR: temporary,
    RED_PROJECT: mark,
    // What Node compiled is worth keeping from one project to the next.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  };
  vi.stubEnv('TMPDIR', temporary);
  let before: readonly string[] | null = null;
  let watched: readonly string[] = [path];
  const watch = (workspace = path) => {
    // Penumbra's own folder is the one thing that it makes in a workspace.
    writeFiles(workspace, { '.penumbra/.gitignore': '*\n' });
    watched = [path, workspace];
    before ??= watched.flatMap(usersOf);
  };
  const places = {
    workspace: path,
    currentDirectory: path,
    store: `sqlite:${join(folder.path, 'ledger.db')}`,
    environment,
  };
  const project: RedProject = {
    path,
    outside: folder.path,
    environment,
    write: (some) => writeFiles(path, some),
    commit: (some = {}, message = 'state') => {
      writeFiles(path, some);
      commitAll(path, message);
      return git(path, 'rev-parse', 'HEAD').trim();
    },
    git: (...args) => git(path, ...args),
    watch,
    why: async (options = {}) => {
      watch(options.workspace);
      const found = await why({ ...places, command, budgetMs: 120_000, ...options });
      if ('run' in found) return found;
      throw new Error(`nothing failed, ${found.passed} passed`);
    },
    prove: async (report, text, options = {}) => {
      watch(options.workspace);
      const file = join(folder.path, 'report.xml');
      writeFiles(folder.path, { 'report.xml': report });
      const found = await investigate({ ...places, reports: [file] });
      return proveInvestigation(found, { ...places, budgetMs: 120_000, ...options, command: text });
    },
    [Symbol.asyncDispose]: async () => {
      try {
        if (before !== null) expect(watched.flatMap(usersOf)).toEqual(before);
        expect(processesOf(mark)).toEqual([]);
        expect(leftIn(temporary)).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
        folder[Symbol.dispose]();
      }
    },
  };
  if (files !== undefined) {
    git(path, 'init', '--quiet');
    project.commit(files);
  }
  return project;
}

/** The one cause of a report. */
export function onlyCause({ document }: ProvenInvestigation): ReportCause {
  expect(document.causes).toHaveLength(1);
  return document.causes[0] as ReportCause;
}

/** What a cause was proven by: the paths and lines of its pieces, and who brought them. */
export function provenBy({ proof, experiments }: ReportCause) {
  return {
    outcome: experiments?.outcome,
    hunks: proof?.hunks.map(({ path, lines: [first, last] }) => `${path}:${first}-${last}`),
    commit: proof?.change?.commit,
  };
}

/** Git marks an object that it meets again as used, by its time. */
const OBJECT = /^(.*[/][.]git[/]objects[/].* \d+) \d+(?= \d+ \d+ )/;

/** All that is the user's: files, index, refs, stash, worktrees, settings and HEAD are files below the top. */
function usersOf(top: string): readonly string[] {
  return everythingOf(top)
    .filter((entry) => !/[/][.]penumbra[ /]/.test(entry))
    .map((entry) => entry.replace(OBJECT, '$1'));
}

/** The processes that were started for a project and are still there. */
function processesOf(mark: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

/** What lies below the directory of temporary files, but for the empty home of scratch states. */
function leftIn(temporary: string): readonly string[] {
  return readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^penumbra-scratch-\d+$/.test(name),
  );
}
