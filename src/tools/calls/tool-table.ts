/** Every tool and its commands; which of them are granted where is for the policy to say. */
import { contextTool } from '../context/context-tool.ts';
import { contractTool } from '../contract/contract-tool.ts';
import { dirTool } from '../dir/dir-tool.ts';
import { execTool } from '../exec/exec-tool.ts';
import { fileTool } from '../file/file-tool.ts';
import { gitTool } from '../git/git-tool.ts';
import { searchTool } from '../search/search-tool.ts';
import type { SessionCommand, Tool, ToolCommand } from './tool-command.ts';

/** The tools that act at a place. */
export const shippedTools: readonly Tool[] = [fileTool, dirTool, gitTool, searchTool, contextTool, execTool];

/** The tools about the session itself. */
export const sessionTools: readonly Tool<SessionCommand>[] = [contractTool];

const commands = tableOf(shippedTools);
const sessionCommands = tableOf(sessionTools);

/** Returns a command of a tool by its pair of names, if there is one. */
export function findCommand(pair: string): ToolCommand | undefined {
  return commands.get(pair);
}

/** Returns a command about the session itself by its pair of names, if there is one. */
export function findSessionCommand(pair: string): SessionCommand | undefined {
  return sessionCommands.get(pair);
}

function tableOf<Command>(tools: readonly Tool<Command>[]): ReadonlyMap<string, Command> {
  return new Map(
    tools.flatMap(({ name, commands: named }) =>
      Object.entries(named).map(([command, one]) => [`${name} ${command}`, one] as const),
    ),
  );
}
