/**
 * A repository for a slot, so that programs which ask git for files, versions or the top find one there. It is the slot's
 * alone: it borrows objects, has copies of names and of the index, and is made anew for each state.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedGit } from '../open-git.ts';
import { removeTree } from './scratch-directory.ts';
import type { ScratchRepository } from './scratch-repository.ts';

/** Puts a repository beside the files of a slot. */
export type MakeSlotRepository = (slot: { readonly top: string; readonly index: string }) => void;

/** Reads the names of commits once, and returns what makes repositories with them. */
export function readSlotRepository(user: OpenedGit, scratch: ScratchRepository): MakeSlotRepository {
  const names = user.line(['for-each-ref', '--format=%(objectname) %(refname)']) ?? '';
  const head = readFileSync(join(user.places.gitDirectory, 'HEAD'));
  const config = readFileSync(join(scratch.gitDirectory, 'config'));
  const exclude = readFileSync(join(scratch.gitDirectory, 'info', 'exclude'));
  const stores = [join(user.places.commonDirectory, 'objects'), join(scratch.gitDirectory, 'objects')];
  return ({ top, index }) => {
    const directory = join(top, '.git');
    removeTree(directory);
    for (const name of ['objects/info', 'refs/heads', 'info'])
      mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
    const write = (name: string, text: Uint8Array | string) => writeFileSync(join(directory, name), text);
    write('HEAD', head);
    write('config', config);
    write('info/exclude', exclude);
    write('packed-refs', `# pack-refs with: sorted\n${names}\n`);
    write('objects/info/alternates', `${stores.join('\n')}\n`);
    copyFileSync(join(scratch.gitDirectory, index), join(directory, 'index'));
  };
}
