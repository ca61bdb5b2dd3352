/** Paths as one call sees them: those it sees, with the addresses it knows them by. */
import type { ToolCall } from '../calls/tool-command.ts';

/** A path of a root that a call sees, and its address. */
export type VisiblePath = { readonly path: string; readonly address: string };

/** Returns those of some paths that a call sees, in their order; the others leave no trace. */
export function visiblePaths(
  { place, view }: Pick<ToolCall, 'place' | 'view'>,
  paths: readonly string[],
): readonly VisiblePath[] {
  return paths.flatMap((path) => {
    const below = view().find(path);
    if (below === undefined) return [];
    return [{ path, address: below === '' ? place.address : `${place.address}/${below}` }];
  });
}

/** Returns the further addresses of paths that are named below an address; nothing needs to be there any more. */
export function namedPaths(
  { paths }: { readonly paths?: readonly string[] },
  address: string,
): readonly { readonly address: string; readonly requireExists: false }[] {
  return (paths ?? []).map((path) => ({ address: `${address}/${path}`, requireExists: false }));
}
