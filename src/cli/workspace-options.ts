/** The shared options that say which ledger a command works on. */
import type { Command } from 'commander';
import type { OpenLedgerOptions } from '../commands/index.ts';

/** Returns the options that name workspace and store, wherever on the line they stood. */
export function workspaceOptions(command: Command): Pick<OpenLedgerOptions, 'workspace' | 'store'> {
  const { workspace, store } = command.optsWithGlobals<{ workspace?: string; store?: string }>();
  return { ...(workspace !== undefined && { workspace }), ...(store !== undefined && { store }) };
}
