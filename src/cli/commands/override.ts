/** `penumbra override`: a person's answer at the step a case stands at. */
import type { Command } from 'commander';
import { PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { addOwnDefinitions, type OwnFlags, ownDefinitions } from '../own-definitions.ts';
import { readContent } from '../read-content.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = {
  readonly case: string;
  readonly at: string;
  readonly by: string;
  readonly message?: string;
  readonly file?: string;
} & OwnFlags;

/** Adds the command. */
export function addOverride({ program, terminal }: CommandHost): void {
  const options = program
    .command('override')
    .description('answer at the step a case stands at, in place of the agent')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .requiredOption('--case <case>', 'the case: its id or the beginning of it', once('--case'))
    .requiredOption('--at <node>', 'the node the case stands at, for instance review', once('--at'))
    .requiredOption('--by <name>', 'who answers; it stays on record', once('--by'))
    .option('--message <json>', 'the answer: the fields of the artifact as JSON', once('--message'))
    .option('--file <file>', 'a file with the answer; without either, standard input', once('--file'));
  addOwnDefinitions(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate report.xml --pause-at review\n  $ penumbra show latest\n  $ penumbra override latest --case case-3f --at review --by alice \\\n      --message \'{"decision": "approve", "confidence": 0.9}\'\n  $ penumbra resume latest\n\nAn answer is given once: a case that has left the node takes no more.',
    )
    .action(async (run: string, flags: Flags, command: Command) => {
      const answer = parseAnswer(await readContent({ message: flags.message, file: flags.file }));
      const { overrideCase } = await import('../../commands/runs/index.ts');
      const { renderOverride } = await import('../../report/index.ts');
      const { case: caseId, at: node, by } = flags;
      const about = { run, case: caseId, node, by, answer, ...ownDefinitions(flags) };
      const done = await overrideCase({ ...workspaceOptions(command), ...about });
      terminal.answer(done, renderOverride(done));
    });
}

function parseAnswer(content: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content),
    );
  } catch (cause) {
    throw new PenumbraError('unreadable-input', 'the answer is no JSON', {
      hint: 'for instance {"decision": "approve", "confidence": 0.9}',
      cause,
    });
  }
}
