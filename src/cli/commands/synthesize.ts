/** `penumbra synthesize`: makes the record of a directory from those of its children. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

type SynthesizeFlags = {
  readonly type: string;
  readonly output?: string;
  readonly agent?: string;
  readonly policy?: string;
  readonly recursive?: boolean;
};

/** Adds the command. */
export function addSynthesize({ program, terminal }: CommandHost): void {
  program
    .command('synthesize')
    .description('make the record of a directory from the records of what is in it')
    .argument('<directory>', 'the directory')
    .requiredOption(
      '--type <type>',
      'the type of the records it is made from and of what is made; * takes all types, and then --output names the latter',
      once('--type'),
    )
    .option('--output <type>', 'the type of what is made, where it is another', once('--output'))
    .option(
      '--agent <agent>',
      'who makes it, with the role synthesis (default: "synthesis")',
      once('--agent'),
    )
    .option(
      '--policy <policy>',
      'concatenation, summarisation, filtering, or one of them as JSON with its settings (default: "concatenation")',
      once('--policy'),
    )
    .option('--recursive', 'also all directories below, the deepest first')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra synthesize src --type digest --recursive\n  $ penumbra synthesize src --type note \\\n      --policy \'{"policy": "summarisation", "maxLines": 3}\'',
    )
    .action((directory: string, flags: SynthesizeFlags, command: Command) =>
      withWorkspace(command, { access: 'write', terminal }, async ({ engine, workspace, pathOf }) => {
        const { type, output, agent = 'synthesis', policy, recursive } = flags;
        const path = await pathOf(directory);
        const made = await workspace.as(agent, 'synthesis').synthesize({
          path,
          type,
          output,
          policy: policy === undefined ? undefined : engine.readPolicy(policy, { custom: new Map() }),
          recursive,
          onProgress: (done) => terminal.progress(`directories done: ${done}`),
        });
        const { renderSynthesis } = await import('../../report/index.ts');
        const document = { path, type: output ?? type, ...made };
        terminal.answer(document, renderSynthesis(document, terminalLayout(terminal)));
      }),
    );
}
