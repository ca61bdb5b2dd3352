/** Opens the workspace a command works on and closes it afterwards, whatever happens. */
import type { Command } from 'commander';
import type { OpenLedgerOptions, openLedger } from '../../commands/index.ts';
import type { OpenedWorkspace } from '../../commands/workspace/index.ts';
import type { Terminal } from '../console/terminal.ts';
import { treePathOf } from './tree-path-of.ts';

/** What a command works with. The engine is loaded here, so that `--help` does not pay for it. */
export type CommandWorkspace = {
  readonly engine: typeof import('../../commands/workspace/index.ts');
  readonly workspace: OpenedWorkspace;
  /** Turns a typed path into a tree path; throws `usage` outside the workspace. */
  pathOf(typed: string): Promise<string>;
};

/**
 * What a command does with the workspace. To `read`, the files are looked at as they are and nothing is recorded, nor
 * a ledger made; to `peek`, not even that; to `write`, they are scanned first; `open` leaves looking to the command.
 */
type WorkspaceAccess = 'peek' | 'read' | 'write' | 'open';

/** How a command uses the workspace. */
type WorkspaceUse = {
  readonly access: WorkspaceAccess;
  readonly terminal: Terminal;
  /** For a command that asks, and only keeps what it had to make for the answer. */
  readonly isQuestion?: boolean;
};

/** Runs a command's work on the workspace its options name. */
export async function withWorkspace(
  command: Command,
  { access, terminal, isQuestion }: WorkspaceUse,
  work: (opened: CommandWorkspace) => Promise<void>,
): Promise<void> {
  const engine = await import('../../commands/workspace/index.ts');
  const { workspace: root, ...options } = workspaceOptions(command);
  const toRead = access === 'read' || access === 'peek';
  const workspace = await engine.openWorkspace({ ...options, root, toRead });
  const pathOf = async (typed: string): Promise<string> => {
    const tree = await workspace.tree();
    const has = (path: string): boolean => tree.at(path) !== undefined;
    const { directory: root } = workspace;
    const alsoFromRoot = isQuestion ?? toRead;
    return treePathOf(typed, { root, currentDirectory: currentDirectory() ?? root, has, alsoFromRoot });
  };
  try {
    if (access === 'read' || access === 'write') terminal.progress('looking at the files');
    if (access === 'read') await workspace.look({});
    if (access === 'write') await workspace.scan();
    terminal.clearProgress();
    await work({ engine, workspace, pathOf });
  } finally {
    await workspace.close();
  }
}

/** Returns the current directory, or null if it was removed. */
export function currentDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Returns the options that name workspace and store, wherever they are on the line. */
export function workspaceOptions(command: Command): Pick<OpenLedgerOptions, 'workspace' | 'store'> {
  const { workspace, store } = command.optsWithGlobals<{ workspace?: string; store?: string }>();
  return { ...(workspace !== undefined && { workspace }), ...(store !== undefined && { store }) };
}

/** What a command works with. The engine is loaded here, so that `--help` does not pay for it. */
type OpenedLedger = {
  readonly engine: typeof import('../../commands/index.ts');
  readonly ledger: Awaited<ReturnType<typeof openLedger>>;
};

/** Runs a command's work on the ledger its options name. */
export async function withLedger(
  command: Command,
  { create }: { readonly create: boolean },
  work: (opened: OpenedLedger) => Promise<void>,
): Promise<void> {
  const engine = await import('../../commands/index.ts');
  const ledger = await engine.openLedger({ ...workspaceOptions(command), create });
  try {
    await work({ engine, ledger });
  } finally {
    await ledger.store.close();
  }
}
