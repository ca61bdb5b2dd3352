/** What the tools ask about the frames of a tree. Paths are those of the tree; what is hidden is left out by the tools. */
import type { NodeKind, SynthesisPort, Tree, Workspace } from '../../context/index.ts';
import type { ContentId, FrameId, NodeId } from '../../kernel/index.ts';
import type { FrameBasis } from '../../ledger/index.ts';

/** What stood at a path some time. */
export type FormerState = {
  /** The name it had then. */
  readonly path: string;
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
};

/** The reading part of a workspace, and what it takes to tell on what a frame rests. */
export type ContextReader = Pick<Workspace, 'getNode' | 'compose' | 'history' | 'explain'> & {
  /** Looks at a path and all below it again, and returns the tree. */
  look(path: string): Promise<Tree>;
  /** Reads frames with their bases, in the order asked; null where there is none. */
  bases(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
  /** Returns what stood at a path before, under the names it had then, in any order. */
  formerStates(path: string): Promise<readonly FormerState[]>;
};

/** The writing part of a workspace, for one agent. */
export type ContextChanges = Pick<SynthesisPort, 'putFrame' | 'synthesize' | 'regenerate'>;
