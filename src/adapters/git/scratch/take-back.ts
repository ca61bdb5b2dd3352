/** Reverts units of a change: exactly in the tree after it, and by a line-based merge in any other tree. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteText } from '../../../context/index.ts';
import type { ChangeUnit } from '../../../rca/index.ts';
import { cutLines, type FileChange, type FileSide } from './file-changes.ts';
import type { ScratchRepository } from './scratch-repository.ts';
import type { TreeEdits, TreeEntry, TreeObjects } from './tree-objects.ts';

type UnitIds = ReadonlySet<string>;

/** Returns the tree after a change with some of its units reverted. */
export function takeBack(
  objects: TreeObjects,
  { after, changes }: { readonly after: string; readonly changes: readonly FileChange[] },
  units: readonly ChangeUnit[],
): string {
  const ids = new Set(units.map(({ id }) => id));
  const edits = new Map<ByteText, TreeEntry | null>();
  for (const change of changes) {
    if (!change.units.some(({ id }) => ids.has(id))) continue;
    const side = withoutUnits(objects, change, ids);
    if (change.after !== null) edits.set(change.after.path, null);
    if (side !== null) edits.set(side.path, { mode: side.mode, id: side.id });
  }
  return objects.edit(after, edits);
}

/** What remains of a file's change without some of its units; null if no file remains. */
function withoutUnits(objects: TreeObjects, change: FileChange, ids: UnitIds): FileSide | null {
  const { before, after, units } = change;
  if (before === null || after === null) return before;
  const isTaken = (kind: ChangeUnit['kind']) => units.some((unit) => unit.kind === kind && ids.has(unit.id));
  const isWhole = isTaken('binary') || isTaken('submodule');
  const isRetyped = !units.some(({ kind }) => kind === 'mode');
  return {
    path: isTaken('renamed') ? before.path : after.path,
    mode: isTaken('mode') || (isWhole && isRetyped) ? before.mode : after.mode,
    id: isWhole ? before.id : withoutLines(objects, change, ids),
  };
}

function withoutLines(objects: TreeObjects, { before, after, spans }: FileChange, ids: UnitIds): string {
  const taken = spans.filter(({ unit }) => ids.has(unit.id));
  const [old, fresh] = [before?.id ?? '', after?.id ?? ''];
  if (taken.length === 0) return fresh;
  if (taken.length === spans.length) return old;
  const contents = objects.read([old, fresh]);
  const [oldLines, newLines] = [old, fresh].map((id) => cutLines(contents.get(id) ?? new Uint8Array()));
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const span of taken) {
    parts.push(...(newLines ?? []).slice(done, span.after.start));
    parts.push(...(oldLines ?? []).slice(span.before.start, span.before.end));
    done = span.after.end;
  }
  parts.push(...(newLines ?? []).slice(done));
  return objects.writeBlob(Buffer.concat(parts));
}

type Place = {
  readonly scratch: ScratchRepository;
  readonly objects: TreeObjects;
  /** The tree in which the units are to be reverted. */
  readonly at: string;
  /** The current path of a file of the tree after the change. */
  readonly movedTo: (path: ByteText) => ByteText;
};

/** Reverts units of a change in another tree; null if they do not apply there. */
export function takeBackAt(
  place: Place,
  changes: readonly FileChange[],
  units: readonly ChangeUnit[],
): string | null {
  const ids = new Set(units.map(({ id }) => id));
  const edits = new Map<ByteText, TreeEntry | null>();
  for (const change of changes) {
    if (!change.units.some(({ id }) => ids.has(id))) continue;
    const own = editsAt(place, change, withoutUnits(place.objects, change, ids));
    if (own === null) return null;
    for (const [path, entry] of own) edits.set(path, entry);
  }
  return place.objects.edit(place.at, edits);
}

/** The edits needed for one file; null if it was changed in another way. */
function editsAt(place: Place, { after }: FileChange, wanted: FileSide | null): TreeEdits | null {
  const { objects, at, movedTo } = place;
  if (after === null) {
    if (wanted === null) return new Map();
    const here = objects.entry(at, wanted.path);
    return here === undefined || isSame(here, wanted) ? new Map([[wanted.path, entryOf(wanted)]]) : null;
  }
  const path = movedTo(after.path);
  const here = objects.entry(at, path);
  if (wanted === null) {
    if (here === undefined) return new Map();
    return isSame(here, after) ? new Map([[path, null]]) : null;
  }
  const target = wanted.path === after.path ? path : wanted.path;
  const found = here ?? objects.entry(at, target);
  if (found === undefined || (target !== path && here !== undefined && objects.entry(at, target)))
    return null;
  const id = mergeFile(place, { ours: found.id, base: after.id, theirs: wanted.id });
  const mode = found.mode === after.mode ? wanted.mode : found.mode;
  if (id === null || (wanted.mode !== after.mode && mode !== wanted.mode)) return null;
  return new Map<ByteText, TreeEntry | null>([
    [path, null],
    [target, { mode, id }],
  ]);
}

function isSame(one: TreeEntry, other: TreeEntry): boolean {
  return one.id === other.id && one.mode === other.mode;
}

function entryOf({ mode, id }: TreeEntry): TreeEntry {
  return { mode, id };
}

type Merge = { readonly ours: string; readonly base: string; readonly theirs: string };

/** Merges the changes from base to theirs into ours; null if both changed the same lines. */
function mergeFile({ scratch, objects }: Place, { ours, base, theirs }: Merge): string | null {
  if (ours === base || ours === theirs) return theirs;
  if (base === theirs) return ours;
  const contents = objects.read([...new Set([ours, base, theirs])]);
  const folder = mkdtempSync(join(scratch.gitDirectory, 'merge-'));
  try {
    const files = [ours, base, theirs].map((id, index) => {
      const bytes = contents.get(id);
      const file = join(folder, String(index));
      if (bytes !== undefined) writeFileSync(file, bytes);
      return file;
    });
    const { status, stdout } = scratch.ask(['merge-file', '-p', '-q', ...files]);
    return status === 0 ? objects.writeBlob(stdout) : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
