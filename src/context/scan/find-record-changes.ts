/** Finds which records a scan of some directories made anew, and which directories are gone. */
import { type ByteText, joinBytes } from './byte-text.ts';
import { type DirectoryRecord, entryKind, entryNames } from './directory-record.ts';
import type { RecordChanges, Records } from './record-layers.ts';
import { DIRECTORY, HOLLOW } from './record-layout.ts';
import type { ScanRun } from './scan-run.ts';

/** Returns what became of the directories that are not as the last scan knew them. */
export function findRecordChanges({ directories, previous }: ScanRun): RecordChanges {
  const changes = new Map<ByteText, DirectoryRecord | undefined>();
  for (const record of directories.values()) {
    const known = previous.directories.get(record.path);
    if (record === known) continue;
    changes.set(record.path, record);
    if (!known) continue;
    const there = new Set(subdirectoriesOf(record));
    const gone = subdirectoriesOf(known).filter((path) => !there.has(path));
    for (const path of withAllBelow(previous.directories, gone)) changes.set(path, undefined);
  }
  return changes;
}

function withAllBelow(records: Records, paths: readonly ByteText[]): readonly ByteText[] {
  const found = [...paths];
  for (let at = 0; at < found.length; at++) {
    const record = records.get(found[at] as ByteText);
    if (record) for (const path of subdirectoriesOf(record)) found.push(path);
  }
  return found;
}

function subdirectoriesOf(record: DirectoryRecord): readonly ByteText[] {
  return entryNames(record).flatMap((name, slot) => {
    const kind = entryKind(record, slot);
    return kind === DIRECTORY || kind === HOLLOW ? joinBytes(record.path, name) : [];
  });
}
