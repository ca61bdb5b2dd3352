/** Opens the ledger for a command and closes it afterwards, whatever happens. */
import type { Command } from 'commander';
import type { openLedger } from '../commands/index.ts';
import { workspaceOptions } from './workspace-options.ts';

/** What a command works with. The engine is loaded here, so that `--help` does not pay for it. */
export type OpenedLedger = {
  readonly engine: typeof import('../commands/index.ts');
  readonly ledger: Awaited<ReturnType<typeof openLedger>>;
};

/** Runs a command's work on the ledger its options name. */
export async function withLedger(
  command: Command,
  { create }: { readonly create: boolean },
  work: (opened: OpenedLedger) => Promise<void>,
): Promise<void> {
  const engine = await import('../commands/index.ts');
  const ledger = await engine.openLedger({ ...workspaceOptions(command), create });
  try {
    await work({ engine, ledger });
  } finally {
    await ledger.store.close();
  }
}
