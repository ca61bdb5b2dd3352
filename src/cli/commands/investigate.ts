/** `penumbra investigate`: the root causes of the failing tests in reports. */
import type { Command } from 'commander';
import type { MemoryUse } from '../../engine/investigate/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { answerProof, answerReport, outputsOf, requireOutputs, sayHowToGoOn } from '../answer-report.ts';
import type { CommandHost } from '../command-host.ts';
import { addExperimentFlags, type ExperimentFlags, experimentOptions } from '../experiment-flags.ts';
import { followProof } from '../follow-proof.ts';
import { followRun } from '../follow-run.ts';
import { addModelFlags, type ModelFlags, modelOptions, recordingOf, saySpending } from '../model-flags.ts';
import { once } from '../once.ts';
import { oneOf } from '../one-of.ts';
import { addOwnDefinitions, type OwnFlags, ownDefinitions } from '../own-definitions.ts';
import { readNames } from '../read-names.ts';
import { workspaceOptions } from '../workspace-options.ts';

type InvestigateFlags = {
  readonly memory: MemoryUse;
  readonly court: boolean;
  readonly good?: string;
  readonly baseline?: readonly string[];
  readonly coverage?: readonly string[];
  readonly html?: string;
  readonly pauseAt?: readonly string[];
  readonly run?: string;
} & ExperimentFlags &
  ModelFlags &
  OwnFlags;

const memoryUses: readonly string[] = ['off', 'read', 'write'] satisfies MemoryUse[];

/** Adds the command. */
export function addInvestigate({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('investigate')
    .description('find the root causes of the failing tests in JUnit XML reports')
    .argument('<reports...>', 'JUnit XML files, folders with such files, patterns, or - for standard input')
    .option(
      '--memory <use>',
      'what to do with causes found earlier: off, read (recall them) or write (also remember new ones)',
      oneOf('--memory', memoryUses),
      'write',
    )
    .option(
      '--good <revision>',
      'a commit, branch or tag at which the tests passed: what changed since is what may have broken them',
      once('--good'),
    )
    .option(
      '--baseline <reports...>',
      'reports of an earlier run: what failed there already is not put down to what changed since',
    )
    .option(
      '--coverage <files...>',
      'coverage of a run with the failing tests, in any usual format: files that never ran there are no suspects',
    )
    .option('--no-court', 'skip the adversarial review of uncertain conclusions')
    .option(
      '--pause-at <nodes>',
      'stop every case before these nodes, for a person to look and answer',
      readNames('--pause-at'),
    )
    .option(
      '--run <command>',
      'prove the causes: the command that runs the tests, in which {test}, {file}, {class} and {name} may stand',
      once('--run'),
    );
  addOwnDefinitions(addModelFlags(addExperimentFlags(options)))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra investigate target/surefire-reports --html causes.html\n\nIt ends with 0 when the reports were read, whatever it found.\nCtrl-C stops it, and penumbra resume goes on from there.',
    )
    .action(
      async (
        reports: string[],
        { memory, court, good, baseline, coverage, html, patch, pauseAt, run, ...others }: InvestigateFlags,
        command: Command,
      ) => {
        requireRun(run, others, patch);
        const asking = modelOptions(others);
        await requireOutputs({ html, patch, recording: others.record });
        const { investigate } = await import('../../engine/investigate/index.ts');
        const found = await investigate({
          ...workspaceOptions(command),
          reports,
          memory,
          court,
          ...(good !== undefined && { good }),
          ...(baseline !== undefined && { baseline }),
          ...(coverage !== undefined && { coverage }),
          ...(pauseAt !== undefined && { pauseAt }),
          ...ownDefinitions(others),
          ...asking,
          outputs: outputsOf({ html, patch, recording: recordingOf(others) }),
          ...followRun(terminal, 'reading the reports'),
        });
        saySpending(terminal, found);
        if (run === undefined || found.document.causes.length === 0) {
          await answerReport(terminal, found, html);
          return;
        }
        const { proveInvestigation } = await import('../../engine/prove/index.ts');
        const { signal, onProgress, finish } = await followProof(terminal, `running ${run}`);
        const proven = await proveInvestigation(found, {
          ...workspaceOptions(command),
          ...experimentOptions(others),
          ...(good !== undefined && { good }),
          command: run,
          outputs: outputsOf({ html, patch }),
          signal,
          onExperiment: onProgress,
        });
        finish();
        await answerProof(terminal, proven, { html, patch });
        sayHowToGoOn({ terminal, exitWith }, proven, { signal });
      },
    );
}

/** Options of experiments say nothing where none are made. */
function requireRun(run: string | undefined, flags: ExperimentFlags, patch: string | undefined): void {
  if (run !== undefined) return;
  const idle = [
    flags.budget !== undefined && '--budget',
    flags.maxRuns !== undefined && '--max-runs',
    flags.build !== undefined && '--build',
    flags.bisect && '--bisect',
    !flags.network && '--no-network',
    patch !== undefined && '--patch',
  ].find((name) => typeof name === 'string');
  if (idle === undefined) return;
  throw new PenumbraError('usage', `\`${idle}\` is for experiments, and needs \`--run\``, {
    hint: 'add --run with the command that runs the tests, for instance --run "npm test"',
  });
}
