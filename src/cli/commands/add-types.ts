/** `penumbra types`: what can be recorded. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

const EXAMPLE = '\nExample:\n  $ penumbra types list\n  $ penumbra types add question --many';

/** Adds the command. */
export function addTypes(host: CommandHost): void {
  const types = host.program
    .command('types')
    .description('list the types of records, or add one of your own')
    .addHelpText('after', EXAMPLE);
  addList(types, host);
  addAdd(types, host);
}

function addList(types: Command, { terminal }: CommandHost): void {
  types
    .command('list', { isDefault: true })
    .description('list the types of records')
    .addHelpText('after', '\nExample:\n  $ penumbra types list --json')
    .action((_options: unknown, command: Command) =>
      withWorkspace(command, { access: 'peek', terminal }, async ({ engine, workspace }) => {
        const known = engine.showTypes(workspace);
        const { renderTypes } = await import('../../report/index.ts');
        terminal.answer({ types: known }, renderTypes(known, terminalLayout(terminal)));
      }),
    );
}

function addAdd(types: Command, { terminal }: CommandHost): void {
  types
    .command('add')
    .description('add a type of records that hold text')
    .argument('<name>', 'its name: small letters, digits, and . _ - after the first')
    .option('--many', 'every record of a path stands, instead of the newest alone')
    .addHelpText('after', '\nExample:\n  $ penumbra types add question --many')
    .action((name: string, { many = false }: { readonly many?: boolean }, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        const type = engine.showType(
          await workspace.addType({ name, cardinality: many ? 'many' : 'single' }),
        );
        const stands = type.cardinality === 'many' ? 'all of a path stand' : 'the newest of a path stands';
        terminal.answer(type, `${type.name} is a type of records; ${stands}`);
      }),
    );
}
