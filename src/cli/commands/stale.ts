/** `penumbra stale`: which conclusions of a run rest on files that have changed since. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { workspaceOptions } from '../workspace-options.ts';

/** Adds the command. */
export function addStale({ program, terminal }: CommandHost): void {
  program
    .command('stale')
    .description('name the conclusions of a run that rest on files which have changed since')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .addHelpText('after', '\nExample:\n  $ penumbra stale latest --json')
    .action(async (run: string, _options: unknown, command: Command) => {
      const { staleConclusions } = await import('../../commands/runs/index.ts');
      const { renderStale } = await import('../../report/index.ts');
      const found = await staleConclusions({ ...workspaceOptions(command), run });
      terminal.answer(found, renderStale(found, terminalLayout(terminal)));
    });
}
