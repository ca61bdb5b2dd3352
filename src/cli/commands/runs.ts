/** `penumbra runs`: the investigations the ledger holds. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { workspaceOptions } from '../workspace-options.ts';

/** Adds the command. */
export function addRuns({ program, terminal }: CommandHost): void {
  program
    .command('runs')
    .description('list the investigations so far, newest first')
    .addHelpText('after', '\nExample:\n  $ penumbra runs --json')
    .action(async (_options: unknown, command: Command) => {
      const { listRuns } = await import('../../commands/runs/index.ts');
      const { renderRuns } = await import('../../report/index.ts');
      const runs = await listRuns(workspaceOptions(command));
      const view = { ...terminalLayout(terminal), formatTime: (ms: number) => new Date(ms).toISOString() };
      terminal.answer({ runs }, renderRuns(runs, view));
    });
}
