/** `penumbra prove` and `why`: proves causes by experiment. */
import type { Command } from 'commander';
import { followProof } from '../console/follow-proof.ts';
import type { CommandHost } from '../console/terminal.ts';
import {
  addExperimentFlags,
  type ExperimentFlags,
  experimentOptions,
  requireConsent,
} from '../options/experiment-flags.ts';
import { once } from '../options/read-options.ts';
import {
  answerProof,
  asksForReport,
  outputsOf,
  requireOutputs,
  sayHowToContinue,
} from '../options/report-outputs.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = ExperimentFlags & {
  readonly cause?: string;
  readonly run?: string;
  readonly yes?: boolean;
  readonly good?: string;
};

export function addProve({ program, terminal, exitWith }: CommandHost): void {
  addExperimentFlags(
    program
      .command('prove')
      .description(
        'run the failing tests of an investigation on scratch copies, and prove which lines break them',
      )
      .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
      .option('--cause <cause>', 'only this cause: its number or id in the report', once('--cause'))
      .option(
        '--run <command>',
        'the command that runs the tests (default: that of the last proof, run: of penumbra.yaml, or what the manifests suggest)',
        once('--run'),
      )
      .option('--good <revision>', 'a commit, branch or tag at which the tests passed', once('--good'))
      .option('--yes', 'agree to run a command that you did not type'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra prove latest --run "npm test"\n  $ penumbra prove latest --cause 2 --patch fix.patch\n\nWhat was run before is not run again, so it continues where it stopped.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const { cause } = flags;
      await requireOutputs(flags);
      const { nameCommand, prove } = await import('../../commands/proofs.ts');
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
      sayHowToContinue({ terminal, exitWith }, found, { signal, cause });
    });
}

type WhyFlags = ExperimentFlags & { readonly good?: string };

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
      '\nExample:\n  $ penumbra why -- npm test\n  $ penumbra why --budget 2m --patch fix.patch -- pytest tests/test_cart.py\n\nTests run on scratch copies: your files, index and branches stay as they are.\nCtrl-C keeps what was learned; penumbra prove latest continues from there.',
    )
    .action(async (words: string[], flags: WhyFlags, command: Command) => {
      await requireOutputs(flags);
      const { why } = await import('../../commands/proofs.ts');
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
      sayHowToContinue({ terminal, exitWith }, found, { signal });
    });
}
