/** `penumbra status`: whether the files are those of the last scan, and how much of what is recorded still holds. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addStatus({ program, terminal }: CommandHost): void {
  program
    .command('status')
    .description(
      'show what changed since the last scan, and which records are stale and why; changes nothing',
    )
    .addHelpText('after', '\nExample:\n  $ penumbra status\n  $ penumbra status --json')
    .action((_options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace }) => {
        const status = await engine.showStatus(workspace);
        const { renderStatus } = await import('../../report/index.ts');
        terminal.answer(status, renderStatus(status, terminalLayout(terminal)));
      }),
    );
}
