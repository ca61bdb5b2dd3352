/** `penumbra regenerate`: renews what was derived from files that have changed. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

type RegenerateFlags = { readonly recursive?: boolean; readonly agent?: string };

/** Adds the command. */
export function addRegenerate({ program, terminal }: CommandHost): void {
  program
    .command('regenerate')
    .description(
      'renew derived records whose sources have changed; what people or models wrote is listed where it is stale',
    )
    .argument('[path]', 'only this file or directory (default: the whole workspace)')
    .option('--recursive', 'with a directory, also all below it')
    .option('--agent <agent>', 'who does it, with the role synthesis (default: "synthesis")', once('--agent'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra regenerate\n  $ penumbra regenerate src --recursive --json',
    )
    .action((typed: string | undefined, flags: RegenerateFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ workspace, pathOf }) => {
        const { recursive, agent = 'synthesis' } = flags;
        const regeneration = await workspace.as(agent, 'synthesis').regenerate({
          ...(typed !== undefined && { path: await pathOf(typed), recursive: recursive === true }),
          onProgress: (examined) => terminal.progress(`records examined: ${examined}`),
        });
        const { renderRegeneration } = await import('../../report/index.ts');
        terminal.answer(regeneration, renderRegeneration(regeneration, terminalLayout(terminal)));
      }),
    );
}
