/** `penumbra import`: merges an archive into the ledger. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { withLedger } from '../with-ledger.ts';

/** Adds the command. */
export function addImport({ program, terminal }: CommandHost): void {
  program
    .command('import')
    .description('merge archives of other ledgers into this one, in any order')
    .argument('<files...>', 'the archives to read, or - for standard input')
    .addHelpText('after', '\nExample:\n  $ penumbra import shard-1.penumbra shard-2.penumbra')
    .action(async ([first = '', ...others]: string[], _options: unknown, command: Command) => {
      const { openArchive } = await import('../../commands/index.ts');
      // Opened before the ledger, so that a name with nothing to import behind it leaves no new ledger.
      await using archive = await openArchive(first);
      await withLedger(command, { create: true }, async ({ ledger, engine }) => {
        const take = async (file: string, chunks: AsyncIterable<Uint8Array>) => {
          terminal.progress(`reading ${file}`);
          return { file, ...(await engine.importArchive(ledger.store, chunks)) };
        };
        const imported = [await take(first, archive)];
        for (const file of others) {
          await using next = await openArchive(file);
          imported.push(await take(file, next));
        }
        const root = await engine.ledgerRoot(ledger.store);
        const lines = imported.map(
          ({ file, objects }) => `${file}: ${objects.added} objects added, ${objects.known} known`,
        );
        terminal.answer({ root, imported }, [...lines, `root ${root}`].join('\n'));
      });
    });
}
