/** Opens the workspace a command works on and closes it afterwards, whatever happens. */
import type { Command } from 'commander';
import type { OpenedWorkspace } from '../engine/index.ts';
import type { Terminal } from './terminal.ts';
import { treePathOf } from './tree-path-of.ts';
import { workspaceOptions } from './workspace-options.ts';

/** What a command works with. The engine is loaded here, so that `--help` does not pay for it. */
export type CommandWorkspace = {
  readonly engine: typeof import('../engine/index.ts');
  readonly workspace: OpenedWorkspace;
  /** Turns a path that a person typed into one of the tree; `usage` for what lies outside. */
  pathOf(typed: string): Promise<string>;
};

/**
 * What a command does with the workspace. To `read`, the files are looked at as they are and nothing is recorded, nor
 * a ledger made; to `write`, they are scanned first; `open` leaves both to the command.
 */
export type WorkspaceAccess = 'read' | 'write' | 'open';

/** Runs a command's work on the workspace its options name. */
export async function withWorkspace(
  command: Command,
  { access, terminal }: { readonly access: WorkspaceAccess; readonly terminal: Terminal },
  work: (opened: CommandWorkspace) => Promise<void>,
): Promise<void> {
  const engine = await import('../engine/index.ts');
  const { workspace: root, store } = workspaceOptions(command);
  const workspace = await engine.openWorkspace({
    ...(root !== undefined && { root }),
    ...(store !== undefined && { store }),
    toRead: access === 'read',
  });
  const pathOf = async (typed: string): Promise<string> => {
    const tree = await workspace.tree();
    const has = (path: string): boolean => tree.at(path) !== undefined;
    return treePathOf(typed, { root: workspace.directory, currentDirectory: process.cwd(), has });
  };
  try {
    if (access !== 'open') terminal.progress('looking at the files');
    if (access === 'read') await workspace.look({});
    if (access === 'write') await workspace.scan();
    terminal.clearProgress();
    await work({ engine, workspace, pathOf });
  } finally {
    await workspace.close();
  }
}
