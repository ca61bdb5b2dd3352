/** `penumbra invalidate`: says that records do not hold any more. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

type InvalidateFlags = { readonly type?: string; readonly agent: string };

/** Adds the command. */
export function addInvalidate({ program, terminal }: CommandHost): void {
  program
    .command('invalidate')
    .description(
      'declare records wrong: they and all that rests on them are stale until they are written anew',
    )
    .argument(
      '<path|frame>',
      'a file or directory, for all records that stand there, or the id of one record',
    )
    .option('--type <type>', 'only records of this type', once('--type'))
    .option('--agent <agent>', 'who says so; see penumbra agents list', 'person')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra invalidate src/cart.ts --type note\n  $ penumbra invalidate frame:3f2a91c0',
    )
    .action((typed: string, { type, agent }: InvalidateFlags, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace, pathOf }) => {
        const what = await pathOf(typed);
        const invalidation = await engine.invalidateNamed(workspace, { what, type, agent });
        const { renderInvalidation } = await import('../../report/index.ts');
        terminal.answer(invalidation, renderInvalidation(invalidation, terminalLayout(terminal)));
      }),
    );
}
