/** `penumbra prove`: proves by experiment what an investigation only argued. */
import type { Command } from 'commander';
import { answerProof, sayHowToGoOn } from '../answer-report.ts';
import type { CommandHost } from '../command-host.ts';
import {
  addExperimentFlags,
  type ExperimentFlags,
  experimentOptions,
  requireConsent,
} from '../experiment-flags.ts';
import { followProof } from '../follow-proof.ts';
import { once } from '../once.ts';
import { outputsOf, requireOutputs } from '../report-outputs.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = ExperimentFlags & {
  readonly cause?: string;
  readonly run?: string;
  readonly yes?: boolean;
  readonly good?: string;
};

/** Adds the command. */
export function addProve({ program, terminal, exitWith }: CommandHost): void {
  addExperimentFlags(
    program
      .command('prove')
      .description(
        'run the failing tests of an investigation on scratch copies, and prove which lines break them',
      )
      .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
      .option('--cause <cause>', 'only this cause: its number or id in the report', once('--cause'))
      .option(
        '--run <command>',
        'the command that runs the tests; without it, that of the last proof, run: of penumbra.yaml, or what the manifests say',
        once('--run'),
      )
      .option('--good <revision>', 'a commit, branch or tag at which the tests passed', once('--good'))
      .option('--yes', 'agree that a command is run which you did not type'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra prove latest --run "npm test"\n  $ penumbra prove latest --cause 2 --patch fix.patch\n\nWhat was run before is not run again, so that it goes on where it was stopped.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const { cause } = flags;
      await requireOutputs(flags);
      const { nameCommand, prove } = await import('../../commands/proofs/index.ts');
      const workspace = workspaceOptions(command);
      const named = await nameCommand({ ...workspace, run, command: flags.run });
      const { signal, onProgress, finish } = await followProof(terminal, 'reading what is on record');
      const found = await prove({
        ...workspace,
        ...named.settings,
        ...experimentOptions(flags, named.settings),
        ...(flags.good !== undefined && { good: flags.good }),
        run,
        cause,
        outputs: outputsOf(flags),
        beforeFirstRun: () => requireConsent(named.text, named.isTyped || flags.yes === true),
        signal,
        onExperiment: onProgress,
      });
      finish();
      await answerProof({ terminal, exitWith }, found, flags);
      sayHowToGoOn({ terminal, exitWith }, found, { signal, cause });
    });
}
