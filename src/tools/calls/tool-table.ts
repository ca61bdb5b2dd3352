/** Every tool and its commands; which of them are granted where is for the policy to say. */
import { contextTool } from '../context/context-tool.ts';
import { contractTool } from '../contract/contract-tool.ts';
import { dirTool } from '../dir/dir-tool.ts';
import { execTool } from '../exec/exec-tool.ts';
import { fileTool } from '../file/file-tool.ts';
import { gitTool } from '../git/git-tool.ts';
import { searchTool } from '../search/search-tool.ts';
import type { SessionCommand, ToolCommand, ToolCommands } from './tool-command.ts';

const tools: { readonly [tool: string]: ToolCommands } = {
  file: fileTool,
  dir: dirTool,
  git: gitTool,
  search: searchTool,
  context: contextTool,
  exec: execTool,
};

const commands = tableOf(tools);
const sessionCommands = tableOf<SessionCommand>({ contract: contractTool });

/** Returns a command of a tool by its pair of names, if there is one. */
export function findCommand(pair: string): ToolCommand | undefined {
  return commands.get(pair);
}

/** Returns a command about the session itself by its pair of names, if there is one. */
export function findSessionCommand(pair: string): SessionCommand | undefined {
  return sessionCommands.get(pair);
}

function tableOf<Command>(all: {
  readonly [tool: string]: { readonly [command: string]: Command };
}): ReadonlyMap<string, Command> {
  return new Map(
    Object.entries(all).flatMap(([tool, named]) =>
      Object.entries(named).map(([command, one]) => [`${tool} ${command}`, one] as const),
    ),
  );
}
