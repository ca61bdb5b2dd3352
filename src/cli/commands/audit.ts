/** `penumbra audit`: verifies, shows and anchors the record of every tool call. */
import type { Command } from 'commander';
import { exitCodes } from '../../kernel/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, readCount } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

const EXAMPLE =
  '\nExample:\n  $ penumbra audit verify --against-anchor\n  $ penumbra audit show --denied\n  $ penumbra audit anchor > anchor.json';

const MOST_SHOWN = 50;

type VerifyOptions = { readonly againstAnchor?: string | true };
type ShowOptions = {
  readonly session?: string;
  readonly tool?: string;
  readonly denied?: boolean;
  readonly since?: string;
  readonly limit?: string;
};

export function addAudit(host: CommandHost): void {
  const audit = host.program
    .command('audit')
    .description('verify and show the record of every tool call, anchor it, and show the secrets of a run')
    .addHelpText('after', EXAMPLE);
  addVerify(audit, host);
  addShow(audit, host);
  addAnchor(audit, host);
  addSecrets(audit, host);
}

function addVerify(audit: Command, { terminal, exitWith }: CommandHost): void {
  audit
    .command('verify')
    .description('find records that were changed, moved, removed or cut off; changes nothing')
    .option(
      '--against-anchor [file]',
      'require the anchor kept beside the keys, or check against one in a file',
    )
    .addHelpText('after', '\nExample:\n  $ penumbra audit verify --against-anchor anchor.json --json')
    .action(async ({ againstAnchor }: VerifyOptions, command: Command) => {
      const { checkAudit } = await import('../../commands/guard/index.ts');
      const { renderAuditVerification } = await import('../../report/index.ts');
      const anchor = typeof againstAnchor === 'string' ? { file: againstAnchor } : ('kept' as const);
      const found = await checkAudit({
        ...workspaceOptions(command),
        ...(againstAnchor !== undefined && { anchor }),
        onProgress: (records) => terminal.progress(`verified ${records} records`),
      });
      terminal.answer(found, renderAuditVerification(found, terminalLayout(terminal)));
      if (!found.ok) exitWith(exitCodes.checkFailed);
    });
}

function addShow(audit: Command, { terminal }: CommandHost): void {
  audit
    .command('show')
    .description('show the newest records: who called which tool where, and how it was decided')
    .option('--session <id>', 'only this session', once('--session'))
    .option('--tool <name>', 'only this tool', once('--tool'))
    .option('--denied', 'only what was denied')
    .option('--since <record>', 'only from this record number on', once('--since'))
    .option('--limit <count>', `how many (default: ${MOST_SHOWN})`, once('--limit'))
    .addHelpText('after', '\nExample:\n  $ penumbra audit show --tool exec --denied --limit 10')
    .action(async (options: ShowOptions, command: Command) => {
      const { session, tool, denied, since, limit = String(MOST_SHOWN) } = options;
      const { listAudit } = await import('../../commands/guard/index.ts');
      const { renderAuditRecords } = await import('../../report/index.ts');
      const shown = await listAudit({
        ...workspaceOptions(command),
        ...(session !== undefined && { session }),
        ...(tool !== undefined && { tool }),
        ...(denied === true && { isDenied: true }),
        ...(since !== undefined && { from: Math.max(1, readCount(since)) }),
        limit: readCount(limit),
      });
      terminal.answer(shown, renderAuditRecords(shown, terminalLayout(terminal)));
    });
}

function addSecrets(audit: Command, { terminal }: CommandHost): void {
  audit
    .command('secrets')
    .description('show the secrets behind the placeholders of a run; needs the key that sealed them')
    .argument('[run]', 'the run: its id, a prefix of it, or latest (default: latest)')
    .addHelpText('after', '\nExample:\n  $ penumbra audit secrets latest')
    .action(async (run: string | undefined, _options: unknown, command: Command) => {
      const { showSecrets } = await import('../../commands/runs.ts');
      const { renderSecrets } = await import('../../report/index.ts');
      const found = await showSecrets({ ...workspaceOptions(command), ...(run !== undefined && { run }) });
      terminal.answer(found, renderSecrets(found, terminalLayout(terminal)));
    });
}

function addAnchor(audit: Command, { terminal }: CommandHost): void {
  audit
    .command('anchor')
    .description('sign the end of the record, and print the anchor to keep elsewhere')
    .addHelpText('after', '\nExample:\n  $ penumbra audit anchor > anchor.json')
    .action(async (_options: unknown, command: Command) => {
      const { anchorAudit } = await import('../../commands/guard/index.ts');
      const anchor = await anchorAudit(workspaceOptions(command));
      // The output is stored and read back later, so it is JSON with and without --json.
      terminal.answer(anchor, JSON.stringify(anchor, null, 2));
    });
}
