/** `penumbra help`: the help of the program or of one command. */
import { cite, nearest, PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';

/** Adds the command. */
export function addHelp({ program }: CommandHost): void {
  program
    .command('help')
    .description('show help for a command')
    .argument('[command]', 'the command to explain')
    .addHelpText('after', '\nExample:\n  $ penumbra help gc')
    .action((name: string | undefined) => {
      if (name === undefined) return program.help();
      const named = program.commands.find((command) => command.name() === name);
      if (named) return named.help();
      const names = program.commands.map((command) => command.name());
      const suggestion = nearest(name, names);
      throw new PenumbraError('usage', `unknown command ${cite(name)}`, {
        hint: suggestion === null ? 'see penumbra --help' : `did you mean ${cite(suggestion)}?`,
      });
    });
}
