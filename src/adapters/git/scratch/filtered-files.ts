/**
 * Files that a filter stands before, such as large ones kept elsewhere: git has something shorter for them than the work
 * tree. Filters are programs and are not run, so that a state that has the same as the work tree gets its bytes.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fromBytes, toByteText } from '../../../context/index.ts';
import { decodeField, splitFields } from '../run-git.ts';
import { copyTree } from './copy-tree.ts';
import { removeTree } from './scratch-directory.ts';
import type { ScratchRepository } from './scratch-repository.ts';
import type { TreeObjects } from './tree-objects.ts';
import { WORK_INDEX } from './write-work-tree.ts';

/** Puts the work tree's bytes in the place of what git has for them. */
export type PutFiltered = (slot: { readonly top: string; readonly tree: string }) => void;

/** Finds the files with filters once; most repositories have none. */
export function findFiltered(
  scratch: ScratchRepository,
  objects: TreeObjects,
  { top: from, workTree }: { readonly top: string; readonly workTree: string },
): PutFiltered {
  const paths = filteredPaths(scratch, objects, workTree);
  return ({ top, tree }) => {
    for (const path of paths) {
      const [known, own] = [workTree, tree].map((state) => objects.entry(state, toByteText(path)));
      if (known === undefined || own?.id !== known.id) continue;
      const [source, target] = [join(from, path), join(top, path)];
      const stat = lstatSync(target, { throwIfNoEntry: false });
      if (!stat?.isFile() || lstatSync(source, { throwIfNoEntry: false })?.size === stat.size) continue;
      removeTree(target);
      copyTree(source, target);
    }
  };
}

function filteredPaths(
  scratch: ScratchRepository,
  objects: TreeObjects,
  workTree: string,
): readonly string[] {
  const { own, user } = scratch.settings.attributes;
  const listed = [...splitFields(scratch.run(['ls-files', '-z'], { index: WORK_INDEX }) ?? new Uint8Array())];
  const rules = listed.map(fromBytes).filter((path) => /(?:^|\/)\.gitattributes$/.test(path));
  const ids = rules.flatMap((path) => objects.entry(workTree, path)?.id ?? []);
  const texts = [...objects.read(ids).values()].map((bytes) => Buffer.from(bytes).toString('latin1'));
  if (![own, user, ...texts].some((text) => text.includes('filter'))) return [];
  const input = Buffer.concat(listed.flatMap((path) => [path, Buffer.of(0)]));
  const printed = scratch.run(['check-attr', '-z', '--stdin', 'filter'], { index: WORK_INDEX, input });
  const fields = [...splitFields(printed ?? new Uint8Array())].map(decodeField);
  return fields.flatMap((path, at) => {
    const value = fields[at + 2];
    const isFiltered = at % 3 === 0 && value !== 'unspecified' && value !== 'unset';
    return isFiltered && path !== undefined ? [path] : [];
  });
}
