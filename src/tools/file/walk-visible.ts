/** Goes through what a call sees below its place, by code points, each directory before what is in it. */
import { compareCodePoints } from '../../kernel/index.ts';
import { createTurns } from '../calls/create-turns.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import type { DiskEntry, DiskEntryKind, DiskFault } from '../ports/disk.ts';

/** Something that is seen; the path is relative to the place of the call. */
export type VisibleEntry = { readonly path: string; readonly kind: DiskEntryKind };

/** Where a walk goes: into the directories that are entered, up to a depth of names. */
type WalkBounds = {
  readonly maxDepth: number;
  readonly enters?: (path: string) => boolean;
  /** Is told of a directory that cannot be read. */
  readonly onUnread?: (fault: DiskFault) => void;
  /** Is told of a name that no address can have. */
  readonly onUnaddressable?: () => void;
};

/** Walks; what is not seen is not entered, and a link is shown and not followed. */
export async function* walkVisible(
  call: Pick<ToolCall, 'place' | 'view' | 'means'>,
  bounds: WalkBounds,
  top: VisibleEntry = { path: '', kind: 'directory' },
  { depth, turn } = { depth: 1, turn: createTurns() },
): AsyncGenerator<VisibleEntry> {
  const { place, view, means } = call;
  const topPath = joined(place.path, top.path);
  const listed = means.disk.listDirectory({ root: place.disk.root, path: topPath });
  if (typeof listed === 'string') {
    bounds.onUnread?.(listed);
    return;
  }
  const entries: DiskEntry[] = [];
  for (const entry of listed) {
    if (view().find(joined(topPath, entry.name)) !== undefined) entries.push(entry);
    else if (view().look(joined(top.path, entry.name)) === 'unaddressable') bounds.onUnaddressable?.();
    await turn();
  }
  entries.sort((a, b) => compareCodePoints(a.name, b.name));
  for (const { name, kind } of entries) {
    const entry = { path: joined(top.path, name), kind };
    yield entry;
    const isEntered =
      kind === 'directory' && depth < bounds.maxDepth && bounds.enters?.(entry.path) !== false;
    if (isEntered) yield* walkVisible(call, bounds, entry, { depth: depth + 1, turn });
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
