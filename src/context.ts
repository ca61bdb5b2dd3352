/** The subpath `./context`: the context, and the engine's way to open a workspace of files with it. */
export * from './context/index.ts';
export type { OpenedWorkspace, OpenWorkspaceOptions } from './engine/index.ts';
export { openWorkspace } from './on-first-use.ts';
