/** `penumbra resume`: brings a run that was broken off to its end. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { stopSignal } from '../stop-signal.ts';
import { workspaceOptions } from '../workspace-options.ts';
import { answerReport, progressLine } from './investigate.ts';

/** Adds the command. */
export function addResume({ program, terminal }: CommandHost): void {
  program
    .command('resume')
    .description('go on with a run that was broken off, from its last finished step')
    .argument('<run>', 'the run: its id, the beginning of it, or latest')
    .addHelpText('after', '\nExample:\n  $ penumbra resume latest')
    .action(async (run: string, _options: unknown, command: Command) => {
      const { resumeRun } = await import('../../engine/investigate/index.ts');
      const found = await resumeRun({
        ...workspaceOptions(command),
        run,
        signal: stopSignal(),
        onProgress: (progress) => terminal.progress(progressLine(progress)),
      });
      await answerReport(terminal, found);
    });
}
