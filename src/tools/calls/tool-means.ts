/** What the tools work with, put together by the engine: a disk, and per root git and the producers of context. */
import type { ChangeHistory, SourceFacts } from '../../context/index.ts';
import type { ContentId, HostRoot } from '../../kernel/index.ts';
import type { DiskFiles } from '../file/disk-files.ts';
import type { GitReader } from '../git/git-reader.ts';

/** A file of a scanned tree; the path is relative to the root. */
export type ContextFile = { readonly path: string; readonly contentId: ContentId };

/** Reads a file that is visible in this call, whole; nothing where it is gone, invisible or too large. */
export type ReadVisible = (path: string) => Uint8Array | undefined;

/** What is known of a root's files beyond their bytes. */
export interface ContextMeans {
  /** Goes through the files of the scanned tree, best in its own order. */
  files(): Iterable<ContextFile>;
  /** Returns the facts of those of some files that are sources, by path. */
  terms(files: readonly ContextFile[], read: ReadVisible): Promise<ReadonlyMap<string, SourceFacts>>;
  /** Returns who changed what with what; null where there is no history. */
  history(): Promise<ChangeHistory | null>;
}

/** One call, as the run's record keeps it. */
export type CallNote = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly code: string;
};

/** What the tools work with. */
export type ToolMeans = {
  readonly disk: DiskFiles;
  /** Where roots lie on the host, to be kept out of what agents read. */
  readonly hostRoots: readonly HostRoot[];
  /** Git by root key; a root without it has no repository. */
  readonly git?: ReadonlyMap<string, GitReader>;
  /** Context by root key; a root without it has no tree. */
  readonly context?: ReadonlyMap<string, ContextMeans>;
  /** Is told of every call, once, before it is answered; where it throws, the call is not answered. */
  readonly onCall?: (note: CallNote) => void;
};
