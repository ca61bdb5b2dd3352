/** `penumbra validate`, `export`, `import` and `gc`: checks, moves and cleans up a ledger. */
import type { Command } from 'commander';
import { exitCodes } from '../../kernel/index.ts';
import type { CommandHost } from '../console/terminal.ts';
import { once, readDate } from '../options/read-options.ts';
import { withLedger } from '../options/with-workspace.ts';

export function addValidate({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('validate')
    .description(
      'check that the ledger is intact: re-hash every object, follow every log and reference; changes nothing',
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
        // The archive is on standard output, so the summary goes to standard error.
        if (file === '-') terminal.note(text, document);
        else terminal.answer(document, text);
      });
    });
}

export function addImport({ program, terminal }: CommandHost): void {
  program
    .command('import')
    .description('merge archives of other ledgers into this one, in any order')
    .argument('<files...>', 'the archives to read, or - for standard input')
    .addHelpText('after', '\nExample:\n  $ penumbra import shard-1.penumbra shard-2.penumbra')
    .action(async ([first = '', ...others]: string[], _options: unknown, command: Command) => {
      const { openArchive } = await import('../../commands/index.ts');
      // Opened before the ledger, so that a missing archive does not create a ledger.
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

type GcOptions = { readonly dryRun?: boolean; readonly historyBefore?: string; readonly erase?: string };

export function addGc({ program, terminal }: CommandHost): void {
  program
    .command('gc')
    .description('remove what nothing in the ledger refers to; history stays unless you ask')
    .option('--dry-run', 'only show what would be removed')
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
