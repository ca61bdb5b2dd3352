/** The subpath `./context`: the context, and the engine's way to open a workspace of files with it. */
export * from './context/index.ts';
export {
  type OpenedWorkspace,
  type OpenWorkspaceOptions,
  openWorkspace,
} from './engine/index.ts';
