/**
 * What the tools work with, put together by the engine: a disk, and per root git and the producers of context. What
 * changes something is kept apart, for it is handed out only after the change is on record.
 */
import type { ChangeHistory, SourceFacts } from '../../context/index.ts';
import type { AuditTrail, ContractDesk, RefPlace } from '../../guard/index.ts';
import type { ContentId, HostRoot } from '../../kernel/index.ts';
import type { ContextChanges } from '../context/context-changes.ts';
import type { ContextReader } from '../context/context-reader.ts';
import type { ExecMeans } from '../exec/exec-means.ts';
import type { ProgramRunner } from '../exec/program-runner.ts';
import type { DiskChanges } from '../file/disk-changes.ts';
import type { DiskFiles } from '../file/disk-files.ts';
import type { GitChanges } from '../git/git-changes.ts';
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
  /** Returns the symbols of a file's bytes; left out, symbols are not searched. */
  symbols?(file: ContextFile, bytes: Uint8Array): Promise<readonly FileSymbol[]>;
  /** The frames about the tree; left out, there are none. */
  readonly frames?: ContextReader;
}

/** A symbol of a file. */
export type FileSymbol = { readonly name: string; readonly kind: string; readonly line: number };

/** One call, as the run's record keeps it. */
export type CallNote = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly code: string;
};

/** What a command decides and reads by. */
export type ToolMeans = {
  readonly disk: DiskFiles;
  /** Where roots lie on the host, to be kept out of what agents read. */
  readonly hostRoots: readonly HostRoot[];
  /** Git by root key; a root without it has no repository. */
  readonly git?: ReadonlyMap<string, GitReader>;
  /** Context by root key; a root without it has no tree. */
  readonly context?: ReadonlyMap<string, ContextMeans>;
  readonly contracts?: ContractDesk;
  readonly exec?: ExecMeans;
};

/** What changes something; a command holds it only while it does what is on record. */
export type Hands = {
  readonly disk?: DiskChanges;
  readonly git?: ReadonlyMap<string, GitChanges>;
  readonly context?: ReadonlyMap<string, ContextChanges>;
  readonly contracts?: ContractDesk;
  readonly runner?: ProgramRunner;
};

/** What the tools of a session are made with. */
export type ToolSet = ToolMeans & {
  readonly hands?: Hands;
  /** Where every call is put on record; without it, nothing is changed. */
  readonly trail?: AuditTrail;
  /** What a policy calls the commands, where it has its own names: `ck3_file create_patch` is `file patch`. */
  readonly names?: ReadonlyMap<string, string>;
  /** Is told where something was done, after it was, so that who remembers can look again. */
  readonly onChanged?: (places: readonly RefPlace[]) => Promise<void>;
  /** Is told of every call, once, before it is answered; where it throws, the call is not answered. */
  readonly onCall?: (note: CallNote) => void;
};
