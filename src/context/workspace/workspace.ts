/** The public interface of a workspace: its tree, its frames, and their freshness. */
import type { FrameId } from '../../kernel/index.ts';
import type { FrameType, PutOutcome, Validation, ValidationOptions } from '../../ledger/index.ts';
import type { ComposeRequest, Composition, FrameBounds } from '../compose/compose-request.ts';
import type { WaveMove } from '../derive/pending-moves.ts';
import type { Production } from '../derive/produce.ts';
import type { Regeneration } from '../derive/regenerate.ts';
import type { Synthesis } from '../derive/synthesize.ts';
import type { FrameExplanation, PathExplanation } from '../frames/explain.ts';
import type { Moment, NodeAnswer, NodeFrame, NodeView } from '../frames/read-node.ts';
import type { FrameInput, InvalidationRequest } from '../frames/write-frames.ts';
import type { LineageEntry } from '../lineage/read-lineage.ts';
import type { RecordedScan } from '../lineage/scan-log.ts';
import type { TreeChange } from '../lineage/stored-trees.ts';
import type { Scan } from '../scan/scan.ts';
import type { Tree } from '../scan/tree.ts';
import type { SynthesisPolicy } from '../synthesis/synthesis-policy.ts';
import type { WorkspaceStatus } from './read-status.ts';
import type { AddedType, RegisteredAgent, Role } from './registry.ts';

/** A recorded scan and the changes it found since the previous one. */
export type ScanAnswer = Scan & {
  /** The number of the recorded scan. */
  readonly scan: number;
  /** False if the last recorded scan had the same root. */
  readonly isNew: boolean;
  /** Every path that differs from the previous recorded scan, including parent directories. */
  readonly changes: readonly TreeChange[];
};

/** Options of a scan. */
export type WorkspaceScan = {
  /** Reads every file again. */
  readonly force?: boolean | undefined;
  /** Limits the scan to places that may have changed; paths relative to the root. */
  readonly hints?: Iterable<string> | undefined;
};

/** Returns those of a node's frames that the caller may see. */
export type KeepFrames = (path: string, frames: readonly NodeFrame[]) => Promise<readonly NodeFrame[]>;

/** What to compose; see `ComposeRequest`. */
export type ComposeOptions = Omit<ComposeRequest, 'path' | 'bounds'> &
  FrameBounds & {
    /** Applied before anything is sorted, scored or counted; frames it drops are treated as nonexistent. */
    readonly keep?: KeepFrames | undefined;
  };

/** Options for synthesising a directory. */
export type SynthesizeOptions = {
  readonly path: string;
  /** The type of the children's frames; `*` for all. */
  readonly type: string;
  /** The output type, if different. */
  readonly output?: string | undefined;
  readonly policy?: SynthesisPolicy | undefined;
  /** Synthesises all subdirectories first. */
  readonly recursive?: boolean | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
};

/**
 * What to regenerate: a node, with `recursive` everything below it, or changed nodes and all their ancestors.
 */
export type RegenerateOptions = {
  readonly path?: string | undefined;
  readonly recursive?: boolean | undefined;
  readonly changed?: readonly string[] | undefined;
  readonly onProgress?: ((examined: number) => void) | undefined;
  /** Called for every regenerated or cut-off frame, children before parents, once all are written. */
  readonly onMove?: ((move: WaveMove) => void) | undefined;
};

/** What to produce for a file or all files below a directory; workspace-wide types only at the root. */
export type ProduceOptions = {
  readonly path: string;
  readonly types: readonly string[];
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** The types of frames made without a model. */
export type ProducedTypes = {
  /** Types made for each file. */
  readonly ofFiles: readonly string[];
  /** Types made for the workspace as a whole, at its root. */
  readonly ofRoot: readonly string[];
};

/** The history of a path. */
export type PathHistory = {
  readonly frames: readonly NodeFrame[];
  readonly lineage: readonly LineageEntry[];
};

/** What every agent may do. */
export type ReaderPort = {
  /** Returns a node and its frames; `node` is a path, an id or a prefix of an id. */
  getNode(node: string, view?: NodeView): Promise<NodeAnswer>;
  /** Returns many nodes in order; shared inputs are read once. */
  getNodes(nodes: Iterable<string>, view?: NodeView): AsyncIterable<NodeAnswer>;
  /** Returns all frames a path ever had, oldest first, optionally up to a sequence number or time. */
  history(path: string, options?: { readonly until?: Moment | undefined }): Promise<PathHistory>;
  compose(path: string, options?: ComposeOptions): Promise<Composition>;
  /** Explains a frame by its inputs, or a path by its dependants. */
  explain(frameOrPath: string): Promise<FrameExplanation | PathExplanation>;
};

/** What a writer may do. */
export type WriterPort = ReaderPort & {
  putFrame(input: FrameInput): Promise<PutOutcome>;
  /** Invalidates frames and returns their ids. */
  invalidate(request: InvalidationRequest): Promise<readonly FrameId[]>;
};

/** What a synthesis agent may do. */
export type SynthesisPort = WriterPort & {
  synthesize(options: SynthesizeOptions): Promise<Synthesis>;
  regenerate(options?: RegenerateOptions): Promise<Regeneration>;
  produce(options: ProduceOptions): Promise<Production>;
};

/** The port of each role. */
export type PortOf<Of extends Role> = {
  readonly reader: ReaderPort;
  readonly writer: WriterPort;
  readonly synthesis: SynthesisPort;
}[Of];

/** A workspace. Methods that use its store return a promise; the others are synchronous. */
export type Workspace = ReaderPort & {
  /** Scans the files and records changes since the last recorded scan. */
  scan(options?: WorkspaceScan): Promise<ScanAnswer>;
  /** Scans the files without recording; without options, only if there was no scan yet. */
  look(options?: WorkspaceScan): Promise<Scan>;
  /** Returns the tree of the last scan. */
  tree(): Promise<Tree>;
  scans(): Promise<readonly RecordedScan[]>;
  status(): Promise<WorkspaceStatus>;
  /** Returns every path that differs between two recorded roots. */
  diff(before: string, after: string): Promise<readonly TreeChange[]>;
  validate(options?: Pick<ValidationOptions, 'onProgress'>): Promise<Validation>;
  registerAgent<Of extends Role>(agent: RegisteredAgent<Of>): Promise<RegisteredAgent<Of>>;
  agents(): Promise<readonly RegisteredAgent[]>;
  types(): readonly FrameType[];
  /** Returns the types that `produce` makes. */
  producers(): ProducedTypes;
  addType(type: AddedType): Promise<FrameType>;
  /**
   * Returns the port of an agent; methods its role lacks are absent from the port's type and rejected at run
   * time. A bare name is typed as a reader; pass the role too, or the result of `registerAgent`.
   */
  as<Of extends Role>(agent: RegisteredAgent<Of>): PortOf<Of>;
  as(agentId: string): ReaderPort;
  as<Of extends Role>(agentId: string, role: Of): PortOf<Of>;
  close(): Promise<void>;
};
