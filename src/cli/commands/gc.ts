/** `penumbra gc`: removes what nothing reaches, and on request old history or a subject's content. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { readDate } from '../read-date.ts';
import { withLedger } from '../with-ledger.ts';

type GcOptions = { readonly dryRun?: boolean; readonly historyBefore?: string; readonly erase?: string };

/** Adds the command. */
export function addGc({ program, terminal }: CommandHost): void {
  program
    .command('gc')
    .description('remove what the ledger holds but nothing refers to; history stays unless asked')
    .option('--dry-run', 'only tell what would be removed')
    .option(
      '--history-before <date>',
      'also drop the content of records that were replaced by newer ones and made before a date (2026-01-31, UTC); their hashes stay',
      once('--history-before'),
    )
    .option(
      '--erase <subject>',
      'also erase the content of all records about a subject, for instance node:src/a.ts; their hashes stay',
      once('--erase'),
    )
    .addHelpText('after', '\nExample:\n  $ penumbra gc --history-before 2026-01-01 --dry-run')
    .action((options: GcOptions, command: Command) => {
      const { historyBefore, erase } = options;
      const history = historyBefore === undefined ? {} : { historyBeforeMs: readDate(historyBefore) };
      return withLedger(command, { create: false }, async ({ ledger, engine }) => {
        const subject = erase === undefined ? {} : { erase: await engine.knownSubject(ledger.store, erase) };
        let remains: string | null = null;
        const onRemains = (text: string): void => {
          remains = text;
        };
        const request = { types: ledger.types, onRemains, ...history, ...subject };
        const run = options.dryRun ? engine.planCollection : engine.collect;
        const plan = await run(ledger.store, request);
        const { counts, bytesFreed, shared } = plan;
        const isDry = options.dryRun === true;
        const text = [
          `${counts.removed} unreachable objects ${isDry ? 'would be removed' : 'removed'}`,
          ...(historyBefore === undefined
            ? []
            : [`${counts.dropped} contents of old history ${isDry ? 'would become' : 'are now'} tombstones`]),
          ...(erase === undefined
            ? []
            : [`${counts.erased} contents of ${erase} ${isDry ? 'would be erased' : 'erased'}`]),
          ...shared.map((item) => `${item.content} stays: ${item.with} has it too`),
          `${bytesFreed} bytes ${isDry ? 'would be freed' : 'freed'}`,
          ...(remains === null ? [] : [remains]),
        ];
        terminal.answer({ dryRun: isDry, ...plan, remains }, text.join('\n'));
      });
    });
}
