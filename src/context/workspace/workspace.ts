/** A workspace as programs use it: the tree, what is said about it, and whether it still holds. */
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

/** What a recorded scan found, and what it found changed since the one before. */
export type ScanAnswer = Scan & {
  /** The number of the scan on record. */
  readonly scan: number;
  /** False where the last recorded scan had found the same. */
  readonly isNew: boolean;
  /** Every path that differs from the recorded scan before, directories on the way among them. */
  readonly changes: readonly TreeChange[];
};

/** How to scan. */
export type WorkspaceScan = {
  /** Reads every file again. */
  readonly force?: boolean | undefined;
  /** Only looks where something may have moved; paths relative to the root. */
  readonly hints?: Iterable<string> | undefined;
};

/** Returns those of a node's frames that a caller is to know of. */
export type KeepFrames = (path: string, frames: readonly NodeFrame[]) => Promise<readonly NodeFrame[]>;

/** What to compose; see `ComposeRequest`. */
export type ComposeOptions = Omit<ComposeRequest, 'path' | 'bounds'> &
  FrameBounds & {
    /** Is asked before anything is ordered, scored or counted; what it does not return is as if it were not there. */
    readonly keep?: KeepFrames | undefined;
  };

/** What to synthesise of a directory. */
export type SynthesizeOptions = {
  readonly path: string;
  /** The type of the children's frames; `*` takes all. */
  readonly type: string;
  /** The type of what is made, where it is another. */
  readonly output?: string | undefined;
  readonly policy?: SynthesisPolicy | undefined;
  /** Also all directories below, first. */
  readonly recursive?: boolean | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** What to renew: a node, with `recursive` all below it, or nodes that changed with all above them. */
export type RegenerateOptions = {
  readonly path?: string | undefined;
  readonly recursive?: boolean | undefined;
  readonly changed?: readonly string[] | undefined;
  readonly onProgress?: ((examined: number) => void) | undefined;
  /** Hears of every frame that was regenerated or cut off, children before parents, once all is written. */
  readonly onMove?: ((move: WaveMove) => void) | undefined;
};

/** What to produce for a file, or for all files below a directory; types of the whole workspace at its root alone. */
export type ProduceOptions = {
  readonly path: string;
  readonly types: readonly string[];
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** The types of frames that are made without a model. */
export type ProducedTypes = {
  /** Of what is made of each file. */
  readonly ofFiles: readonly string[];
  /** Of what is made of the workspace as a whole, at its root. */
  readonly ofRoot: readonly string[];
};

/** What a path's history holds. */
export type PathHistory = {
  readonly frames: readonly NodeFrame[];
  readonly lineage: readonly LineageEntry[];
};

/** What every agent may do. */
export type ReaderPort = {
  /** Answers what is said of a node, named by its path, or by its id or the beginning of it. */
  getNode(node: string, view?: NodeView): Promise<NodeAnswer>;
  /** Answers the same for many nodes in their order; what all of them rest on is read once. */
  getNodes(nodes: Iterable<string>, view?: NodeView): AsyncIterable<NodeAnswer>;
  /** Returns every frame that a path ever had, oldest first, up to a number in it or a time. */
  history(path: string, options?: { readonly until?: Moment | undefined }): Promise<PathHistory>;
  compose(path: string, options?: ComposeOptions): Promise<Composition>;
  /** Explains a frame by what it rests on, or a path by what rests on it. */
  explain(frameOrPath: string): Promise<FrameExplanation | PathExplanation>;
};

/** What a writer may do. */
export type WriterPort = ReaderPort & {
  putFrame(input: FrameInput): Promise<PutOutcome>;
  /** Declares frames invalid and returns which. */
  invalidate(request: InvalidationRequest): Promise<readonly FrameId[]>;
};

/** What an agent for synthesis may do. */
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

/** A workspace. What touches its store returns a promise; the rest does not. */
export type Workspace = ReaderPort & {
  /** Looks at the files and records what changed since the last recorded scan. */
  scan(options?: WorkspaceScan): Promise<ScanAnswer>;
  /** Looks at the files, and records nothing; without options only if nobody has looked yet. */
  look(options?: WorkspaceScan): Promise<Scan>;
  /** The tree as it was last looked at. */
  tree(): Promise<Tree>;
  scans(): Promise<readonly RecordedScan[]>;
  status(): Promise<WorkspaceStatus>;
  /** Returns every path that differs between two recorded roots. */
  diff(before: string, after: string): Promise<readonly TreeChange[]>;
  validate(options?: Pick<ValidationOptions, 'onProgress'>): Promise<Validation>;
  registerAgent<Of extends Role>(agent: RegisteredAgent<Of>): Promise<RegisteredAgent<Of>>;
  agents(): Promise<readonly RegisteredAgent[]>;
  types(): readonly FrameType[];
  /** The types that `produce` makes. */
  producers(): ProducedTypes;
  addType(type: AddedType): Promise<FrameType>;
  /**
   * Returns the port of an agent; a power that its role lacks is not in the port's type, and refused at run time. By
   * its name alone an agent is a reader to the compiler; name the role too, or give what `registerAgent` returned.
   */
  as<Of extends Role>(agent: RegisteredAgent<Of>): PortOf<Of>;
  as(agentId: string): ReaderPort;
  as<Of extends Role>(agentId: string, role: Of): PortOf<Of>;
  close(): Promise<void>;
};
