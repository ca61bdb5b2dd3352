/**
 * `penumbra approve`: approves or rejects scripts and calls that agents ask for. On a terminal everything is
 * shown before the question; in a script, `--yes` requires the id of the content that was read, so that
 * nothing is approved unseen.
 */
import type { Command } from 'commander';
import type { OpenApprovals } from '../../commands/guard/index.ts';
import { exitCodes, PenumbraError } from '../../kernel/index.ts';
import type { ApprovalDocument } from '../../report/index.ts';
import { askLine, askSecret, hasPerson } from '../console/ask-person.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly content?: string;
  readonly refuse?: boolean;
  readonly full?: string;
  readonly passphraseFile?: string;
};
type Errand = {
  readonly approvals: OpenApprovals;
  readonly id: string;
  readonly flags: Flags;
  readonly host: CommandHost;
};

const EXAMPLE =
  '\nExample:\n  $ penumbra approve\n  $ penumbra approve 3fa9c1\n  $ penumbra approve 3fa9c1 --refuse\n  $ penumbra approve 3fa9c1 --yes --content content:…';

/** Longer content is better read in an editor. */
const MOST_LINES = 400;
const COLUMNS_OF_A_FILE = 100;

export function addApprove(host: CommandHost): void {
  host.program
    .command('approve')
    .description('list what agents ask for, read one request, and approve or refuse it')
    .argument('[id]', 'the request, or a prefix that fits no other')
    .option('--all', 'also list requests that ended: spent, refused and expired')
    .option('--yes', 'approve without asking; needs --content')
    .option('--content <id>', 'the id of what you read; nothing else is approved', once('--content'))
    .option('--refuse', 'refuse it, or take back an approval that was not used')
    .option(
      '--full <file>',
      'write the whole request to a file, for scripts too long for a screen',
      once('--full'),
    )
    .option(
      '--passphrase-file <file>',
      'a file with the passphrase of the approval key',
      once('--passphrase-file'),
    )
    .addHelpText('after', EXAMPLE)
    .action(async (id: string | undefined, flags: Flags, command: Command) => {
      requireFitting(id, flags);
      const { openApprovals } = await import('../../commands/guard/index.ts');
      const approvals = await openApprovals(workspaceOptions(command));
      try {
        if (id === undefined) await list(approvals, flags, host);
        else await decide({ approvals, id, flags, host });
      } finally {
        await approvals.close();
      }
    });
}

function requireFitting(id: string | undefined, { all, yes, content, refuse, full }: Flags): void {
  const deciding = yes === true || refuse === true || content !== undefined || full !== undefined;
  if (id === undefined && deciding)
    throw misused('there is no request to decide', 'name one of those that penumbra approve lists');
  if (id !== undefined && all === true) throw misused('`--all` is for the list', 'leave it out');
  if (yes === true && refuse === true)
    throw misused('`--yes` and `--refuse` cannot be combined', 'give one of them');
  if ((yes === true) === (content !== undefined)) return;
  if (yes === true)
    throw misused(
      'nothing is approved unseen',
      'read it with penumbra approve, and give the id of what you read with --content',
    );
  throw misused('`--content` is for --yes', 'add --yes, or leave it out to be asked');
}

async function list(
  approvals: OpenApprovals,
  { all = false }: Flags,
  { terminal }: CommandHost,
): Promise<void> {
  const { renderApprovals } = await import('../../report/index.ts');
  const document = await approvals.list({ hasEnded: all });
  terminal.answer(document, renderApprovals(document, terminalLayout(terminal)));
}

async function decide(errand: Errand): Promise<void> {
  const { approvals, id, flags, host } = errand;
  const { renderDecision } = await import('../../report/index.ts');
  if (flags.refuse === true) {
    const refused = await approvals.refuse(id);
    host.terminal.answer(refused, renderDecision(refused));
  } else if (flags.yes === true) {
    await approvals.requireContent(id, flags.content ?? '');
    const grant = await approvals.openGrant(id, keyOptions(flags));
    const granted = await grant();
    host.terminal.answer(granted, renderDecision(granted));
  } else {
    await showAndAsk(errand);
  }
}

/** Shows a request; if there is nobody to ask, does nothing more. */
async function showAndAsk({ approvals, id, flags, host }: Errand): Promise<void> {
  const { terminal } = host;
  const { renderApproval } = await import('../../report/index.ts');
  const request = await approvals.show(id);
  if (flags.full !== undefined) await writeWhole(request, flags.full);
  const isAsked = hasPerson() && !terminal.isJson;
  const { text, isWhole } = renderApproval(request, {
    ...terminalLayout(terminal),
    ...(isAsked && { mostLines: MOST_LINES }),
  });
  terminal.answer(request, text);
  if (!isAsked) {
    terminal.note('nothing was decided: run it on a terminal, or with --refuse, or with --yes and --content');
    return;
  }
  const grant = await approvals.openGrant(request.id, keyOptions(flags));
  if (!isWhole && flags.full === undefined)
    throw misused(
      'not all of it could be shown, so it is not approved',
      'write it to a file with --full FILE, and read that',
    );
  await takeWord({ approvals, id: request.id, flags, host }, grant);
}

async function takeWord(
  { approvals, id, host }: Errand,
  grant: Awaited<ReturnType<OpenApprovals['openGrant']>>,
): Promise<void> {
  const { renderDecision } = await import('../../report/index.ts');
  const word = await askLine('approve? type yes, or refuse to refuse it; anything else leaves it open: ');
  if (word === 'yes' || word === 'refuse') {
    const decided = word === 'yes' ? await grant() : await approvals.refuse(id);
    host.terminal.answer(decided, renderDecision(decided));
    return;
  }
  host.terminal.note('nothing was decided');
  host.exitWith(exitCodes.checkFailed);
}

async function writeWhole(request: ApprovalDocument, file: string): Promise<void> {
  const { renderApproval } = await import('../../report/index.ts');
  const { writeTextFile } = await import('../../commands/index.ts');
  await writeTextFile(file, renderApproval(request, { width: COLUMNS_OF_A_FILE }).text);
}

function keyOptions({ passphraseFile }: Flags): Parameters<OpenApprovals['openGrant']>[1] {
  return {
    ...(passphraseFile !== undefined && { passphraseFile }),
    ...(hasPerson() && { askPassphrase: () => askSecret('passphrase of the approval key: ') }),
  };
}

function misused(message: string, hint: string): PenumbraError {
  return new PenumbraError('usage', message, { hint });
}
