/** Walks everything a call sees below its place, by code point, each directory before its contents. */
import { compareCodePoints } from '../../kernel/index.ts';
import { createTurns } from '../calls/create-turns.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import type { DiskEntry, DiskEntryKind, DiskFault } from '../ports/disk.ts';

/** A visible entry; the path is relative to the place of the call. */
export type VisibleEntry = { readonly path: string; readonly kind: DiskEntryKind };

/** Which directories a walk enters, and how deep. */
type WalkBounds = {
  readonly maxDepth: number;
  readonly enters?: (path: string) => boolean;
  /** Receives the fault of an unreadable directory. */
  readonly onUnread?: (fault: DiskFault) => void;
  /** Called for each name that no address can have. */
  readonly onUnaddressable?: () => void;
};

/**
 * Walks the visible entries. Invisible directories are not entered, and links are listed but not followed.
 */
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
