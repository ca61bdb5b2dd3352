/** `penumbra explain`: what a record rests on, down to the bytes of files, and what rests on it. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { workspaceOptions } from '../workspace-options.ts';

/** Adds the command. */
export function addExplain({ program, terminal }: CommandHost): void {
  program
    .command('explain')
    .description('show what a record rests on, down to the bytes of files, and what rests on it or on a file')
    .argument(
      '<frame|path>',
      'the id of a record (frame:…) as reports show it, the beginning of it, or the path of a file from the root of the workspace',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra explain frame:3f2a\n  $ penumbra explain src/cart.ts --json',
    )
    .action(async (what: string, _options: unknown, command: Command) => {
      const { explain } = await import('../../engine/index.ts');
      const { renderExplanation } = await import('../../report/index.ts');
      const explanation = await explain({ ...workspaceOptions(command), what });
      terminal.answer(explanation, renderExplanation(explanation, terminalLayout(terminal)).trimEnd());
    });
}
