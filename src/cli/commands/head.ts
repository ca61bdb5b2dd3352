/** `penumbra head`: the newest record of a file or directory. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { readNames } from '../read-names.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addHead({ program, terminal }: CommandHost): void {
  program
    .command('head')
    .description('show the newest record of a file or directory')
    .argument('[path]', 'the file or directory (default: the current one)', '.')
    .option('--type <types>', 'only records of these types', readNames('--type'))
    .addHelpText('after', '\nExample:\n  $ penumbra head src/cart.ts --type note')
    .action((typed: string, { type = [] }: { readonly type?: readonly string[] }, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        const head = await engine.showHead(workspace, await pathOf(typed), { types: type });
        const { renderHead } = await import('../../report/index.ts');
        terminal.answer(head, renderHead(head, terminalLayout(terminal)));
      }),
    );
}
