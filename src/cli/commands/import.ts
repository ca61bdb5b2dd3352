/** `penumbra import`: merges an archive into the ledger. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { withLedger } from '../with-ledger.ts';

/** Adds the command. */
export function addImport({ program, terminal }: CommandHost): void {
  program
    .command('import')
    .description('merge archives into the ledger; the order does not matter')
    .argument('<files...>', 'the archives to read, or - for standard input')
    .addHelpText('after', '\nExample:\n  $ penumbra import shard-1.penumbra shard-2.penumbra')
    .action((files: string[], _options: unknown, command: Command) =>
      withLedger(command, { create: true }, async ({ ledger, engine }) => {
        const imported = [];
        for (const file of files) {
          terminal.progress(`reading ${file}`);
          imported.push({ file, ...(await engine.importArchive(ledger.store, engine.readFileChunks(file))) });
        }
        const root = await engine.ledgerRoot(ledger.store);
        const lines = imported.map(
          ({ file, objects }) => `${file}: ${objects.added} objects added, ${objects.known} known`,
        );
        terminal.answer({ root, imported }, [...lines, `root ${root}`].join('\n'));
      }),
    );
}
