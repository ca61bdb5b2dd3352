/** Makes the commits of a case again, from the mirror of its repository and the patches that are kept. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GitStore } from './git-store.ts';
import { folderName, type Recipe } from './recipe.ts';
import type { CaseHistory } from './red-run.ts';

/** Names the git directory of a repository's mirror: a bare one, one below `repo`, or that of a clone. */
export function mirrorOf(mirror: string, { repository }: Recipe): string {
  const folder = join(mirror, folderName(repository));
  const inner = ['repo', 'repo/.git', '.git']
    .map((name) => join(folder, name))
    .find((path) => existsSync(join(path, 'objects')));
  return inner ?? folder;
}

/** Makes the commits of a history and names the one that brought the fault. */
export function buildHistory(
  store: GitStore,
  { base, steps, faultStep }: CaseHistory,
): { readonly head: string; readonly faulty: string | undefined } {
  let head = base;
  let faulty: string | undefined;
  const patches: string[] = [];
  for (const [index, step] of steps.entries()) {
    if ('real' in step) {
      head = store.commit(withPatches(store, step.real, patches), head, store.metaOf(step.real));
    } else {
      patches.push(step.patch);
      head = store.commit(withPatches(store, head, [step.patch]), head, step);
    }
    if (index === faultStep) faulty = head;
  }
  return { head, faulty };
}

function withPatches(store: GitStore, commit: string, patches: readonly string[]): string {
  return patches.reduce((tree, patch) => {
    const patched = store.patched(tree, patch);
    if (patched === undefined) throw new Error(`a patch does not apply to ${commit}`);
    return patched;
  }, commit);
}
