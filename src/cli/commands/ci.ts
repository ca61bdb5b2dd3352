/** `penumbra ci`: checks the workspace as part of a build. */
import type { Command } from 'commander';
import type { CiOptions } from '../../commands/workspace/index.ts';
import { exitCodes } from '../../kernel/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { oneOf } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

type CiFlags = { readonly failOn: CiOptions['failOn']; readonly format?: string };

const failReasons: readonly string[] = ['invalid', 'stale'] satisfies CiOptions['failOn'][];
const formats: readonly string[] = ['text', 'json', 'markdown'];

export function addCi({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('ci')
    .description('scan, renew derived records, check the ledger, and report what changed and what is stale')
    .option(
      '--fail-on <what>',
      'exit with 1 if the ledger is invalid, or (stale) also if a record is stale',
      oneOf('--fail-on', failReasons),
      'invalid',
    )
    .option('--format <format>', 'text, json or markdown (default: "text")', oneOf('--format', formats))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra ci --fail-on stale\n  $ penumbra ci --format markdown >> "$GITHUB_STEP_SUMMARY"',
    )
    .action((flags: CiFlags, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        const { failOn, format = 'text' } = flags;
        const ci = await engine.runCi(workspace, { failOn, onProgress: terminal.progress });
        const { renderCi, renderCiMarkdown } = await import('../../report/index.ts');
        const text =
          format === 'markdown'
            ? renderCiMarkdown(ci)
            : format === 'json'
              ? JSON.stringify(ci, null, 2)
              : renderCi(ci, terminalLayout(terminal));
        terminal.answer(ci, text);
        if (!ci.ok) exitWith(exitCodes.checkFailed);
      }),
    );
}
