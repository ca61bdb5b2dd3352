/** `penumbra verify`: repeats an investigation and its proof from the record and compares the bytes. */
import type { Command } from 'commander';
import type { VerifiedRun } from '../../commands/proofs.ts';
import { exitCodes, shortId } from '../../kernel/index.ts';
import { followRun } from '../console/follow-run.ts';
import type { CommandHost, Terminal } from '../console/terminal.ts';
import { readDuration, requireConsent } from '../options/experiment-flags.ts';
import { addOwnDefinitions, type OwnFlags, ownDefinitions } from '../options/model-flags.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = OwnFlags & { readonly rerun?: boolean; readonly budget?: number; readonly yes?: boolean };

const DEFAULT_BUDGET_MS = 5 * 60_000;

export function addVerify({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('verify')
    .description('rebuild a run and its proof from the ledger, and compare every byte')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .option('--rerun', 'also rerun the recorded experiments, and compare how the tests end')
    .option('--budget <time>', 'how long the reruns may take (default: 5m)', readDuration)
    .option('--yes', 'agree to run the recorded command');
  addOwnDefinitions(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra verify latest\n  $ penumbra verify latest --rerun --yes --json\n\nThe workspace must be as it was when the run began. Exits with 1 if something differs.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const { verifyWhole } = await import('../../commands/proofs.ts');
      const followed = followRun(terminal, 'rebuilding the run');
      const found = await verifyWhole({
        ...workspaceOptions(command),
        ...ownDefinitions(flags),
        run,
        ...followed,
        ...(flags.rerun && {
          rerun: {
            budgetMs: flags.budget ?? DEFAULT_BUDGET_MS,
            agree: (text: string) => requireConsent(text, flags.yes === true, 'pass --yes'),
            signal: followed.signal,
            onRun: ({ done, total }) => terminal.progress(`running experiment ${done + 1} of ${total} again`),
          },
        }),
      });
      terminal.answer(found, render(found, terminal));
      if (!found.ok) exitWith(exitCodes.checkFailed);
    });
}

function render(
  { holds, report, steps, experiments, rerun, differences }: VerifiedRun,
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const differing = differences.map(
    ({ what, recorded, found }) => `${colors.red('differs')}  ${what}: ${recorded} on record, now ${found}`,
  );
  const verdict = (ok: boolean, what: string) =>
    ok ? colors.green(`the ${what} holds`) : colors.red(`the ${what} differs`);
  const lines = [`${verdict(holds.report, 'report')}: rebuilt in ${steps} steps`];
  if (holds.proof !== null) {
    const again = rerun > 0 ? `, ${rerun} of them rerun` : '';
    lines.push(`${verdict(holds.proof, 'proof')}: rebuilt from ${experiments} recorded experiments${again}`);
  }
  return [...differing, ...lines, `what it rests on: penumbra explain ${shortId(report)}`].join('\n');
}
