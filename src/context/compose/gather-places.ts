/** Finds the nodes that a request's sources lead to, each once and under its nearest source. */
import { sortByCodePoint } from '../../kernel/index.ts';
import { requireNode } from '../frames/require-node.ts';
import type { TreeNode } from '../scan/tree.ts';
import { parentPath, pathsAbove } from '../scan/tree-path.ts';
import type { ComposePlan } from './check-request.ts';
import type { FrameSource } from './compose-request.ts';
import type { ContextReader } from './context-reader.ts';

/** A node to gather frames from. */
export type Place = {
  readonly path: string;
  readonly source: FrameSource;
  /** How many steps of sources come before it: the node's own is 0, each ancestor has its own, siblings share one. */
  readonly nearness: number;
};

/** The places of a request, and the named paths where there is no node. */
export type Places = { readonly places: readonly Place[]; readonly missing: readonly string[] };

/** Returns the places that a plan's sources lead to, or throws `node-not-found` where its own path leads nowhere. */
export function gatherPlaces(reader: ContextReader, plan: ComposePlan): Places {
  const node = requireNode({ tree: reader }, plan.path);
  const places = new Map<string, Place>();
  const missing = new Set<string>();
  let nearness = 0;
  for (const source of plan.sources) {
    for (const paths of pathsOf(source, { reader, plan, node })) {
      for (const path of paths) {
        // What the tree lists is there, and looking each sibling up again takes long in a large directory.
        const found = isNamed(source) ? reader.at(path)?.path : path;
        if (found === undefined) missing.add(path);
        else if (!places.has(found)) places.set(found, { path: found, source, nearness });
      }
      nearness++;
    }
  }
  return { places: [...places.values()], missing: sortByCodePoint([...missing]) };
}

/** Tells whether a source's paths come from the request. */
function isNamed(source: FrameSource): boolean {
  return source === 'related' || source === 'subjects';
}

type Asked = { readonly reader: ContextReader; readonly plan: ComposePlan; readonly node: TreeNode };

/** Returns the paths of a source, in groups that are equally near. */
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
