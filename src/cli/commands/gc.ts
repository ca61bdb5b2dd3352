/** `penumbra gc`: removes what nothing reaches, and on request old history or a subject's content. */
import type { Command } from 'commander';
import { PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { withLedger } from '../with-ledger.ts';

type GcOptions = { readonly dryRun?: boolean; readonly historyBefore?: string; readonly erase?: string };

/** Adds the command. */
export function addGc({ program, terminal }: CommandHost): void {
  program
    .command('gc')
    .description('remove what no log reaches; history stays unless asked')
    .option('--dry-run', 'only tell what would be removed')
    .option(
      '--history-before <date>',
      'also drop superseded frames recorded before a date, leaving tombstones',
    )
    .option(
      '--erase <subject>',
      'also erase the content of a subject, for instance node:src/a.ts; its hashes stay',
    )
    .addHelpText('after', '\nExample:\n  $ penumbra gc --history-before 2026-01-01 --dry-run')
    .action((options: GcOptions, command: Command) => {
      const { historyBefore, erase } = options;
      const history = historyBefore === undefined ? {} : { historyBeforeMs: readDate(historyBefore) };
      return withLedger(command, { create: false }, async ({ ledger, engine }) => {
        const subject = erase === undefined ? {} : { erase: engine.parseSubject(erase) };
        const request = { types: ledger.types, ...history, ...subject };
        const plan = options.dryRun
          ? await engine.planCollection(ledger.store, request)
          : await engine.collect(ledger.store, request);
        const { counts, bytesFreed, shared } = plan;
        const isDry = options.dryRun === true;
        const text = [
          `${counts.removed} unreachable objects ${isDry ? 'would be removed' : 'removed'}`,
          ...(historyBefore === undefined
            ? []
            : [`${counts.dropped} objects of old history ${isDry ? 'would become' : 'are now'} tombstones`]),
          ...(erase === undefined
            ? []
            : [`${counts.erased} contents of ${erase} ${isDry ? 'would be erased' : 'erased'}`]),
          ...shared.map((item) => `${item.content} stays: ${item.with} has it too`),
          `${bytesFreed} bytes ${isDry ? 'would be freed' : 'freed'}`,
        ];
        terminal.answer({ dryRun: isDry, ...plan }, text.join('\n'));
      });
    });
}

function readDate(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new PenumbraError('usage', `\`${text}\` is not a date`, {
    hint: 'write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)',
  });
}
