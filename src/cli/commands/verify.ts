/** `penumbra verify`: makes a proof again from its record, and compares the bytes. */
import type { Command } from 'commander';
import type { ProofVerification } from '../../engine/prove/index.ts';
import { exitCodes, shortId } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { readDuration, requireConsent } from '../experiment-flags.ts';
import { createStopSwitch } from '../stop-switch.ts';
import type { Terminal } from '../terminal.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = { readonly rerun?: boolean; readonly budget?: number; readonly yes?: boolean };

const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Adds the command. */
export function addVerify({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('verify')
    .description('make the proof of a run again from its recorded experiments, and compare every byte')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .option('--rerun', 'also run the recorded experiments again, and compare how the tests end')
    .option('--budget <time>', 'how long running them again may take (default: 5m)', readDuration)
    .option('--yes', 'agree that the recorded command is run')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra verify latest\n  $ penumbra verify latest --rerun --yes --json\n\nThe workspace has to be as it was when the run began. Exit code 1 where something differs.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const { verifyProof } = await import('../../engine/prove/index.ts');
      const { signal, arm } = createStopSwitch();
      const found = await verifyProof({
        ...workspaceOptions(command),
        run,
        ...(flags.rerun && {
          rerun: {
            budgetMs: flags.budget ?? DEFAULT_BUDGET_MS,
            agree: (text: string) => requireConsent(text, flags.yes === true, 'say --yes'),
            signal,
            onRun({ done, total }) {
              arm();
              terminal.progress(`running experiment ${done + 1} of ${total} again`);
            },
          },
        }),
      });
      terminal.answer(found, render(found, terminal));
      if (!found.ok) exitWith(exitCodes.checkFailed);
    });
}

function render(
  { ok, report, experiments, rerun, differences }: ProofVerification,
  { colors }: Terminal,
): string {
  const lines = differences.map(
    ({ what, recorded, found }) => `${colors.red('differs')}  ${what}: ${recorded} on record, now ${found}`,
  );
  const again = rerun > 0 ? `, and ${rerun} of them run again` : '';
  const basis = `made again from ${experiments} recorded experiments${again}`;
  const verdict = ok ? colors.green('the proof holds') : colors.red('the proof does not come out the same');
  const explain = `what it rests on: penumbra explain ${shortId(report)}`;
  return [...lines, `${verdict}: ${basis}`, explain].join('\n');
}
