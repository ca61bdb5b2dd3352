/** `penumbra resume`: brings a run that was broken off to its end. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { answerReport, requirePage } from '../answer-report.ts';
import type { CommandHost } from '../command-host.ts';
import { followRun } from '../follow-run.ts';
import { once } from '../once.ts';
import { workspaceOptions } from '../workspace-options.ts';

/** Adds the command. */
export function addResume({ program, terminal }: CommandHost): void {
  program
    .command('resume')
    .description('go on with an investigation that was stopped or killed, from its last finished step')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .option('--html <file>', 'also write the report as one HTML file', once('--html'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra resume latest\n  $ penumbra resume run:3f2a --html causes.html\n\nThe workspace has to be as it was when the run began.',
    )
    .action(async (run: string, { html }: { readonly html?: string }, command: Command) => {
      await requirePage(html);
      const { resumeRun } = await import('../../engine/investigate/index.ts');
      const found = await resumeRun({
        ...workspaceOptions(command),
        run,
        ...(html !== undefined && { outputs: [resolve(html)] }),
        ...followRun(terminal, 'reading the run'),
      });
      await answerReport(terminal, found, html);
    });
}
