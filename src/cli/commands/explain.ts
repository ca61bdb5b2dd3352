/** `penumbra explain`: what a record rests on, down to the bytes of files, and what rests on it. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

/** Adds the command. */
export function addExplain({ program, terminal }: CommandHost): void {
  program
    .command('explain')
    .description('show what a record rests on, down to the bytes of files, and what rests on it or on a file')
    .argument(
      '<frame|path>',
      'the id of a record (frame:…) as reports show it, the beginning of it, or the path of a file, also of one that is gone',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra explain frame:3f2a\n  $ penumbra explain src/cart.ts --json',
    )
    .action((what: string, _options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        // An id stays as it is; what begins like one and goes on otherwise is refused where it is looked up.
        const name = what.startsWith('frame:') ? what : await pathOf(what);
        const explanation = await engine.showExplanation(workspace, name);
        const { renderExplanation } = await import('../../report/index.ts');
        terminal.answer(explanation, renderExplanation(explanation, terminalLayout(terminal)));
      }),
    );
}
