/** `penumbra list`: the records that stand at a file or directory, without what they say. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { readNames } from '../read-names.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

type ListFlags = { readonly type?: readonly string[]; readonly recursive?: boolean };

/** Adds the command. */
export function addList({ program, terminal }: CommandHost): void {
  program
    .command('list')
    .description('list the records that stand at a file or directory, without what they say')
    .argument('[path]', 'the file or directory (default: the current one)', '.')
    .option('--type <types>', 'only records of these types', readNames('--type'))
    .option('-r, --recursive', 'also those of everything below')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra list src --recursive\n  $ penumbra list src/cart.ts --type note --json',
    )
    .action((typed: string, { type = [], recursive = false }: ListFlags, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        const frames = await engine.showFrames(workspace, {
          path: await pathOf(typed),
          types: type,
          isRecursive: recursive,
          onProgress: (found) => terminal.progress(`found ${found}`),
        });
        const { renderFrames } = await import('../../report/index.ts');
        terminal.answer(frames, renderFrames(frames, terminalLayout(terminal)));
      }),
    );
}
