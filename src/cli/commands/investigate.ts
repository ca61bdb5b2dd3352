/** `penumbra investigate`: the root causes of the failing tests in reports. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { MemoryUse } from '../../engine/investigate/index.ts';
import { answerReport, requirePage } from '../answer-report.ts';
import type { CommandHost } from '../command-host.ts';
import { followRun } from '../follow-run.ts';
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
} & OwnFlags;

const memoryUses: readonly string[] = ['off', 'read', 'write'] satisfies MemoryUse[];

/** Adds the command. */
export function addInvestigate({ program, terminal }: CommandHost): void {
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
    .option('--html <file>', 'also write the report as one HTML file', once('--html'));
  addOwnDefinitions(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra investigate target/surefire-reports --html causes.html\n\nIt ends with 0 when the reports were read, whatever it found.\nCtrl-C stops it, and penumbra resume goes on from there.',
    )
    .action(
      async (
        reports: string[],
        { memory, court, good, baseline, coverage, html, pauseAt, ...own }: InvestigateFlags,
        command: Command,
      ) => {
        await requirePage(html);
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
          ...ownDefinitions(own),
          ...(html !== undefined && { outputs: [resolve(html)] }),
          ...followRun(terminal, 'reading the reports'),
        });
        await answerReport(terminal, found, html);
      },
    );
}
