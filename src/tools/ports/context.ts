/** The tools' port to the frames of a tree. Paths are those of the tree; the tools filter out hidden ones. */
import type { NodeKind, SynthesisPort, Tree, Workspace } from '../../context/index.ts';
import type { ContentId, FrameId, NodeId } from '../../kernel/index.ts';
import type { FrameBasis } from '../../ledger/index.ts';

/** A former state of a path. */
export type FormerState = {
  /** The name it had then. */
  readonly path: string;
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
};

/** The reading part of a workspace, with what is needed to determine what a frame is based on. */
export type ContextReader = Pick<Workspace, 'getNode' | 'compose' | 'history' | 'explain'> & {
  /** Rescans a path and everything below it, and returns the tree. */
  look(path: string): Promise<Tree>;
  /** Reads frames with their bases, in the given order; null for a missing one. */
  bases(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
  /** Returns the former states of a path, under their former names, in any order. */
  formerStates(path: string): Promise<readonly FormerState[]>;
};

/** The writing part of a workspace, for one agent. */
export type ContextChanges = Pick<SynthesisPort, 'putFrame' | 'synthesize' | 'regenerate'>;
