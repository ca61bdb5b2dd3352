/** `penumbra get`: shows a file or directory and its records. */
import type { Command } from 'commander';
import type { NodeView } from '../../commands/workspace/index.ts';
import { cite, exitCodes, PenumbraError } from '../../kernel/index.ts';
import type { NodeDocument } from '../../report/index.ts';
import { runBatch } from '../console/run-batch.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once, readCount, readNames, readSince, readUntil } from '../options/read-options.ts';
import { type CommandWorkspace, withWorkspace } from '../options/with-workspace.ts';

type GetFlags = NodeView & { readonly batch?: boolean };

export function addGet({ program, terminal, exitWith }: CommandHost): void {
  program
    .command('get')
    .description('show a file or directory, its records, and whether each still holds')
    .argument('[path]', 'the file or directory (default: the current one), its id, or - for a batch')
    .option(
      '--type <types>',
      'only records of these types; missing outline, imports, digest and terms are made, and history for the whole workspace',
      readNames('--type'),
    )
    .option('--agent <agents>', 'only records by these agents', readNames('--agent'))
    .option('--order <order>', 'recency (newest first), type or agent', once('--order'))
    .option('--max-frames <number>', 'at most this many records', readCount)
    .option('--since <moment>', 'only from this number in its history, or this date, on', readSince)
    .option('--until <moment>', 'only up to this number in its history, or this date', readUntil)
    .option('--history', 'every record ever made, instead of the current ones')
    .option('--batch', 'answer requests from standard input, one JSON object per line, with one line each')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra get src/cart.ts\n  $ penumbra get src --json\n  $ penumbra get src/cart.ts --type outline\n  $ echo \'{"path": "src/cart.ts", "type": "note"}\' | penumbra get -',
    )
    .action((path: string | undefined, flags: GetFlags, command: Command) => {
      const { batch = false, ...view } = flags;
      if (batch && path !== undefined && path !== '-')
        throw new PenumbraError('usage', 'a batch names paths itself', {
          hint: 'leave out the path, or leave out --batch',
        });
      if (batch || path === '-')
        return withWorkspace(command, { access: 'read', terminal }, async (opened) => {
          const failed = await getBatch(opened, terminal);
          if (failed > 0) exitWith(exitCodes.usage);
        });
      return getOne(path ?? '.', view, { terminal, command });
    });
}

async function getOne(
  typed: string,
  view: NodeView,
  { terminal, command }: { readonly terminal: Terminal; readonly command: Command },
): Promise<void> {
  const { mayProduce } = await import('../../commands/workspace/index.ts');
  const access = mayProduce(view) ? 'open' : 'read';
  await withWorkspace(
    command,
    { access, terminal, isQuestion: true },
    async ({ engine, workspace, pathOf }) => {
      const document = await engine.showNode(workspace, await pathOf(typed), view);
      sayProduced(document, terminal);
      const { renderNode } = await import('../../report/index.ts');
      terminal.answer(document, renderNode(document, terminalLayout(terminal)));
    },
  );
}

function sayProduced({ produced, node }: NodeDocument, terminal: Terminal): void {
  // With --json this is part of the document.
  if (produced.length > 0 && !terminal.isJson) terminal.note(`made ${produced.join(', ')} of ${node.path}`);
}

function getBatch({ engine, workspace, pathOf }: CommandWorkspace, terminal: Terminal): Promise<number> {
  return runBatch({
    terminal,
    fields: ['path', ...nodeViewFields],
    answer: async ({ path, ...view }) =>
      engine.showNode(workspace, await pathOf(String(path)), nodeViewIn(view)),
  });
}

type ReadField = (value: unknown, field: string) => unknown;

/** Readers for each field of a view; the library validates the rest. */
const readers: Readonly<Record<keyof NodeView, ReadField>> = {
  maxFrames: (value, field) => (typeof value === 'number' ? value : misfit(field, 'a number')),
  order: (value, field) => (typeof value === 'string' ? value : misfit(field, 'a text')),
  type: namesIn,
  agent: namesIn,
  since: (value, field) => readSince(momentIn(value, field)),
  until: (value, field) => readUntil(momentIn(value, field)),
  history: (value) => value === true,
};

/** The fields of a view. */
const nodeViewFields: readonly string[] = Object.keys(readers);

/** Reads a view, or throws `usage` if a value has the wrong type. */
function nodeViewIn(request: { readonly [Field in keyof NodeView]?: unknown }): NodeView {
  const view: Record<string, unknown> = {};
  for (const [field, read] of Object.entries(readers)) {
    const value = request[field as keyof NodeView];
    if (value !== undefined) view[field] = read(value, field);
  }
  return view as NodeView;
}

function namesIn(value: unknown, field: string): string | readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  return typeof value === 'string' ? value : misfit(field, 'a text or a list of texts');
}

function momentIn(value: unknown, field: string): string {
  return typeof value === 'number' || typeof value === 'string'
    ? String(value)
    : misfit(field, 'a number or a date');
}

function misfit(field: string, needs: string): never {
  throw new PenumbraError('usage', `${cite(field)} needs to be ${needs}`);
}
