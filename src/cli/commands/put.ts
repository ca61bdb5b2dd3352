/** `penumbra put`: records something about a file or directory. */
import type { Command } from 'commander';
import { exitCodes, PenumbraError } from '../../kernel/index.ts';
import { readContent } from '../console/read-content.ts';
import { type BatchRequest, runBatch } from '../console/run-batch.ts';
import type { CommandHost, Terminal } from '../console/terminal.ts';
import { once } from '../options/read-options.ts';
import { type CommandWorkspace, withWorkspace } from '../options/with-workspace.ts';

type PutFlags = {
  readonly type: string;
  readonly agent: string;
  readonly file?: string;
  readonly message?: string;
  readonly batch?: boolean;
};

export function addPut({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('put')
    .description('record something about a file or directory; it becomes stale when the file changes')
    .argument('[path]', 'the file or directory; a batch names one on each line')
    .option('--type <type>', 'the type of the record; see penumbra types list', 'note')
    .option('--agent <agent>', 'who says so; see penumbra agents list', 'person')
    .option('-m, --message <text>', 'what to record', once('--message'))
    .option('--file <file>', 'record the content of a file (default: standard input)', once('--file'))
    .option('--batch', 'read {path, type, content, agent} from standard input, one JSON object per line')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra put src/cart.ts -m "rounds half to even; see the tax rules"\n  $ penumbra put src --type note --agent person --file notes.md\n  $ penumbra put --batch < notes.ndjson\n\nNothing is overwritten: earlier records stay in the history.',
    )
    .action(async (path: string | undefined, flags: PutFlags, command: Command) => {
      if (flags.batch) {
        refuseWithBatch(path, flags);
        await withWorkspace(command, { access: 'open', terminal }, async (opened) => {
          const failed = await putBatch(opened, { flags, terminal });
          if (failed > 0) exitWith(exitCodes.usage);
        });
        return;
      }
      if (path === undefined)
        throw new PenumbraError('usage', 'missing required argument `path`', {
          hint: 'name the file or directory, or give a batch with --batch',
        });
      await putOne(path, flags, { terminal, command });
    });
}

async function putOne(
  typed: string,
  { type, agent, message, file }: PutFlags,
  { terminal, command }: { readonly terminal: Terminal; readonly command: Command },
): Promise<void> {
  const content = await readContent({ message, file });
  await withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace, pathOf }) => {
    const put = await engine.putNamed(workspace, { path: await pathOf(typed), type, agent, content });
    const { renderPut } = await import('../../report/index.ts');
    terminal.answer(put, renderPut(put));
  });
}

function refuseWithBatch(path: string | undefined, { file, message }: PutFlags): void {
  if (path === undefined && file === undefined && message === undefined) return;
  throw new PenumbraError('usage', 'a batch names paths and contents itself', {
    hint: 'leave out path, --file and --message, or leave out --batch',
  });
}

function putBatch(
  { engine, workspace, pathOf }: CommandWorkspace,
  { flags, terminal }: { readonly flags: PutFlags; readonly terminal: Terminal },
): Promise<number> {
  return runBatch({
    terminal,
    fields: ['path', 'type', 'content', 'agent'],
    answer: async (request) =>
      engine.putNamed(workspace, {
        path: await pathOf(String(request.path)),
        type: nameIn(request, 'type') ?? flags.type,
        agent: nameIn(request, 'agent') ?? flags.agent,
        content: request.content,
      }),
  });
}

function nameIn(request: BatchRequest, field: string): string | undefined {
  const value = request[field];
  if (value === undefined || typeof value === 'string') return value;
  throw new PenumbraError('usage', `\`${field}\` needs to be a text`);
}
