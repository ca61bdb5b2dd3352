/** `penumbra investigate`: finds the root causes of failing tests in reports. */
import type { Command } from 'commander';
import type { MemoryUse } from '../../commands/runs.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { followProof } from '../console/follow-proof.ts';
import { followRun } from '../console/follow-run.ts';
import type { CommandHost } from '../console/terminal.ts';
import { addExperimentFlags, type ExperimentFlags, experimentOptions } from '../options/experiment-flags.ts';
import {
  addModelFlags,
  addOwnDefinitions,
  type ModelFlags,
  modelOptions,
  type OwnFlags,
  ownDefinitions,
  recordingOf,
  saySpending,
} from '../options/model-flags.ts';
import { once, oneOf, readNames } from '../options/read-options.ts';
import {
  answerProof,
  answerReport,
  outputsOf,
  requireOutputs,
  sayHowToContinue,
} from '../options/report-outputs.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type InvestigateFlags = {
  readonly memory: MemoryUse;
  readonly court: boolean;
  readonly good?: string;
  readonly baseline?: readonly string[];
  readonly coverage?: readonly string[];
  readonly pauseAt?: readonly string[];
  readonly run?: string;
  readonly refresh?: string;
} & ExperimentFlags &
  ModelFlags &
  OwnFlags;

const memoryUses: readonly string[] = ['off', 'read', 'write'] satisfies MemoryUse[];

export function addInvestigate({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('investigate')
    .description('find the root causes of the failing tests in test reports')
    .argument(
      '[reports...]',
      'files that a test runner wrote, logs, folders or zip archives with such files, patterns, or - for standard input',
    )
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
      'reports of an earlier run: what failed there already is not blamed on later changes',
    )
    .option(
      '--coverage <files...>',
      'coverage of a run of the failing tests, in any common format: files that never ran are not suspects',
    )
    .option('--no-court', 'skip the adversarial review of uncertain conclusions')
    .option(
      '--refresh <run>',
      'instead of reports: redo the parts of that run that rest on files changed since, and keep the rest',
      once('--refresh'),
    )
    .option(
      '--pause-at <nodes>',
      'stop every case before these nodes, for a person to look and answer',
      readNames('--pause-at'),
    )
    .option(
      '--run <command>',
      'prove the causes: the command that runs the tests, with {test}, {file}, {class} and {name} as placeholders',
      once('--run'),
    );
  addOwnDefinitions(addModelFlags(addExperimentFlags(options)))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra investigate target/surefire-reports --html causes.html\n  $ penumbra investigate build.log\n  $ go test -json ./... | penumbra investigate -\n\nFormats, recognised by content: JUnit XML, TRX, NUnit, xUnit.net, TestNG,\nOpen Test Reporting, Catch2, doctest and Boost.Test XML; the JSON of jest,\nvitest, Playwright, mocha, RSpec, Cucumber, Allure, CTRF, go test, cargo test\n(libtest) and Dart; TAP; build logs with the output of known test runners.\nAny of them may be gzipped or in a zip archive.\n\nIt exits with 0 when the reports were read, whatever it found;\n--fail-on changes that.\nCtrl-C stops it, and penumbra resume continues from there.',
    )
    .action(
      async (
        reports: string[],
        { memory, court, good, baseline, coverage, pauseAt, run, refresh, ...others }: InvestigateFlags,
        command: Command,
      ) => {
        requireRun(run, others);
        requireReports(reports, { refresh, good, baseline, coverage, court });
        const asking = modelOptions(others);
        await requireOutputs(others, others.record);
        const { investigate, refreshRun } = await import('../../commands/runs.ts');
        const shared = {
          ...workspaceOptions(command),
          ...(pauseAt !== undefined && { pauseAt }),
          ...ownDefinitions(others),
          ...asking,
          outputs: outputsOf(others, recordingOf(others)),
        };
        const refreshed =
          refresh === undefined
            ? null
            : await refreshRun({
                ...shared,
                run: refresh,
                ...followRun(terminal, 'looking at what has changed'),
              });
        if (refreshed !== null)
          terminal.note(
            `${refreshed.anew} of ${refreshed.anew + refreshed.kept} cases rest on what has changed`,
            {
              anew: refreshed.anew,
              kept: refreshed.kept,
            },
          );
        const found =
          refreshed ??
          (await investigate({
            ...shared,
            reports,
            memory,
            ...(!court && { court }),
            ...(good !== undefined && { good }),
            ...(baseline !== undefined && { baseline }),
            ...(coverage !== undefined && { coverage }),
            ...followRun(terminal, 'reading the reports'),
          }));
        saySpending(terminal, found);
        if (run === undefined || found.document.causes.length === 0) {
          await answerReport({ terminal, exitWith }, found, others);
          return;
        }
        const { proveInvestigation } = await import('../../commands/proofs.ts');
        const { signal, onProgress, finish } = await followProof(terminal, `running ${run}`);
        const proven = await proveInvestigation(found, {
          ...workspaceOptions(command),
          ...experimentOptions(others),
          ...(good !== undefined && { good }),
          command: run,
          outputs: outputsOf(others),
          signal,
          onExperiment: onProgress,
        });
        finish();
        await answerProof({ terminal, exitWith }, proven, others);
        sayHowToContinue({ terminal, exitWith }, proven, { signal });
      },
    );
}

/** A refreshed run keeps its original reports and options. */
function requireReports(
  reports: readonly string[],
  {
    refresh,
    ...asked
  }: {
    readonly [flag in 'refresh' | 'good' | 'baseline' | 'coverage' | 'court']:
      | InvestigateFlags[flag]
      | undefined;
  },
): void {
  if (refresh === undefined && reports.length === 0)
    throw new PenumbraError('usage', 'the reports to investigate are missing', {
      hint: 'name a file that a test runner wrote, a log, a folder or zip archive with such files, a pattern, or - for standard input',
    });
  const given = [
    reports.length > 0 && 'reports',
    asked.good !== undefined && '`--good`',
    asked.baseline !== undefined && '`--baseline`',
    asked.coverage !== undefined && '`--coverage`',
    !asked.court && '`--no-court`',
  ].find((name) => typeof name === 'string');
  if (refresh === undefined || given === undefined) return;
  throw new PenumbraError('usage', `\`--refresh\` takes no ${given}: the run has its own`, {
    hint: 'leave one of the two out',
  });
}

/** Options of experiments are rejected if there are none. */
function requireRun(run: string | undefined, flags: ExperimentFlags): void {
  if (run !== undefined) return;
  const idle = [
    flags.budget !== undefined && '--budget',
    flags.maxRuns !== undefined && '--max-runs',
    flags.build !== undefined && '--build',
    flags.bisect && '--bisect',
    !flags.network && '--no-network',
    flags.patch !== undefined && '--patch',
  ].find((name) => typeof name === 'string');
  if (idle === undefined) return;
  throw new PenumbraError('usage', `\`${idle}\` is for experiments, and needs \`--run\``, {
    hint: 'add --run with the command that runs the tests, for instance --run "npm test"',
  });
}
