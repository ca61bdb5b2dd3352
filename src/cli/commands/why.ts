/** `penumbra why`: runs a test command, and proves why its tests fail. */
import type { Command } from 'commander';
import { answerProof, sayHowToGoOn } from '../answer-report.ts';
import type { CommandHost } from '../command-host.ts';
import { addExperimentFlags, type ExperimentFlags, experimentOptions } from '../experiment-flags.ts';
import { followProof } from '../follow-proof.ts';
import { once } from '../once.ts';
import { asksForReport, outputsOf, requireOutputs } from '../report-outputs.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = ExperimentFlags & { readonly good?: string };

/** Adds the command. */
export function addWhy({ program, terminal, exitWith }: CommandHost): void {
  addExperimentFlags(
    program
      .command('why')
      .description('run a test command and prove which lines make its tests fail')
      .argument('<command...>', 'the command as you would type it, after --')
      .option('--good <revision>', 'a commit, branch or tag at which the tests passed', once('--good')),
  )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra why -- npm test\n  $ penumbra why --budget 2m --patch fix.patch -- pytest tests/test_cart.py\n\nTests run on scratch copies: your files, index and branches stay as they are.\nCtrl-C keeps what was learned; penumbra prove latest goes on from there.',
    )
    .action(async (words: string[], flags: Flags, command: Command) => {
      await requireOutputs(flags);
      const { why } = await import('../../commands/proofs/index.ts');
      const { signal, onProgress, finish } = await followProof(terminal, `running ${words.join(' ')}`);
      const found = await why({
        ...workspaceOptions(command),
        ...experimentOptions(flags),
        ...(flags.good !== undefined && { good: flags.good }),
        command: words,
        outputs: outputsOf(flags),
        signal,
        onExperiment: onProgress,
      });
      finish();
      if (!('run' in found)) {
        const { passed } = found;
        terminal.answer(
          { passed, failed: 0 },
          `nothing fails: ${passed} ${passed === 1 ? 'test' : 'tests'} passed`,
        );
        if (asksForReport(flags)) terminal.note('nothing fails, so there is no report to write');
        return;
      }
      await answerProof({ terminal, exitWith }, found, flags);
      sayHowToGoOn({ terminal, exitWith }, found, { signal });
    });
}
