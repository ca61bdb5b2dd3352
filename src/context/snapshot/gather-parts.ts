/** Finds the inputs for synthesising a directory: its children's current frames. */
import { isProducible } from '../producers/producer.ts';
import type { TreeNode } from '../scan/tree.ts';
import { lastName } from '../scan/tree-ids.ts';
import { ALL_TYPES, type SynthesisPart, type SynthesisRecipe } from '../synthesis/recipe.ts';
import type { Snapshot } from './snapshot.ts';

/** The frames of one child. */
export type ChildParts = { readonly child: TreeNode; readonly parts: readonly SynthesisPart[] };

/** Returns the frames of each child that a recipe takes, by child name. */
export async function gatherParts(
  snapshot: Snapshot,
  directory: string,
  recipe: SynthesisRecipe,
): Promise<readonly ChildParts[]> {
  const children = snapshot.tree.children(directory) ?? [];
  const found: ChildParts[] = [];
  for (const child of children) {
    const places = await snapshot.current(child.path);
    const taken = places.filter(({ type }) => takes(recipe, child, type));
    found.push({ child, parts: taken.map(({ frameId }) => ({ name: lastName(child.path), frameId })) });
  }
  return found;
}

/** Returns the children whose frame is missing but could be made: directories, and files of a producer. */
export async function missingParts(
  snapshot: Snapshot,
  directory: string,
  { inputType, outputType }: SynthesisRecipe,
): Promise<readonly TreeNode[]> {
  const producer = snapshot.producers.get(inputType);
  const missing: TreeNode[] = [];
  for (const child of snapshot.tree.children(directory) ?? []) {
    const isDirectory = child.kind === 'directory';
    if (!isDirectory && !(producer && isProducible(producer, child))) continue;
    const needed = isDirectory ? outputType : inputType;
    if (!(await snapshot.current(child.path)).some(({ type }) => type === needed)) missing.push(child);
  }
  return missing;
}

/** A directory contributes its output type, other nodes the input type. */
function takes({ inputType, outputType }: SynthesisRecipe, { kind }: TreeNode, type: string): boolean {
  return inputType === ALL_TYPES || type === (kind === 'directory' ? outputType : inputType);
}
