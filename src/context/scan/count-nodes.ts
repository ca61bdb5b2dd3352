/** Counts the nodes that records tell of. */
import { type DirectoryRecord, recordSummary } from './directory-record.ts';
import { recordFlags } from './record-layout.ts';

/** How many there are of each; the root is a directory, a hollow directory is none. */
export type NodeCounts = { readonly files: number; readonly directories: number; readonly links: number };

/** Counts the nodes of records. */
export function countNodes(records: Iterable<DirectoryRecord>): NodeCounts {
  const counts = { files: 0, directories: 0, links: 0 };
  for (const record of records) {
    if ((record.flags & recordFlags.hollow) !== 0 && record.path !== '') continue;
    const { files, links } = recordSummary(record);
    counts.directories++;
    counts.files += files;
    counts.links += links;
  }
  return counts;
}

/** Returns counts with others put to them and others taken away. */
export function changeCounts(
  before: NodeCounts,
  { gone, come }: { readonly gone: NodeCounts; readonly come: NodeCounts },
): NodeCounts {
  return {
    files: before.files - gone.files + come.files,
    directories: before.directories - gone.directories + come.directories,
    links: before.links - gone.links + come.links,
  };
}
