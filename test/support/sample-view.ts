// Repositories as evidence sees them, from files and changes given by hand.
import {
  type ChangedFile,
  type ChangeHunk,
  type RecentChange,
  readSourceFacts,
  type SourceSymbol,
} from '../../src/context/index.ts';
import { type ChangeIndex, createChangeIndex, noChanges } from '../../src/rca/changes/change-index.ts';
import { createCodeIndex, type EvidenceView } from '../../src/rca/evidence/code-index.ts';
import { createPartsOf } from '../../src/rca/reach/name-reach.ts';
import { createReachGraph, type ReachGraph } from '../../src/rca/reach/reach-graph.ts';

/** Files by path: a text, bytes as they are, or nothing for a file that cannot be read. */
export type SampleFiles = Readonly<Record<string, string | Uint8Array | undefined>>;

function readFrom(files: SampleFiles): (path: string) => Uint8Array | undefined {
  return (path) => {
    const content = files[path];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
}

/** Makes the graph of files. */
export function reachOf(files: SampleFiles): ReachGraph {
  const read = readFrom(files);
  const facts = Object.keys(files).flatMap((path) => {
    const bytes = read(path);
    const found = bytes && readSourceFacts(path, bytes);
    return found === undefined ? [] : [[path, found] as const];
  });
  return createReachGraph({ paths: Object.keys(files), facts: new Map(facts), read });
}

/** Makes the view of files; without a history and changes unless told. */
export function viewOf(
  files: SampleFiles,
  parts: Partial<Pick<EvidenceView, 'history' | 'changes' | 'failingFiles'>> = {},
): EvidenceView {
  return {
    index: createCodeIndex({ paths: Object.keys(files), read: readFrom(files) }),
    history: undefined,
    changes: noChanges,
    reach: reachOf(files),
    partsOf: createPartsOf(readFrom(files)),
    folder: '',
    failingFiles: [],
    ownersOf: () => undefined,
    ...parts,
  };
}

/** Makes a hunk that put lines in place of others at a line. */
export function hunk(start: number, removed: readonly string[], added: readonly string[]): ChangeHunk {
  return { oldStart: start, newStart: start, removed, added };
}

/** Makes a file of a change: modified and live, unless told. */
export function changedFile(path: string, parts: Partial<ChangedFile> = {}): ChangedFile {
  return { path, kind: 'modified', effect: 'live', hunks: [], isCut: false, ...parts };
}

/** Makes commits of the files they changed, newest first. */
export function commits(...all: readonly (readonly ChangedFile[])[]): readonly RecentChange[] {
  return all.map((files, position) => ({
    commit: String(position).padStart(40, '0'),
    position,
    subject: `change ${position}`,
    author: 'Ada',
    date: '',
    files,
  }));
}

/** Makes the index of changes, newest first, with symbols by path. */
export function changesOf(
  changes: readonly RecentChange[],
  symbols: Readonly<Record<string, readonly SourceSymbol[]>> = {},
): Promise<ChangeIndex> {
  return createChangeIndex({ changes, base: null, isCut: false }, async (path) => symbols[path]);
}
