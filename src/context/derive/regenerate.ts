/**
 * Regenerates derived frames whose basis has changed, children before parents, stopping where nothing
 * changed. Frames written by people or models are not regenerated; stale ones are listed with their authors.
 */
import { PenumbraError } from '../../kernel/index.ts';
import { type StaleFrame, staleFramesAt } from '../frames/read-node.ts';
import { requireNode } from '../frames/resolve-node.ts';
import { createJudge } from '../freshness/judge.ts';
import type { TreeNode } from '../scan/tree.ts';
import { pathsAbove, ROOT_PATH } from '../scan/tree-ids.ts';
import type { FramePlace } from '../snapshot/frame-places.ts';
import { missingParts } from '../snapshot/gather-parts.ts';
import { readAhead, type Snapshot } from '../snapshot/snapshot.ts';
import { readSynthesisBasis } from '../synthesis/recipe.ts';
import {
  type Derived,
  type DirectoryDerivation,
  deriveDirectory,
  deriveFile,
  deriveOutside,
  type ReadFile,
} from './derive-node.ts';
import type { WaveMove } from './pending-moves.ts';
import { childrenFirst, inWave, type Wave } from './wave.ts';

/** Where to regenerate: one node, a node and everything below it, or changed nodes and their ancestors. */
export type RegenerationScope =
  | { readonly path: string; readonly isRecursive: boolean }
  | { readonly changed: readonly string[] };

/** What to regenerate, and how files are read. */
export type RegenerationRequest = {
  readonly scope: RegenerationScope;
  readonly read: ReadFile;
  readonly onProgress?: ((examined: number) => void) | undefined;
  /** Called for every regenerated or cut-off frame, children before parents, once all are written. */
  readonly onMove?: ((move: WaveMove) => void) | undefined;
};

/** The outcome of a regeneration. `examined` is the sum of the three counts after it. */
export type Regeneration = {
  readonly examined: number;
  readonly regenerated: number;
  /** Recomputed with equal content: the frame is kept and its dependants are untouched. */
  readonly cutOff: number;
  readonly untouched: number;
  /** Stale frames that only their authors can renew. */
  readonly stale: readonly StaleFrame[];
};

/** Regenerates derived frames within a scope. */
export async function regenerate(
  look: () => Promise<Snapshot>,
  request: RegenerationRequest,
): Promise<Regeneration> {
  const { result, moves } = await inWave(look, (wave) => renewAll(wave, request));
  const regenerated = moves.filter(({ move }) => move === 'regenerated').length;
  const cutOff = moves.length - regenerated;
  for (const move of moves) request.onMove?.(move);
  const { examined, stale } = result;
  return { examined, regenerated, cutOff, untouched: examined - moves.length, stale };
}

async function renewAll(
  wave: Wave,
  { scope, read, onProgress }: RegenerationRequest,
): Promise<Pick<Regeneration, 'examined' | 'stale'>> {
  const { snapshot } = wave;
  const kept: { readonly path: string; readonly place: FramePlace }[] = [];
  let examined = 0;
  // If the scope is a single node, missing frames below it are outside the scope.
  const isRecursive = 'changed' in scope || scope.isRecursive;
  for await (const { node, places } of readAhead(snapshot, nodesIn(snapshot, scope))) {
    for (const place of places) {
      const renewed = await renew({ wave, node, place, read, isWithin: isRecursive });
      if (renewed) examined += renewed.count;
      else kept.push({ path: node.path, place });
    }
    onProgress?.(examined);
  }
  return { examined, stale: await staleAmong(snapshot, kept) };
}

/** Returns the frames that are still stale after regeneration. */
async function staleAmong(
  snapshot: Snapshot,
  kept: readonly { readonly path: string; readonly place: FramePlace }[],
): Promise<readonly StaleFrame[]> {
  const judge = createJudge(snapshot);
  const found: StaleFrame[] = [];
  for (const { path, place } of kept) found.push(...(await staleFramesAt(judge, path, [place])));
  return found;
}

type Renewal = {
  readonly wave: Wave;
  readonly node: TreeNode;
  readonly place: FramePlace;
  readonly read: ReadFile;
  /** Whether the scope includes everything below the node. */
  readonly isWithin: boolean;
};

/**
 * Renews one frame and makes missing frames it needs; null if it cannot be renewed, otherwise how many frames
 * were examined.
 */
async function renew({
  wave,
  node,
  place,
  read,
  isWithin,
}: Renewal): Promise<{ readonly count: number } | null> {
  const [record] = await wave.snapshot.frames([place.frameId]);
  if (!record?.frame || !record.basis) return null;
  const producer = wave.snapshot.producers.get(record.basis.producer?.name ?? '');
  if (producer && producer.name === record.frame.agent)
    return countOne(await deriveFile({ wave, producer, node, read }));
  const outside = wave.snapshot.outside.get(record.basis.producer?.name ?? '');
  if (outside && node.path === ROOT_PATH) return countOne(await deriveOutside(wave, outside));
  const made = readSynthesisBasis(record.basis);
  if (!made || node.kind !== 'directory') return null;
  const derivation = { wave, directory: node.path, recipe: made.recipe, agent: record.frame.agent };
  try {
    const added = isWithin ? await deriveMissing(derivation, read) : 0;
    await deriveDirectory({ ...derivation, isStrict: false });
    return { count: added + 1 };
  } catch (error) {
    // A directory that cannot be regenerated stays stale without affecting the others.
    if (error instanceof PenumbraError && error.code === 'synthesis-failed') return null;
    throw error;
  }
}

function countOne(derived: Derived | null): { readonly count: number } | null {
  return derived && { count: 1 };
}

/** Yields the nodes of a scope, children before parents. */
function* nodesIn(snapshot: Snapshot, scope: RegenerationScope): Generator<TreeNode> {
  const { tree } = snapshot;
  if ('changed' in scope) {
    const paths = new Set(scope.changed.flatMap((path) => [path, ...pathsAbove(path)]));
    const deepestFirst = [...paths].sort((left, right) => depthOf(right) - depthOf(left));
    for (const path of deepestFirst) {
      const node = tree.at(path);
      if (node) yield node;
    }
    return;
  }
  const top = requireNode(snapshot, scope.path);
  if (scope.isRecursive) yield* childrenFirst(tree, top);
  else yield top;
}

function depthOf(path: string): number {
  return path === ROOT_PATH ? 0 : path.split('/').length;
}

/** Derives missing frames below a directory, children first, and returns how many were made. */
async function deriveMissing(
  derivation: Omit<DirectoryDerivation, 'isStrict'>,
  read: ReadFile,
): Promise<number> {
  const { wave, directory, recipe } = derivation;
  const { tree, producers } = wave.snapshot;
  const producer = producers.get(recipe.inputType);
  let made = 0;
  for (const child of await missingParts(wave.snapshot, directory, recipe)) {
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
