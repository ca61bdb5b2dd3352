/** `penumbra produce`: makes records of files without a model. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { readNames } from '../read-names.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

type ProduceFlags = { readonly type?: readonly string[] };

const USUAL_TYPES: readonly string[] = ['outline', 'imports', 'digest'];

/** Adds the command. */
export function addProduce({ program, terminal }: CommandHost): void {
  program
    .command('produce')
    .description('make outlines, imports and digests of files, without a model; what is up to date stays')
    .argument('[path]', 'a file, or a directory with all below it (default: the whole workspace)')
    .option(
      '--type <types>',
      'which, separated by commas: outline, imports, digest, terms, and of the whole workspace history (default: "outline,imports,digest")',
      readNames('--type'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra produce\n  $ penumbra produce src/cart.ts --type outline\n\nThey are then there for get, compose and synthesize; regenerate and\nwatch --regenerate keep them current.',
    )
    .action((typed: string | undefined, flags: ProduceFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ workspace, pathOf }) => {
        const path = typed === undefined ? '.' : await pathOf(typed);
        const types = [...new Set(flags.type ?? USUAL_TYPES)];
        const production = await workspace.as('synthesis', 'synthesis').produce({
          path,
          types,
          onProgress: (done) => terminal.progress(`records done: ${done}`),
        });
        const document = { path, types, ...production };
        const { renderProduction } = await import('../../report/index.ts');
        terminal.answer(document, renderProduction(document, terminalLayout(terminal)));
      }),
    );
}
