/** `penumbra doctor`: what this machine offers and what is missing. */
import type { Command } from 'commander';
import type { Finding } from '../../commands/index.ts';
import { exitCodes } from '../../kernel/index.ts';
import type { CommandHost, Terminal } from '../console/terminal.ts';
import { addModelName, type ModelFlags } from '../options/model-flags.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = Pick<ModelFlags, 'model' | 'modelUrl'> & { readonly egress?: true };

export function addDoctor({ program, terminal, exitWith }: CommandHost): void {
  addModelName(program.command('doctor'))
    .description('check what this machine offers, what is missing, and what to do about it')
    .option('--egress', 'list every host that commands here would contact, and what would be sent there')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra doctor --workspace ~/project\n  $ penumbra doctor --egress --model openai:gpt-5',
    )
    .action(async ({ egress, ...flags }: Flags, command: Command) => {
      if (egress) {
        await listContacts(terminal, { ...workspaceOptions(command), ...flags });
        return;
      }
      const { examineMachine } = await import('../../commands/index.ts');
      const findings = await examineMachine(workspaceOptions(command));
      const ok = findings.every((finding) => finding.state !== 'missing');
      terminal.answer({ ok, findings }, findings.map((finding) => line(finding, terminal)).join('\n'));
      if (!ok) exitWith(exitCodes.checkFailed);
    });
}

async function listContacts(
  terminal: Terminal,
  options: Omit<Flags, 'egress'> & ReturnType<typeof workspaceOptions>,
): Promise<void> {
  const { contactsOf } = await import('../../commands/index.ts');
  const contacts = await contactsOf(options);
  const lines = contacts.map(({ host, isThisMachine, what, why }) =>
    [`${host}${isThisMachine ? ' (this machine)' : ''}`, `  what: ${what}`, `  why:  ${why}`].join('\n'),
  );
  terminal.answer({ contacts }, lines.join('\n') || 'none: nothing leaves this machine');
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
