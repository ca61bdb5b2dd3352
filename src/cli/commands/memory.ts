/** `penumbra memory` and `correct`: lists remembered causes and corrects them. */
import type { Command } from 'commander';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, requireNoWord } from '../options/read-options.ts';
import { treePathOf } from '../options/tree-path-of.ts';
import { currentDirectory, workspaceOptions } from '../options/with-workspace.ts';

type ByFlag = { readonly by?: string };

const EXAMPLE =
  '\nExample:\n  $ penumbra memory\n  $ penumbra memory show cause-3f\n  $ penumbra memory merge cause-3f cause-a0 --by alice\n  $ penumbra memory split cause-a0 --test "rounds once" --by alice\n  $ penumbra memory retire cause-a0 --by alice';
const CAUSE = 'the cause: its id or a prefix of it';

export function addMemory(host: CommandHost): void {
  const memory = host.program
    .command('memory')
    .description('list, merge, split and retire remembered causes')
    .addHelpText('after', EXAMPLE);
  addList(memory, host);
  addShow(memory, host);
  addMerge(memory, host);
  addSplit(memory, host);
  addRetire(memory, host);
}

function addList(memory: Command, { terminal }: CommandHost): void {
  memory
    .command('list', { isDefault: true })
    .description('list the remembered causes: their status, where they are, and when they were last seen')
    .allowExcessArguments()
    .addHelpText('after', '\nExample:\n  $ penumbra memory list --json')
    .action(async (_flags: unknown, command: Command) => {
      requireNoWord(memory, command);
      const { listMemory } = await import('../../commands/memory/index.ts');
      const { renderMemory } = await import('../../report/index.ts');
      const document = await listMemory(workspaceOptions(command));
      terminal.answer(document, renderMemory(document, terminalLayout(terminal)));
    });
}

function addShow(memory: Command, { terminal }: CommandHost): void {
  memory
    .command('show')
    .description('show one cause with its failures, its tests and its history')
    .argument('<cause>', CAUSE)
    .addHelpText('after', '\nExample:\n  $ penumbra memory show cause-3f')
    .action(async (cause: string, _flags: unknown, command: Command) => {
      const { showMemory } = await import('../../commands/memory/index.ts');
      const { renderMemoryCause } = await import('../../report/index.ts');
      const document = await showMemory({ ...workspaceOptions(command), cause });
      terminal.answer(document, renderMemoryCause(document, terminalLayout(terminal)));
    });
}

function addMerge(memory: Command, { terminal }: CommandHost): void {
  memory
    .command('merge')
    .description('merge a cause into another, which is recalled for both from now on')
    .argument('<cause>', CAUSE)
    .argument('<into>', 'the cause it goes into')
    .option('--by <name>', 'who says so, for the record (default: person)', once('--by'))
    .addHelpText('after', '\nExample:\n  $ penumbra memory merge cause-3f cause-a0 --by alice')
    .action(async (from: string, into: string, { by }: ByFlag, command: Command) => {
      const { mergeNamed } = await import('../../commands/memory/index.ts');
      const { renderMemoryChange } = await import('../../report/index.ts');
      const document = await mergeNamed({ ...workspaceOptions(command), from, into, by });
      terminal.answer(document, renderMemoryChange(document));
    });
}

function addSplit(memory: Command, { terminal }: CommandHost): void {
  memory
    .command('split')
    .description('move tests of a cause into a new one, to be found or named again')
    .argument('<cause>', CAUSE)
    .requiredOption(
      '--test <test>',
      'a test of the cause, after its suite if several tests have the name; repeatable',
      (name: string, names: readonly string[] = []) => [...names, name],
    )
    .option('--by <name>', 'who says so, for the record (default: person)', once('--by'))
    .addHelpText('after', '\nExample:\n  $ penumbra memory split cause-a0 --test "rounds once" --by alice')
    .action(
      async (
        cause: string,
        { test, by }: ByFlag & { readonly test: readonly string[] },
        command: Command,
      ) => {
        const { splitNamed } = await import('../../commands/memory/index.ts');
        const { renderMemoryChange } = await import('../../report/index.ts');
        const document = await splitNamed({ ...workspaceOptions(command), cause, tests: test, by });
        terminal.answer(document, renderMemoryChange(document));
      },
    );
}

function addRetire(memory: Command, { terminal }: CommandHost): void {
  memory
    .command('retire')
    .description('stop recalling a cause; what is known about it stays on record')
    .argument('<cause>', CAUSE)
    .option('--by <name>', 'who says so, for the record (default: person)', once('--by'))
    .addHelpText('after', '\nExample:\n  $ penumbra memory retire cause-a0 --by alice')
    .action(async (cause: string, { by }: ByFlag, command: Command) => {
      const { retireNamed } = await import('../../commands/memory/index.ts');
      const { renderMemoryChange } = await import('../../report/index.ts');
      const document = await retireNamed({ ...workspaceOptions(command), cause, by });
      terminal.answer(document, renderMemoryChange(document));
    });
}

type CorrectFlags = {
  readonly file?: string;
  readonly symbol?: string;
  readonly line?: string;
  readonly commit?: string;
  readonly type?: string;
  readonly by?: string;
  readonly wrong?: boolean;
};

export function addCorrect({ program, terminal }: CommandHost): void {
  program
    .command('correct')
    .description('say where the cause of a failure really was; later runs recall it')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .argument('<cause>', 'the cause: its number in the report, its id, or a prefix of its id')
    .option(
      '--file <file>',
      'the file that holds the cause, or held it before it was deleted',
      once('--file'),
    )
    .option('--symbol <name>', 'the function, method or class in it', once('--symbol'))
    .option('--line <number>', 'the line in it', once('--line'))
    .option('--commit <id>', 'the commit that introduced it: its id or a prefix of it', once('--commit'))
    .option('--type <type>', 'the kind of defect, for instance product_bug or test_bug', once('--type'))
    .option('--wrong', 'only say that the answer was wrong')
    .option('--by <name>', 'who says so, for the record (default: person)', once('--by'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate report.xml\n  $ penumbra correct latest 1 --file src/cart.ts --symbol total --by alice\n  $ penumbra correct latest 2 --wrong --by alice\n\nIt applies to this cause and its tests only. The last correction counts, and earlier\nones stay on record: see penumbra memory show.',
    )
    .action(async (run: string, cause: string, flags: CorrectFlags, command: Command) => {
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
