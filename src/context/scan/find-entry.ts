/** Finds an entry of a directory by its name in the tree, without going through all names each time. */
import { type ByteText, nodeName } from './byte-text.ts';
import { type DirectoryRecord, entryNames } from './directory-record.ts';

/** The name of an entry as the directory has it, and its place. */
export type FoundEntry = { readonly name: ByteText; readonly slot: number };

const entriesByName = new WeakMap<DirectoryRecord, ReadonlyMap<string, FoundEntry>>();

/** Returns the entry whose name in normal form C is the sought one, if there is one. */
export function findEntry(record: DirectoryRecord, sought: string): FoundEntry | undefined {
  const entries = entriesByName.get(record) ?? readEntries(record);
  entriesByName.set(record, entries);
  return entries.get(sought);
}

function readEntries(record: DirectoryRecord): ReadonlyMap<string, FoundEntry> {
  return new Map(entryNames(record).map((name, slot) => [nodeName(name), { name, slot }]));
}
