/** `penumbra pack`: shows what agents were given and why, and verifies that it can be recompiled. */
import type { Command } from 'commander';
import { exitCodes, PenumbraError } from '../../kernel/index.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once, readCount } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

const EXAMPLE =
  '\nExample:\n  $ penumbra pack case-3f\n  $ penumbra pack case-3f --consumer investigate --explain\n  $ penumbra pack verify';

const RUN = 'the run: its id, a prefix of it, or latest (default: latest)';

type PackFlags = {
  readonly run?: string;
  readonly step?: string;
  readonly consumer?: string;
  readonly explain?: boolean;
};

export function addPack(host: CommandHost): void {
  const { program, terminal } = host;
  const pack = program
    .command('pack')
    .description(
      'show what agents were told: the packs of a case, one of them in full, or why it holds what it holds',
    )
    .argument(
      '<case|working-set>',
      'a case, or the working set a pack was made from: its id, a prefix of it, or a file that holds a working set',
    )
    .option('--run <run>', RUN, once('--run'))
    .option('--step <number>', 'only what was told at this step', once('--step'))
    .option('--consumer <node>', 'only what this node of the pipeline was told', once('--consumer'))
    .option('--explain', 'list every item the agent could have been told, and why it was or was not')
    .addHelpText('after', EXAMPLE)
    .action(async (name: string, flags: PackFlags, command: Command) => {
      const { run, step, consumer } = flags;
      const query = {
        ...workspaceOptions(command),
        name,
        ...(run !== undefined && { run }),
        ...(step !== undefined && { step: readCount(step) }),
        ...(consumer !== undefined && { consumer }),
        onProgress: (done: number) => terminal.progress(`looked through ${done} packs`),
      };
      if (flags.explain === true) await answerExplanation(terminal, query);
      else await answerPacks(terminal, query);
    });
  addVerify(pack, host);
}

type Engine = typeof import('../../commands/packs/index.ts');
type Query = Parameters<Engine['showPacks']>[0];

async function answerPacks(terminal: Terminal, query: Query): Promise<void> {
  const { showPacks } = await import('../../commands/packs/index.ts');
  const { renderPackList } = await import('../../report/index.ts');
  const answer = await showPacks(query);
  if ('shown' in answer) terminal.answer(answer.shown, answer.shown.text);
  else terminal.answer(answer.list, renderPackList(answer.list, terminalLayout(terminal)));
}

async function answerExplanation(terminal: Terminal, query: Query): Promise<void> {
  const { explainNamedPack } = await import('../../commands/packs/index.ts');
  const { renderPackExplanation } = await import('../../report/index.ts');
  const explanation = await explainNamedPack(query);
  terminal.answer(explanation, renderPackExplanation(explanation, terminalLayout(terminal)));
}

function addVerify(pack: Command, { terminal, exitWith }: CommandHost): void {
  pack
    .command('verify')
    .description('recompile the packs of a run from the ledger alone, and compare; changes nothing')
    .argument('[case]', 'only this case: its id or a prefix of it')
    .option('--run <run>', RUN, once('--run'))
    .addHelpText('after', '\nExample:\n  $ penumbra pack verify --run latest --json')
    .action(async (name: string | undefined, _flags: unknown, command: Command) => {
      // Options shared with the parent command end up there, wherever they are on the line.
      const { run, ...others } = command.optsWithGlobals<PackFlags>();
      refuseOthers(others);
      const { verifyPacks } = await import('../../commands/packs/index.ts');
      const { renderPackVerification } = await import('../../report/index.ts');
      const found = await verifyPacks({
        ...workspaceOptions(command),
        ...(name !== undefined && { case: name }),
        ...(run !== undefined && { run }),
        onProgress: ({ done, total }) => terminal.progress(`compiled ${done} of ${total} packs again`),
      });
      terminal.answer(found, renderPackVerification(found, terminalLayout(terminal)));
      if (!found.ok) exitWith(exitCodes.checkFailed);
    });
}

/** Options that select one pack would suggest that fewer packs are verified. */
function refuseOthers({ step, consumer, explain }: PackFlags): void {
  if (step === undefined && consumer === undefined && explain === undefined) return;
  throw new PenumbraError('usage', '`pack verify` compiles every pack of a run, or of a case', {
    hint: 'leave out --step, --consumer and --explain, and name a case to verify less',
  });
}
