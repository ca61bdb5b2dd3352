/** `penumbra export`: the whole ledger as one verifiable archive. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { withLedger } from '../with-ledger.ts';

/** Adds the command. */
export function addExport({ program, terminal }: CommandHost): void {
  program
    .command('export')
    .description('write the whole ledger to one archive that import can verify')
    .argument('<file>', 'the archive to write, or - for standard output')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra export ledger.penumbra\n  $ penumbra export - | zstd > ledger.zst',
    )
    .action((name: string, _options: unknown, command: Command) => {
      const file = name === '/dev/stdout' ? '-' : name;
      return withLedger(command, { create: false }, async ({ ledger, engine }) => {
        const summary = await engine.exportToFile(ledger.store, file, (bytes) =>
          terminal.progress(`wrote ${bytes} bytes`),
        );
        const text = `exported ${summary.counts.objects} objects and ${summary.counts.logs} logs to ${file}\nroot ${summary.root}`;
        const document = { file, ...summary };
        // Standard output carries the archive itself, so the summary goes beside it.
        if (file === '-') terminal.note(text, document);
        else terminal.answer(document, text);
      });
    });
}
