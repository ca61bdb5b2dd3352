/** `penumbra verify`: makes an investigation and its proof again from the record, and compares the bytes. */
import type { Command } from 'commander';
import type { RunVerification } from '../../engine/investigate/index.ts';
import type { ProofVerification } from '../../engine/prove/index.ts';
import { exitCodes, PenumbraError, shortId } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { readDuration, requireConsent } from '../experiment-flags.ts';
import { followRun } from '../follow-run.ts';
import { addOwnDefinitions, type OwnFlags, ownDefinitions } from '../own-definitions.ts';
import type { Terminal } from '../terminal.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = OwnFlags & { readonly rerun?: boolean; readonly budget?: number; readonly yes?: boolean };

const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Adds the command. */
export function addVerify({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('verify')
    .description('make a run and its proof again from what is on record, and compare every byte')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .option('--rerun', 'also run the recorded experiments again, and compare how the tests end')
    .option('--budget <time>', 'how long running them again may take (default: 5m)', readDuration)
    .option('--yes', 'agree that the recorded command is run');
  addOwnDefinitions(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra verify latest\n  $ penumbra verify latest --rerun --yes --json\n\nThe workspace has to be as it was when the run began. Exit code 1 where something differs.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const { verifyRun } = await import('../../engine/investigate/index.ts');
      const followed = followRun(terminal, 'walking the run again');
      const argued = await verifyRun({
        ...workspaceOptions(command),
        ...ownDefinitions(flags),
        run,
        ...followed,
      });
      const { verifyProof } = await import('../../engine/prove/index.ts');
      const proof = await verifyProof({
        ...workspaceOptions(command),
        run,
        ...(flags.rerun && {
          rerun: {
            budgetMs: flags.budget ?? DEFAULT_BUDGET_MS,
            agree: (text: string) => requireConsent(text, flags.yes === true, 'say --yes'),
            signal: followed.signal,
            onRun: ({ done, total }) => terminal.progress(`running experiment ${done + 1} of ${total} again`),
          },
        }),
      });
      if (flags.rerun && proof === null) throw nothingToRun(argued);
      const found = {
        ok: argued.ok && (proof?.ok ?? true),
        run: argued.run,
        report: proof?.report ?? argued.report,
        steps: argued.steps,
        experiments: proof?.experiments ?? 0,
        rerun: proof?.rerun ?? 0,
        differences: [...argued.differences, ...(proof?.differences ?? [])],
      };
      terminal.answer(found, render(argued, proof, terminal));
      if (!found.ok) exitWith(exitCodes.checkFailed);
    });
}

function nothingToRun({ run }: RunVerification): PenumbraError {
  return new PenumbraError(
    'usage',
    `nothing of ${shortId(run)} was proven, so no experiment can be run again`,
    {
      hint: `verify it without --rerun, or prove it with \`penumbra prove ${shortId(run)}\``,
      data: { run },
    },
  );
}

function render(
  argued: RunVerification,
  proof: ProofVerification | null,
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const differences = [...argued.differences, ...(proof?.differences ?? [])].map(
    ({ what, recorded, found }) => `${colors.red('differs')}  ${what}: ${recorded} on record, now ${found}`,
  );
  const verdict = (ok: boolean, what: string) =>
    ok ? colors.green(`the ${what} holds`) : colors.red(`the ${what} does not come out the same`);
  const lines = [`${verdict(argued.ok, 'report')}: made again in ${argued.steps} steps`];
  if (proof !== null) {
    const again = proof.rerun > 0 ? `, and ${proof.rerun} of them run again` : '';
    lines.push(
      `${verdict(proof.ok, 'proof')}: made again from ${proof.experiments} recorded experiments${again}`,
    );
  }
  const explain = `what it rests on: penumbra explain ${shortId(proof?.report ?? argued.report)}`;
  return [...differences, ...lines, explain].join('\n');
}
