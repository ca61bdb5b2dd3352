/** `penumbra help`: the help of the program or of one command. */
import { cite, nearest, PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';

/** Adds the command. */
export function addHelp({ program }: CommandHost): void {
  program
    .command('help')
    .description('show help for a command, or with --all every command there is')
    .argument('[command]', 'the command to explain')
    .option('--all', 'list all commands instead of those that people need most')
    .addHelpText('after', '\nExample:\n  $ penumbra help gc\n  $ penumbra help --all')
    .action((name: string | undefined, { all = false }: { readonly all?: boolean }) => {
      // Without our own way to lay it out, the help lists all.
      if (all) program.configureHelp({});
      if (name === undefined) return program.help();
      const named = program.commands.find((command) => command.name() === name);
      if (named) return named.help();
      const names = program.commands.map((command) => command.name());
      const suggestion = nearest(name, names);
      throw new PenumbraError('usage', `unknown command ${cite(name)}`, {
        hint: suggestion === null ? 'see penumbra help --all' : `did you mean ${cite(suggestion)}?`,
      });
    });
}
