/** `penumbra list`, `head`, `history` and `explain`: shows the records of a path and their inputs. */
import type { Command } from 'commander';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { readNames, readUntil } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

type ListFlags = { readonly type?: readonly string[]; readonly recursive?: boolean };

export function addList({ program, terminal }: CommandHost): void {
  program
    .command('list')
    .description('list the current records of a file or directory, without their content')
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

export function addHistory({ program, terminal }: CommandHost): void {
  program
    .command('history')
    .description(
      'show everything ever recorded about a path, with its edits, renames and deletions, oldest first',
    )
    .argument('[path]', 'the file or directory, even a deleted one (default: the current one)', '.')
    .option('--until <moment>', 'only up to this number in it, or this date', readUntil)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra history src/cart.ts\n  $ penumbra history . --until 2026-01-31',
    )
    .action((typed: string, { until }: { readonly until?: number | Date }, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        const history = await engine.showHistory(workspace, await pathOf(typed), { until });
        const { renderHistory } = await import('../../report/index.ts');
        terminal.answer(history, renderHistory(history, terminalLayout(terminal)));
      }),
    );
}

export function addExplain({ program, terminal }: CommandHost): void {
  program
    .command('explain')
    .description('show what a record rests on, down to file bytes, and what rests on it or on a file')
    .argument(
      '<frame|path>',
      'the id of a record (frame:…), a prefix of it, or the path of a file, even a deleted one',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra explain frame:3f2a\n  $ penumbra explain src/cart.ts --json',
    )
    .action((what: string, _options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        // An id is passed on unchanged; a malformed one is rejected on lookup.
        const name = what.startsWith('frame:') ? what : await pathOf(what);
        const explanation = await engine.showExplanation(workspace, name);
        const { renderExplanation } = await import('../../report/index.ts');
        terminal.answer(explanation, renderExplanation(explanation, terminalLayout(terminal)));
      }),
    );
}
