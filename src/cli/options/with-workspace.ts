/** Opens a command's workspace and reliably closes it. */
import type { Command } from 'commander';
import type { OpenLedgerOptions, openLedger } from '../../commands/index.ts';
import type { OpenedWorkspace } from '../../commands/workspace/index.ts';
import type { Terminal } from '../console/terminal.ts';
import { treePathOf } from './tree-path-of.ts';

/** What a command works with. The engine is loaded lazily, to keep `--help` fast. */
export type CommandWorkspace = {
  readonly engine: typeof import('../../commands/workspace/index.ts');
  readonly workspace: OpenedWorkspace;
  /** Converts a typed path to a tree path; throws `usage` outside the workspace. */
  pathOf(typed: string): Promise<string>;
};

/**
 * How a command accesses the workspace. `read` scans the files without recording and creates no ledger;
 * `peek` does not even scan; `write` scans and records first; with `open` the command scans itself.
 */
type WorkspaceAccess = 'peek' | 'read' | 'write' | 'open';

/** How a command uses the workspace. */
type WorkspaceUse = {
  readonly access: WorkspaceAccess;
  readonly terminal: Terminal;
  /**
   * Whether the command only answers a question, and records nothing but what it had to make for the answer.
   */
  readonly isQuestion?: boolean;
};

/** Runs a command in the workspace given by its options. */
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

/** Returns the current directory, or null if it was deleted. */
export function currentDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Returns the options for workspace and store, wherever they are on the line. */
export function workspaceOptions(command: Command): Pick<OpenLedgerOptions, 'workspace' | 'store'> {
  const { workspace, store } = command.optsWithGlobals<{ workspace?: string; store?: string }>();
  return { ...(workspace !== undefined && { workspace }), ...(store !== undefined && { store }) };
}

/** What a command works with. The engine is loaded lazily, to keep `--help` fast. */
type OpenedLedger = {
  readonly engine: typeof import('../../commands/index.ts');
  readonly ledger: Awaited<ReturnType<typeof openLedger>>;
};

/** Runs a command on the ledger given by its options. */
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
