/**
 * What the tools work with, put together by the engine: a disk, and per root git and the producers of context. What
 * changes something is kept apart, for it is handed out only after the change is on record.
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

/** Reads a file that is visible in this call, whole; nothing where it is gone, invisible or too large. */
export type ReadVisible = (path: string) => Uint8Array | undefined;

/** What is known of a root's files beyond their bytes. */
export interface ContextServices {
  /** Goes through the files of the scanned tree, best in its own order. */
  files(): Iterable<ContextFile>;
  /** Returns the facts of those of some files that are sources, by path. */
  terms(files: readonly ContextFile[], read: ReadVisible): Promise<ReadonlyMap<string, SourceFacts>>;
  /** Returns what happened to which files, under the names of then; null where there is no history. */
  history(): Promise<CommitHistory | null>;
  /** Returns what changed lately, by file and hunk; left out or null, that is not known. */
  changes?(): Promise<RecentChanges | null>;
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
export type ToolServices = {
  readonly disk: DiskFiles;
  /** Where roots lie on the host, to be kept out of what agents read. */
  readonly hostRoots: readonly HostRoot[];
  /** Git by root key; a root without it has no repository. */
  readonly git?: ReadonlyMap<string, GitReader>;
  /** Context by root key; a root without it has no tree. */
  readonly context?: ReadonlyMap<string, ContextServices>;
  readonly contracts?: ContractReader;
  readonly exec?: ExecServices;
  /** What people were asked; left out, nobody can be asked. */
  readonly approvals?: ApprovalReader;
};

/** What changes something; an act is handed the one that its command needs, after it is on record. */
export type ChangePorts = {
  readonly disk?: DiskChanges;
  readonly git?: ReadonlyMap<string, GitChanges>;
  readonly context?: ReadonlyMap<string, ContextChanges>;
  readonly contracts?: ContractChanges;
  readonly exec?: ExecPort;
  readonly approvals?: ApprovalChanges;
};

/** What a command can need to change something. */
export type Need = keyof ChangePorts;

/** What an act is handed. */
export type ChangePort<Needed extends Need> = NonNullable<ChangePorts[Needed]>;

/** A call that waits for a person. */
export type OpenQuestion = {
  readonly approvalId: string;
  readonly tool: string;
  readonly command: string;
  readonly address: string;
};

/** Where something was done: paths of a root, or null where it may be anywhere in it. */
export type ChangedPlaces = { readonly root: string; readonly paths: readonly string[] | null };

declare const toolBrand: unique symbol;

/** A host's own tool as `defineTool` made it. */
export type DefinedTool = { readonly [toolBrand]: true; readonly name: string; readonly description: string };

/** What the tools of a session are made with. */
export type ToolSet = ToolServices & {
  readonly ports?: ChangePorts;
  /** Where every call is put on record; without it, nothing is changed. */
  readonly trail?: AuditTrail;
  /** What a policy calls the commands, where it has its own names: `ck3_file create_patch` is `file patch`. */
  readonly names?: ReadonlyMap<string, string>;
  /** Tools of the host, beside the shipped ones. */
  readonly tools?: readonly DefinedTool[];
  /** Looks at what others did meanwhile; where it fails, the call is answered so and does nothing. */
  readonly beforeCall?: () => Promise<void>;
  /**
   * Waits until a person has answered a question, or no longer, as when the signal says that nobody waits for the call; it is
   * then answered again from its beginning.
   * Whatever it says, only a signature is their word. Left out, a call that needs one is answered at once.
   */
  readonly awaitPerson?: (question: OpenQuestion, signal: AbortSignal) => Promise<void>;
  /** Is told where files were changed, after they were, so that who remembers can look again. */
  readonly onChanged?: (places: readonly ChangedPlaces[]) => Promise<void>;
  /** Is told of every call, once, before it is answered; what it throws changes nothing. */
  readonly onCall?: (note: CallNote) => void;
};
