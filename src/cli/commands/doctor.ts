/** `penumbra doctor`: what this machine offers and what is missing. */
import type { Command } from 'commander';
import type { Finding } from '../../engine/index.ts';
import { exitCodes } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import type { Terminal } from '../terminal.ts';
import { workspaceOptions } from '../workspace-options.ts';

/** Adds the command. */
export function addDoctor({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('doctor')
    .description('check what this machine offers, what is missing, and what to do about it')
    .addHelpText('after', '\nExample:\n  $ penumbra doctor --workspace ~/project')
    .action(async (_options: unknown, command: Command) => {
      const { examineMachine } = await import('../../engine/index.ts');
      const findings = await examineMachine(workspaceOptions(command));
      const ok = findings.every((finding) => finding.state !== 'missing');
      terminal.answer({ ok, findings }, findings.map((finding) => line(finding, terminal)).join('\n'));
      if (!ok) exitWith(exitCodes.checkFailed);
    });
}

function line({ name, state, detail, remedy }: Finding, { colors }: Terminal): string {
  const mark = {
    ok: colors.green('ok     '),
    note: colors.yellow('note   '),
    missing: colors.red('missing'),
  }[state];
  const advice = remedy === undefined ? '' : `\n${' '.repeat(20)}${colors.cyan(remedy)}`;
  return `${mark}  ${name.padEnd(10)} ${detail}${advice}`;
}
