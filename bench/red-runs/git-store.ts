/** Trees, patches and commits of a repository, made without a work tree so that the same input gives the same hashes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who wrote a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** A change of one file; no content means that it is gone. */
export interface FileEdit {
  readonly path: string;
  readonly content: string | null;
  readonly isExecutable?: boolean;
}

/** What a commit needs besides its tree and parent. */
export interface CommitMeta {
  readonly message: string;
  readonly author: Author;
  /** Seconds since 1970 and the time zone, as git writes them: `1700000000 +0000`. */
  readonly date: string;
}

/** A git directory that objects are read from and written to. */
export interface GitStore {
  readonly directory: string;
  git(args: readonly string[], input?: string): string;
  read(revision: string, path: string): string | undefined;
  treeWith(base: string, edits: readonly FileEdit[]): string;
  patchBetween(from: string, to: string, paths?: readonly string[]): string;
  /** The tree with a patch applied; nothing if it does not apply. */
  patched(tree: string, patch: string): string | undefined;
  commit(tree: string, parent: string, meta: CommitMeta): string;
  metaOf(revision: string): CommitMeta;
}

const quiet = [
  '-c',
  'core.autocrlf=false',
  '-c',
  'gc.auto=0',
  '-c',
  'core.fileMode=true',
  '-c',
  'core.quotePath=false',
  '-c',
  'advice.detachedHead=false',
];
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Opens the git directory of a repository. */
export function openGitStore(directory: string): GitStore {
  const run = (args: readonly string[], input?: string, env: Record<string, string> = {}) =>
    execFileSync('git', [...quiet, `--git-dir=${directory}`, ...args], {
      encoding: 'utf8',
      input: input ?? '',
      maxBuffer: MAX_OUTPUT,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...env },
    });
  const git = (args: readonly string[], input?: string) => run(args, input);
  const withIndex = <Result>(tree: string, act: (env: Record<string, string>) => Result): Result => {
    const folder = mkdtempSync(join(tmpdir(), 'red-runs-'));
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    try {
      run(['read-tree', tree], '', env);
      return act(env);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return {
    directory,
    git,
    read(revision, path) {
      const shown = spawnSync('git', [`--git-dir=${directory}`, 'show', `${revision}:${path}`], {
        encoding: 'utf8',
        maxBuffer: MAX_OUTPUT,
      });
      return shown.status === 0 ? shown.stdout : undefined;
    },
    treeWith(base, edits) {
      return withIndex(base, (env) => {
        for (const { path, content, isExecutable } of edits) {
          if (content === null) {
            run(['update-index', '--force-remove', '--', path], '', env);
            continue;
          }
          const blob = git(['hash-object', '-w', '--stdin'], content).trim();
          const mode = isExecutable ? '100755' : '100644';
          run(['update-index', '--add', '--cacheinfo', `${mode},${blob},${path}`], '', env);
        }
        return run(['write-tree', '--missing-ok'], '', env).trim();
      });
    },
    patchBetween(from, to, paths = []) {
      return git(['diff-tree', '-p', '--binary', '--full-index', '--no-renames', from, to, '--', ...paths]);
    },
    patched(tree, patch) {
      if (patch === '') return git(['rev-parse', `${tree}^{tree}`]).trim();
      try {
        return withIndex(tree, (env) => {
          run(['apply', '--cached', '--whitespace=nowarn', '-'], patch, env);
          return run(['write-tree', '--missing-ok'], '', env).trim();
        });
      } catch {
        return undefined;
      }
    },
    commit(tree, parent, { message, author, date }) {
      const env = {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: author.name,
        GIT_COMMITTER_EMAIL: author.email,
        GIT_COMMITTER_DATE: date,
      };
      return run(['commit-tree', tree, '-p', parent, '-F', '-'], message, env).trim();
    },
    metaOf(revision) {
      const format = '--format=%an%x00%ae%x00%ad%x00%B';
      const [name = '', email = '', date = '', ...message] = git([
        'log',
        '-1',
        '--date=raw',
        format,
        revision,
      ]).split('\0');
      return { author: { name, email }, date, message: `${message.join('\0').trim()}\n` };
    },
  };
}
