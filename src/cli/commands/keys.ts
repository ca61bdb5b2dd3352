/** `penumbra keys`: lists the user's keys and their purposes, and changes them. */
import type { Command } from 'commander';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, requireNoWord } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

const EXAMPLE =
  '\nExample:\n  $ penumbra keys\n  $ penumbra keys create --passphrase-file ~/.penumbra-passphrase\n  $ penumbra keys rotate approval\n  $ penumbra keys public > public-keys.json';
const PASSPHRASE = 'protect the approval key with the passphrase in this file (- for standard input)';

type MakingFlags = { readonly passphraseFile?: string; readonly passphrase?: boolean };

export function addKeys(host: CommandHost): void {
  const keys = host.program
    .command('keys')
    .description('list, make, replace and retire the keys that sign approvals, contracts and anchors')
    .addHelpText('after', EXAMPLE);
  addList(keys, host);
  addCreate(keys, host);
  addRotate(keys, host);
  addRetire(keys, host);
  addForget(keys, host);
  addPublic(keys, host);
}

function addList(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('list', { isDefault: true })
    .description('list the keys: what each signs, whether it still does, and where it is')
    .allowExcessArguments()
    .addHelpText('after', '\nExample:\n  $ penumbra keys list --json')
    .action(async (_flags: unknown, command: Command) => {
      requireNoWord(keys, command);
      const { listKeys } = await import('../../commands/guard/index.ts');
      const { renderKeys } = await import('../../report/index.ts');
      const document = await listKeys(keysOptions(command));
      terminal.answer(document, renderKeys(document, terminalLayout(terminal)));
    });
}

function addCreate(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('create')
    .description('make the keys that are missing; existing ones stay')
    .option('--passphrase-file <file>', PASSPHRASE, once('--passphrase-file'))
    .addHelpText('after', '\nExample:\n  $ penumbra keys create --passphrase-file ~/.penumbra-passphrase')
    .action(async ({ passphraseFile }: MakingFlags, command: Command) => {
      const { createKeys } = await import('../../commands/guard/index.ts');
      const { renderKeysCreation } = await import('../../report/index.ts');
      const document = await createKeys({
        ...keysOptions(command),
        ...(passphraseFile !== undefined && { passphraseFile }),
      });
      terminal.answer(document, renderKeysCreation(document, terminalLayout(terminal)));
    });
}

function addRotate(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('rotate')
    .description('replace a signing key with a new one; the old one still verifies')
    .argument('<purpose>', 'what it signs: approval, artifact, audit-anchor, contract or export')
    .option('--passphrase-file <file>', PASSPHRASE, once('--passphrase-file'))
    .option('--no-passphrase', 'leave the new approval key without a passphrase, even if the old one had one')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra keys rotate approval --passphrase-file ~/.penumbra-passphrase',
    )
    .action(async (purpose: string, { passphraseFile, passphrase }: MakingFlags, command: Command) => {
      const { rotateKey } = await import('../../commands/guard/index.ts');
      const { renderKeyRotation } = await import('../../report/index.ts');
      const document = await rotateKey(purpose, {
        ...keysOptions(command),
        ...(passphraseFile !== undefined && { passphraseFile }),
        isOpen: passphrase === false,
      });
      terminal.answer(document, renderKeyRotation(document));
    });
}

function addRetire(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('retire')
    .description('stop a key from signing, without a new one; it still verifies')
    .argument('<id>', 'the key, or a prefix that fits no other')
    .addHelpText('after', '\nExample:\n  $ penumbra keys retire 4f0c92')
    .action(async (id: string, _flags: unknown, command: Command) => {
      const { retireKey } = await import('../../commands/guard/index.ts');
      const { renderKeyRetirement } = await import('../../report/index.ts');
      const document = await retireKey(id, keysOptions(command));
      terminal.answer(document, renderKeyRetirement(document));
    });
}

function addForget(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('forget')
    .description('remove a key that no longer signs; what it signed can no longer be verified')
    .argument('<id>', 'the key, in full')
    .addHelpText('after', '\nExample:\n  $ penumbra keys forget 4f0c92d1a6b35e78')
    .action(async (id: string, _flags: unknown, command: Command) => {
      const { forgetKey } = await import('../../commands/guard/index.ts');
      const { renderKeyLoss } = await import('../../report/index.ts');
      const document = await forgetKey(id, keysOptions(command));
      terminal.answer(document, renderKeyLoss(document));
    });
}

function addPublic(keys: Command, { terminal }: CommandHost): void {
  keys
    .command('public')
    .description('print the public keys, to keep elsewhere or to use on another machine')
    .argument('[id]', 'only this key, or a prefix that fits no other')
    .addHelpText('after', '\nExample:\n  $ penumbra keys public > public-keys.json')
    .action(async (id: string | undefined, _flags: unknown, command: Command) => {
      const { showPublicKeys } = await import('../../commands/guard/index.ts');
      const { renderPublicKeys } = await import('../../report/index.ts');
      const document = await showPublicKeys(id, keysOptions(command));
      terminal.answer(document, renderPublicKeys(document));
    });
}

function keysOptions(command: Command): { readonly workspace?: string } {
  const { workspace } = workspaceOptions(command);
  return workspace === undefined ? {} : { workspace };
}
