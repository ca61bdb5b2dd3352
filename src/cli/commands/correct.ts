/** `penumbra correct`: a person's word on a cause of a finished run, remembered and recalled before anything else. */
import type { Command } from 'commander';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { treePathOf } from '../tree-path-of.ts';
import { currentDirectory } from '../with-workspace.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = {
  readonly file?: string;
  readonly symbol?: string;
  readonly line?: string;
  readonly commit?: string;
  readonly type?: string;
  readonly by?: string;
  readonly wrong?: boolean;
};

/** Adds the command. */
export function addCorrect({ program, terminal }: CommandHost): void {
  program
    .command('correct')
    .description('say where the cause of a failure really was; later runs recall it')
    .argument('<run>', 'the run: its id from penumbra runs, the beginning of it, or latest')
    .argument('<cause>', 'the cause: its number in the report, its id, or the beginning of it')
    .option(
      '--file <file>',
      'the file that holds the cause, or held it before it was deleted',
      once('--file'),
    )
    .option('--symbol <name>', 'the function, method or class in it', once('--symbol'))
    .option('--line <number>', 'the line in it', once('--line'))
    .option('--commit <id>', 'the commit that brought it: its id, or the beginning of it', once('--commit'))
    .option('--type <type>', 'the kind of defect, for instance product_bug or test_bug', once('--type'))
    .option('--wrong', 'only say that the answer was wrong')
    .option('--by <name>', 'who says so; it stays on record (default: person)', once('--by'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate report.xml\n  $ penumbra correct latest 1 --file src/cart.ts --symbol total --by alice\n  $ penumbra correct latest 2 --wrong --by alice\n\nIt is about this cause and its tests, and about no others. The last word counts, and\nwhat was said before stays on record: see penumbra memory show.',
    )
    .action(async (run: string, cause: string, flags: Flags, command: Command) => {
      const { wrong, line, ...said } = flags;
      const { correctCauseOf } = await import('../../commands/memory/index.ts');
      const { renderCorrection } = await import('../../report/index.ts');
      const document = await correctCauseOf({
        ...workspaceOptions(command),
        ...said,
        run,
        cause,
        isWrong: wrong,
        line: line === undefined ? undefined : readLine(line),
        pathOf: (typed, { root, has }) =>
          treePathOf(typed, { root, has, currentDirectory: currentDirectory() ?? root, alsoFromRoot: true }),
      });
      terminal.answer(document, renderCorrection(document));
    });
}

function readLine(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new PenumbraError('usage', `${cite(text)} is not the number of a line`, {
    hint: 'lines count from 1',
  });
}
