/** What the tools ask about the frames of a tree. Paths are relative to the root; what is hidden is left out by the tools. */
import type { Workspace } from '../../context/index.ts';

/** The reading part of a workspace. */
export type ContextReader = Pick<Workspace, 'getNode' | 'compose' | 'history' | 'explain'>;
