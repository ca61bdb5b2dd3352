/** `penumbra scan`: looks at all files and records what changed. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addScan({ program, terminal }: CommandHost): void {
  program
    .command('scan')
    .description('look at all files and record the tree, with what changed since the last scan')
    .option('--force', 'read every file again instead of those alone whose size or times moved')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra scan\n  $ penumbra scan --json\n\nFiles that git ignores are left out, unless they are tracked; .penumbraignore names more.\nWhere nothing changed, nothing is recorded.',
    )
    .action(({ force = false }: { readonly force?: boolean }, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        terminal.progress(force ? 'reading all files' : 'looking at the files');
        const scan = await engine.showScan(workspace, { force });
        const { renderScan } = await import('../../report/index.ts');
        terminal.answer(scan, renderScan(scan, terminalLayout(terminal)));
      }),
    );
}
