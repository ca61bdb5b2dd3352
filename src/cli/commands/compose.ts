/**
 * `penumbra compose`: gathers the records relevant to a path from several sources, ordered and within bounds.
 */
import type { Command } from 'commander';
import type { ComposeOptions, OpenedWorkspace } from '../../commands/workspace/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, readAll, readCount, readNames } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

type ComposeFlags = {
  readonly source?: readonly string[];
  readonly related?: readonly string[];
  readonly subject?: readonly string[];
  readonly order?: string;
  readonly query?: string;
  readonly type?: readonly string[];
  readonly agent?: readonly string[];
  readonly maxFrames?: number;
  readonly maxBytes?: number;
  readonly maxTokens?: number;
  readonly freshOnly?: boolean;
};

export function addCompose({ program, terminal }: CommandHost): void {
  program
    .command('compose')
    .description('gather the records that matter for a path into one ordered, bounded list; writes nothing')
    .argument('<path>', 'the file or directory')
    .option(
      '--source <sources>',
      'where to look, repeated or with commas: node, parent, ancestors, siblings, children, related, subjects (default: "node,ancestors")',
      readNames('--source'),
    )
    .option('--related <path>', 'another path to gather from, repeatable', readAll)
    .option('--subject <path>', 'a path that a case is about, repeatable', readAll)
    .option(
      '--order <order>',
      'recency, type, agent or relevance (default: "recency", with --query "relevance")',
      once('--order'),
    )
    .option('--query <text>', 'what the records should be about', once('--query'))
    .option('--type <types>', 'only these types; with --order type, in this order', readNames('--type'))
    .option(
      '--agent <agents>',
      'only by these agents; with --order agent, in this order',
      readNames('--agent'),
    )
    .option('--max-frames <number>', 'at most this many records', readCount)
    .option('--max-bytes <number>', 'at most this many bytes of content', readCount)
    .option('--max-tokens <number>', 'at most this many tokens of content', readCount)
    .option('--fresh-only', 'leave stale records out')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra compose src/cart.ts --query "rounding of prices" --max-tokens 2000\n  $ penumbra compose src --source node,children --type digest --json',
    )
    .action((typed: string, flags: ComposeFlags, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace, pathOf }) => {
        engine.requireTypes(workspace, flags.type ?? []);
        const [path, related, subjects] = await Promise.all([
          pathOf(typed),
          pathsOf(flags.related, async (typed) => nodePath(workspace, await pathOf(typed))),
          pathsOf(flags.subject, pathOf),
        ]);
        const options = { ...optionsOf(flags), path, related, subjects };
        const composition = await engine.showComposition(workspace, options);
        const { renderComposition } = await import('../../report/index.ts');
        terminal.answer(composition, renderComposition(composition, terminalLayout(terminal)));
      }),
    );
}

function pathsOf(
  typed: readonly string[] | undefined,
  pathOf: (typed: string) => Promise<string>,
): Promise<readonly string[]> | undefined {
  return typed && Promise.all(typed.map(pathOf));
}

/** Returns the path of an existing node, or throws `node-not-found`. */
async function nodePath(workspace: OpenedWorkspace, path: string): Promise<string> {
  return (await workspace.getNode(path, { maxFrames: 0 })).node.path;
}

/** Names are validated where they are used, so they are passed on as typed. */
function optionsOf({ source, type, agent, order, subject: _, ...rest }: ComposeFlags): ComposeOptions {
  return {
    ...rest,
    order,
    sources: source as ComposeOptions['sources'],
    include: { types: type, agents: agent },
    types: order === 'type' ? type : undefined,
    agents: order === 'agent' ? agent : undefined,
  };
}
