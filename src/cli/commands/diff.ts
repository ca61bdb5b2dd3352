/** `penumbra diff`: what differs between two states of the workspace. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addDiff({ program, terminal }: CommandHost): void {
  program
    .command('diff')
    .description('show the smallest changes between two states of the workspace')
    .argument(
      '[before]',
      'the number of a scan, latest, previous, the first digits of a root, or a run (default: latest)',
    )
    .argument('[after]', 'the same, or now for the files as they are (default: now)')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra diff\n  $ penumbra diff previous latest\n  $ penumbra diff run:3f2a latest --json',
    )
    .action((before = 'latest', after = 'now', _options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace }) => {
        const diff = await engine.showDiff(workspace, { before, after });
        const { renderDiff } = await import('../../report/index.ts');
        terminal.answer(diff, renderDiff(diff, terminalLayout(terminal)));
      }),
    );
}
