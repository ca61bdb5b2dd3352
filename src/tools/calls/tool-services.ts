/**
 * The services that tools work with, provided by the engine: a disk, and git and context for each root. What
 * makes changes is kept separate, because it is only given out after the call is recorded.
 */
import type { CommitHistory, RecentChanges, SourceFacts } from '../../context/index.ts';
import type {
  ApprovalChanges,
  ApprovalReader,
  AuditTrail,
  ContractChanges,
  ContractReader,
} from '../../guard/index.ts';
import type { ContentId, HostRoot } from '../../kernel/index.ts';
import type { ContextChanges, ContextReader } from '../ports/context.ts';
import type { DiskChanges, DiskFiles } from '../ports/disk.ts';
import type { GitChanges, GitReader } from '../ports/git.ts';
import type { ExecPort, ExecServices } from '../ports/programs.ts';

/** A file of a scanned tree; the path is relative to the root. */
export type ContextFile = { readonly path: string; readonly contentId: ContentId };

/** Reads a whole file visible to this call; undefined if it is missing, invisible or too large. */
export type ReadVisible = (path: string) => Uint8Array | undefined;

/** What is known of a root's files beyond their bytes. */
export interface ContextServices {
  /** Iterates over the files of the scanned tree, preferably in its own order. */
  files(): Iterable<ContextFile>;
  /** Returns the facts about those of the given files that are sources, by path. */
  terms(files: readonly ContextFile[], read: ReadVisible): Promise<ReadonlyMap<string, SourceFacts>>;
  /** Returns the history of files, under the names they had; null if there is no history. */
  history(): Promise<CommitHistory | null>;
  /** Returns recent changes by file and hunk. Omitted or null if unknown. */
  changes?(): Promise<RecentChanges | null>;
  /** Returns the symbols of a file. If omitted, symbols cannot be searched. */
  symbols?(file: ContextFile, bytes: Uint8Array): Promise<readonly FileSymbol[]>;
  /** The frames about the tree. If omitted, there are none. */
  readonly frames?: ContextReader;
}

export type FileSymbol = { readonly name: string; readonly kind: string; readonly line: number };

/** One call, as the run's record keeps it. */
export type CallNote = {
  readonly tool: string;
  readonly command: string;
  readonly address: string;
  readonly code: string;
};

/** The services a command uses to decide and read. */
export type ToolServices = {
  readonly disk: DiskFiles;
  /** The host paths of roots, which must be kept out of what agents read. */
  readonly hostRoots: readonly HostRoot[];
  /** Git by root key; a root without an entry has no repository. */
  readonly git?: ReadonlyMap<string, GitReader>;
  /** Context by root key; a root without an entry has no tree. */
  readonly context?: ReadonlyMap<string, ContextServices>;
  readonly contracts?: ContractReader;
  readonly exec?: ExecServices;
  /** Requests for approval. If omitted, nobody can be asked. */
  readonly approvals?: ApprovalReader;
};

/** The ports that make changes. An act gets the one its command needs, after the call is recorded. */
export type ChangePorts = {
  readonly disk?: DiskChanges;
  readonly git?: ReadonlyMap<string, GitChanges>;
  readonly context?: ReadonlyMap<string, ContextChanges>;
  readonly contracts?: ContractChanges;
  readonly exec?: ExecPort;
  readonly approvals?: ApprovalChanges;
};

/** The name of a port for changes. */
export type Need = keyof ChangePorts;

/** The port that an act gets. */
export type ChangePort<Needed extends Need> = NonNullable<ChangePorts[Needed]>;

/** A call that waits for a person. */
export type OpenQuestion = {
  readonly approvalId: string;
  readonly tool: string;
  readonly command: string;
  readonly address: string;
};

/** Where files changed: paths of a root, or null if it may be anywhere in the root. */
export type ChangedPlaces = { readonly root: string; readonly paths: readonly string[] | null };

declare const toolBrand: unique symbol;

/** A host's own tool, as returned by `defineTool`. */
export type DefinedTool = { readonly [toolBrand]: true; readonly name: string; readonly description: string };

/** Options of the tools of a session. */
export type ToolSet = ToolServices & {
  readonly ports?: ChangePorts;
  /** Records every call. Without it, nothing can be changed. */
  readonly trail?: AuditTrail;
  /** The policy's own names for commands, if it has any: `ck3_file create_patch` is `file patch`. */
  readonly names?: ReadonlyMap<string, string>;
  /** The host's own tools, in addition to the shipped ones. */
  readonly tools?: readonly DefinedTool[];
  /** Checks what others changed since the last call. If it fails, the call fails and does nothing. */
  readonly beforeCall?: () => Promise<void>;
  /**
   * Waits until a person has answered a question, or the signal aborts. The call is then answered again from
   * the start. Only a signature counts as approval, whatever this returns. If omitted, a call that needs
   * approval is answered at once.
   */
  readonly awaitPerson?: (question: OpenQuestion, signal: AbortSignal) => Promise<void>;
  /** Receives the places where files were changed, so that caches can be refreshed. */
  readonly onChanged?: (places: readonly ChangedPlaces[]) => Promise<void>;
  /** Receives every call once, before it is answered. Errors are ignored. */
  readonly onCall?: (note: CallNote) => void;
};
