/** `penumbra history`: everything ever recorded about a path, and what scans saw of it. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { readUntil } from '../read-moment.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addHistory({ program, terminal }: CommandHost): void {
  program
    .command('history')
    .description(
      'show everything ever recorded about a path, with its edits, renames and deletions, oldest first',
    )
    .argument('[path]', 'the file or directory, also one that is gone (default: the current one)', '.')
    .option('--until <moment>', 'only up to a number in it or a date', readUntil)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra history src/cart.ts\n  $ penumbra history . --until 2026-01-31',
    )
    .action((typed: string, { until }: { readonly until?: number | Date }, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        const history = await engine.showHistory(workspace, await pathOf(typed), { until });
        const { renderHistory } = await import('../../report/index.ts');
        terminal.answer(history, renderHistory(history, terminalLayout(terminal)));
      }),
    );
}
