/** Reads the current frames of places. */
import { cite, compareCodePoints, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';
import type { NodeFrame } from '../frames/read-node.ts';
import { requireNode } from '../frames/resolve-node.ts';
import type { TreeNode } from '../scan/tree.ts';
import { parentPath, pathsAbove } from '../scan/tree-ids.ts';
import {
  type ComposePlan,
  composeLimits,
  type FrameFilter,
  type FrameSource,
  type GatheredFrame,
} from './compose-request.ts';

/** A frame and its source's distance. */
export type Candidate = { readonly frame: GatheredFrame; readonly nearness: number };

/** Returns the frames of all places that pass the plan's filters, unsorted. */
export async function gatherCurrent(
  reader: ContextReader,
  places: readonly Place[],
  plan: ComposePlan,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const isWanted = wantedBy(plan);
  let bytes = 0;
  for (let start = 0; start < places.length; start += composeLimits.readsAtOnce) {
    const group = places.slice(start, start + composeLimits.readsAtOnce);
    const read = await Promise.all(group.map(({ path }) => reader.currentFrames(path)));
    for (const [index, place] of group.entries()) {
      for (const frame of (read[index] ?? []).filter(isWanted)) {
        bytes += frame.content?.length ?? 0;
        found.push(candidateOf(frame, place));
        requireRoom({ frames: found.length, bytes, path: plan.path });
      }
    }
  }
  return found;
}

/** Compares by id, then path; no two candidates are equal. */
export function byIdAndPath({ frame: left }: Candidate, { frame: right }: Candidate): number {
  return compareCodePoints(left.frameId, right.frameId) || compareCodePoints(left.path, right.path);
}

function candidateOf(frame: NodeFrame, { path, source, nearness }: Place): Candidate {
  return { frame: Object.freeze({ ...frame, path, source }), nearness };
}

function wantedBy({ include = {}, exclude = {} }: ComposePlan): (frame: NodeFrame) => boolean {
  const wanted = setsOf(include);
  const unwanted = setsOf(exclude);
  return ({ type, agent }) =>
    (wanted.types?.has(type) ?? true) &&
    (wanted.agents?.has(agent) ?? true) &&
    !unwanted.types?.has(type) &&
    !unwanted.agents?.has(agent);
}

function setsOf({ types, agents }: FrameFilter) {
  return { types: types && new Set(types), agents: agents && new Set(agents) };
}

function requireRoom({ frames, bytes, path }: { frames: number; bytes: number; path: string }): void {
  if (frames <= composeLimits.gatheredFrames && bytes <= composeLimits.gatheredBytes) return;
  throw new PenumbraError(
    'limit-exceeded',
    `there are too many frames around ${cite(path)} to compose them`,
    {
      data: { path, frames, bytes },
      hint: 'name fewer sources, or include fewer types',
    },
  );
}

/** Reads nodes and their current frames. */
export interface ContextReader {
  /** Returns the node at a path, if any. */
  at(path: string): TreeNode | undefined;
  /** Returns a directory's children, or undefined if the path is not a directory. */
  children(path: string): readonly TreeNode[] | undefined;
  /** Returns the newest frame of each `single` type of a node and all of each `many` type, in any order. */
  currentFrames(path: string): Promise<readonly NodeFrame[]>;
}

/** A node to gather frames from. */
type Place = {
  readonly path: string;
  readonly source: FrameSource;
  /** Distance: 0 for the node itself, one step per ancestor, one shared step for siblings. */
  readonly nearness: number;
};

/** The places of a request, and the named paths that do not exist. */
type Places = { readonly places: readonly Place[]; readonly missing: readonly string[] };

/** Returns the places for a plan's sources, or throws `node-not-found` if its own path does not exist. */
export function gatherPlaces(reader: ContextReader, plan: ComposePlan): Places {
  const node = requireNode({ tree: reader }, plan.path);
  const places = new Map<string, Place>();
  const missing = new Set<string>();
  let nearness = 0;
  for (const source of plan.sources) {
    for (const paths of pathsOf(source, { reader, plan, node })) {
      for (const path of paths) {
        // Siblings come from the tree, and looking each up again is slow in a large directory.
        const found = isNamed(source) ? reader.at(path)?.path : path;
        if (found === undefined) missing.add(path);
        else if (!places.has(found)) places.set(found, { path: found, source, nearness });
      }
      nearness++;
    }
  }
  return { places: [...places.values()], missing: sortByCodePoint([...missing]) };
}

/** Checks whether a source's paths come from the request. */
function isNamed(source: FrameSource): boolean {
  return source === 'related' || source === 'subjects';
}

type Asked = { readonly reader: ContextReader; readonly plan: ComposePlan; readonly node: TreeNode };

/** Returns the paths of a source, in groups of equal distance. */
function pathsOf(source: FrameSource, { reader, plan, node }: Asked): readonly (readonly string[])[] {
  const parent = parentPath(node.path);
  const inside = (directory: string) => (reader.children(directory) ?? []).map(({ path }) => path);
  switch (source) {
    case 'node':
      return [[node.path]];
    case 'parent':
      return parent === null ? [] : [[parent]];
    case 'ancestors':
      return pathsAbove(node.path).map((path) => [path]);
    case 'siblings':
      return parent === null ? [] : [inside(parent).filter((path) => path !== node.path)];
    case 'children':
      return [inside(node.path)];
    case 'related':
      return [plan.related ?? []];
    case 'subjects':
      return [plan.subjects ?? []];
  }
}
