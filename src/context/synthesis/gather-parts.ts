/** Finds what a directory is synthesised from: the standing frames of its children, and of nothing else. */
import { isProducible } from '../producers/producer.ts';
import type { TreeNode } from '../scan/tree.ts';
import { lastName } from '../scan/tree-path.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { ALL_TYPES, type SynthesisRecipe } from './recipe.ts';
import type { SynthesisPart } from './synthesis-basis.ts';

/** Frames of a child. */
export type ChildParts = { readonly child: TreeNode; readonly parts: readonly SynthesisPart[] };

/** Returns the frames of each child of a directory that a recipe takes, by name of the child. */
export async function gatherParts(
  standpoint: Standpoint,
  directory: string,
  recipe: SynthesisRecipe,
): Promise<readonly ChildParts[]> {
  const children = standpoint.tree.children(directory) ?? [];
  const found: ChildParts[] = [];
  for (const child of children) {
    const standing = await standpoint.standing(child.path);
    const taken = standing.filter(({ type }) => takes(recipe, child, type));
    found.push({ child, parts: taken.map(({ frameId }) => ({ name: lastName(child.path), frameId })) });
  }
  return found;
}

/** Returns the children that have no frame although one would be made of them: directories, and files of a producer. */
export async function missingParts(
  standpoint: Standpoint,
  directory: string,
  { inputType, outputType }: SynthesisRecipe,
): Promise<readonly TreeNode[]> {
  const producer = standpoint.producers.get(inputType);
  const missing: TreeNode[] = [];
  for (const child of standpoint.tree.children(directory) ?? []) {
    const isDirectory = child.kind === 'directory';
    if (!isDirectory && !(producer && isProducible(producer, child))) continue;
    const needed = isDirectory ? outputType : inputType;
    if (!(await standpoint.standing(child.path)).some(({ type }) => type === needed)) missing.push(child);
  }
  return missing;
}

/** A directory is told by what was made of it, all else by what is taken. */
function takes({ inputType, outputType }: SynthesisRecipe, { kind }: TreeNode, type: string): boolean {
  return inputType === ALL_TYPES || type === (kind === 'directory' ? outputType : inputType);
}
