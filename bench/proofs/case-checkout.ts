/** The checkout of a repository in which one red run after the other is laid out, and what tells that nobody touched it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildHistory } from '../red-runs/build-history.ts';
import { openGitStore } from '../red-runs/git-store.ts';
import { folderName, type Recipe } from '../red-runs/recipe.ts';
import type { RedRun } from '../red-runs/red-run.ts';
import { prepareCheckout } from '../red-runs/test-bench.ts';

/** A checkout with its packages installed. */
export interface CaseCheckout {
  readonly directory: string;
  git(args: readonly string[], input?: string): string;
  /** Lays a red run out, and returns the commit that brought the fault; nothing where it is not committed. */
  layOut(run: RedRun): string | undefined;
  /** Removes what tests left. */
  clean(): void;
  /** A digest of the files, the index, all refs with HEAD and stash, and the list of work trees. */
  digest(): string;
}

/** Opens the checkout of a repository below a folder, and installs what its tests need the first time. */
export async function openCaseCheckout(
  recipe: Recipe,
  { mirror, work }: { readonly mirror: string; readonly work: string },
): Promise<CaseCheckout> {
  const folder = join(work, folderName(recipe.repository));
  await prepareCheckout(recipe, { mirror, folder });
  const directory = join(folder, 'checkout');
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', directory, '-c', 'core.autocrlf=false', '-c', 'gc.auto=0', ...args], {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    });
  const clean = () => void git(['clean', '-fdq']);
  return {
    directory,
    git,
    clean,
    layOut({ history }) {
      const { head, faulty } = buildHistory(openGitStore(join(directory, '.git')), history);
      git(['reset', '--quiet', '--hard']);
      git(['checkout', '--quiet', '--force', '-B', 'main', head]);
      clean();
      rmSync(join(directory, '.penumbra'), { recursive: true, force: true });
      if (history.staged !== '') git(['apply', '--index', '--whitespace=nowarn', '-'], history.staged);
      if (history.unstaged !== '') git(['apply', '--whitespace=nowarn', '-'], history.unstaged);
      return faulty;
    },
    digest() {
      const hash = createHash('sha256');
      hash.update(readFileSync(join(directory, '.git/index')));
      for (const args of [['for-each-ref'], ['rev-parse', 'HEAD'], ['stash', 'list'], ['worktree', 'list']])
        hash.update(git(args));
      const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']).split('\0');
      for (const file of new Set(files.filter((name) => name !== '' && !name.startsWith('.penumbra/'))))
        hash.update(`${file}\0`).update(contentOf(join(directory, file)));
      return hash.digest('hex');
    },
  };
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
