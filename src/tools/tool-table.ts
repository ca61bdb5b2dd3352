/** All tools and their commands, shipped and own. Which of them are granted where is up to the policy. */

import { findAreaFault, type Policy } from '../guard/index.ts';
import { didYouMean, PenumbraError } from '../kernel/index.ts';
import { requireDefined } from './calls/define-tool.ts';
import type { Described, SessionCommand, Tool, ToolCommand } from './calls/tool-command.ts';
import type { DefinedTool } from './calls/tool-services.ts';
import { contextTool } from './context/context-tool.ts';
import { contractTool } from './contract-tool.ts';
import { dirTool } from './dir-tool.ts';
import { execTool } from './exec/exec-tool.ts';
import { fileTool } from './file/file-tool.ts';
import { gitTool } from './git/git-tool.ts';
import { searchTool } from './search-tool.ts';

const shippedTools: readonly Tool[] = [fileTool, dirTool, gitTool, searchTool, contextTool, execTool];
const sessionTools: readonly Tool<SessionCommand>[] = [contractTool];

type Listed = {
  readonly tool: string;
  readonly command: string;
  /** Tool and command in one word. */
  readonly name: string;
  readonly one: (ToolCommand | SessionCommand) & Described;
};

/** The tools of a session. */
export type ToolTable = {
  /** Returns a command by its tool and name, if it exists. */
  find(pair: string): ToolCommand | undefined;
  /** Returns a command about the session itself by its tool and name, if it exists. */
  findOfSession(pair: string): SessionCommand | undefined;
  /** Every command, the shipped ones first. */
  readonly list: readonly Listed[];
};

/** Adds a host's own tools to the shipped ones. */
export function createToolTable(own: readonly DefinedTool[] = []): ToolTable {
  const tools = [...shippedTools, ...own.map(requireDefined)];
  const list: readonly Listed[] = [...tools, ...sessionTools].flatMap(({ name: tool, commands }) =>
    Object.entries(commands).map(([command, one]) => ({ tool, command, name: `${tool}_${command}`, one })),
  );
  // INVARIANT (a name means one thing): a tool cannot be called in place of another.
  requireUnique(
    [...tools, ...sessionTools].map(({ name }) => name),
    'tools',
  );
  requireUnique(
    list.map(({ name }) => name),
    'commands',
  );
  const commands = tableOf(tools);
  const ofSession = tableOf(sessionTools);
  requirePairs(commands);
  return { find: (pair) => commands.get(pair), findOfSession: (pair) => ofSession.get(pair), list };
}

/**
 * Throws if a policy names an unknown tool, because its grants would have no effect, or if the policy's own
 * name for a shipped command is in a set whose area the command does not fit.
 */
export function requireTools(
  { sets, name }: Policy,
  { list }: ToolTable,
  names: ReadonlyMap<string, string> = new Map(),
): void {
  const known = new Set([
    ...list.map(({ tool }) => tool),
    ...[...names.keys()].map((written) => written.split(' ', 1)[0] ?? ''),
  ]);
  for (const [written, pair] of names) requireArea(sets, written, pair);
  const missing = sets.flatMap(({ commands }) => commands).find(({ tool }) => !known.has(tool));
  if (missing === undefined) return;
  const message = `policy \`${name}\` names a tool \`${missing.tool}\` that nobody brought`;
  throw new PenumbraError('invalid-configuration', `${message}${didYouMean(missing.tool, known)}`, {
    hint: 'give it in `tools`, say in `names` which command it stands for, or remove it from the policy',
  });
}

/** INVARIANT (an area tells what a command does): under any name that a policy has for it. */
function requireArea(sets: Policy['sets'], written: string, pair: string): void {
  const [tool = '', command = ''] = pair.split(' ');
  for (const { name, area, commands } of sets) {
    const fault = commands.some((one) => `${one.tool} ${one.command}` === written)
      ? findAreaFault({ tool, command }, area)
      : null;
    if (fault === null) continue;
    const message = `\`${written}\` in set \`${name}\` stands for a command of another area: ${fault.message}`;
    throw new PenumbraError('invalid-configuration', message, { hint: fault.remedy });
  }
}

function tableOf<Command>(tools: readonly Tool<Command>[]): ReadonlyMap<string, Command> {
  return new Map(
    tools.flatMap(({ name, commands }) =>
      Object.entries(commands).map(([command, one]) => [`${name} ${command}`, one] as const),
    ),
  );
}

function requireUnique(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new PenumbraError('invalid-configuration', `two ${what} are called \`${twice}\``, {
    hint: 'give the own one another name',
  });
}

/** A place must be decided as an existing command. */
function requirePairs(commands: ReadonlyMap<string, ToolCommand>): void {
  const wanted = [...commands.values()].flatMap(({ decidesAs = [] }) => decidesAs);
  const missing = wanted.find((pair) => !commands.has(pair));
  if (missing === undefined) return;
  throw new PenumbraError(
    'invalid-configuration',
    `a place is decided as \`${missing}\`, which is no command${didYouMean(missing, commands.keys())}`,
    { hint: 'name a tool and its command, as in `file read`' },
  );
}
