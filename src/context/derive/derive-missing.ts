/** Makes the frames that a directory's synthesis asks for and that are not there yet: of new files and new directories. */
import { missingParts } from '../synthesis/gather-parts.ts';
import { childrenFirst } from './children-first.ts';
import { type DirectoryDerivation, deriveDirectory } from './derive-directory.ts';
import { deriveFile, type ReadFile } from './derive-file.ts';

/** Derives what is missing below a directory, children first, and returns how many frames were made. */
export async function deriveMissing(
  derivation: Omit<DirectoryDerivation, 'isStrict'>,
  read: ReadFile,
): Promise<number> {
  const { wave, directory, recipe } = derivation;
  const { tree, producers } = wave.standpoint;
  const producer = producers.get(recipe.inputType);
  let made = 0;
  for (const child of await missingParts(wave.standpoint, directory, recipe)) {
    if (child.kind !== 'directory') {
      if (producer && (await deriveFile({ wave, producer, node: child, read }))) made++;
      continue;
    }
    for (const node of childrenFirst(tree, child)) {
      if (node.kind !== 'directory') continue;
      made += await deriveMissing({ ...derivation, directory: node.path }, read);
      const { isUntouched } = await deriveDirectory({ ...derivation, directory: node.path, isStrict: false });
      if (!isUntouched) made++;
    }
  }
  return made;
}
