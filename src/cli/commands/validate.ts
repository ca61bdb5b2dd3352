/** `penumbra validate`: re-hashes everything and checks every reference. */
import type { Command } from 'commander';
import { exitCodes } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { withLedger } from '../with-ledger.ts';

/** Adds the command. */
export function addValidate({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('validate')
    .description(
      'check that the ledger is whole: re-hash every object, follow every log and reference; changes nothing',
    )
    .addHelpText('after', '\nExample:\n  $ penumbra validate --json')
    .action((_options: unknown, command: Command) =>
      withLedger(command, { create: false }, async ({ ledger, engine }) => {
        const report = await engine.validateLedger(ledger.store, {
          types: ledger.types,
          onProgress: (checked) => terminal.progress(`checked ${checked}`),
        });
        const { colors } = terminal;
        const lines = report.faults.map(
          ({ object, fault, affects }) =>
            `${colors.red('fault')}  ${object}: ${fault}${affects.map((item) => `\n         affects ${item}`).join('')}`,
        );
        const { objects, logs, entries, members, tombstones } = report.counts;
        const counts = `${objects} objects, ${logs} logs, ${entries} entries, ${members} index entries, ${tombstones} tombstones`;
        const verdict = report.ok
          ? colors.green('valid')
          : colors.red(report.faults.length === 1 ? '1 fault' : `${report.faults.length} faults`);
        terminal.answer(
          report,
          [...lines, `${verdict}: ${counts}`, `root ${report.root ?? 'unknown'}`].join('\n'),
        );
        if (!report.ok) exitWith(exitCodes.checkFailed);
      }),
    );
}
